import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { follow } from './matches';
import { onDemand } from './parts/onDemand';
import { place } from './places';
import { Home } from './screens/home/Home';
import { isSignedOut } from './server';

/** It brings its words. */
export const Keeping = onDemand(
  async () => (await import('./screens/Keeping')).Keeping,
  undefined,
  async () => undefined,
);
const CameBack = onDemand(async () => (await import('./screens/device/CameBack')).CameBack);
const Earlier = onDemand(async () => (await import('./screens/home/Earlier')).Earlier);
const Hands = onDemand(async () => (await import('./screens/table/Hands')).Hands);
const InviteToTable = onDemand(async () => (await import('./screens/phones/InviteToTable')).InviteToTable);
const Join = onDemand(async () => (await import('./screens/phones/Join')).Join);
const Journal = onDemand(async () => (await import('./screens/table/Journal')).Journal);
const Mine = onDemand(async () => (await import('./screens/home/Mine')).Mine);
const MyPhone = onDemand(async () => (await import('./screens/device/MyPhone')).MyPhone);
const Phones = onDemand(async () => (await import('./screens/phones/Phones')).Phones);
const RefusedScreen = onDemand(async () => (await import('./screens/table/RefusedScreen')).RefusedScreen);
const Rulebook = onDemand(async () => (await import('./screens/rules/Rulebook')).Rulebook);
const RulesChange = onDemand(async () => (await import('./screens/table/RulesChange')).RulesChange);
const SignedOut = onDemand(async () => (await import('./screens/device/SignedOut')).SignedOut);
const TakeSeat = onDemand(async () => (await import('./screens/phones/TakeSeat')).TakeSeat);
const Penalties = onDemand(async () => (await import('./screens/table/Penalties')).Penalties);
const LeagueScreen = onDemand(async () => (await import('./screens/league/LeagueScreen')).LeagueScreen);
const Leagues = onDemand(async () => (await import('./screens/league/Leagues')).Leagues);
const NewLeague = onDemand(async () => (await import('./screens/league/NewLeague')).NewLeague);
const Settle = onDemand(async () => (await import('./screens/settle/Settle')).Settle);
const Tv = onDemand(async () => (await import('./screens/tv/Tv')).Tv);

/** The screen for where one is. */
export function Page(): JSX.Element {
  const [first, second, third, fourth, fifth, sixth] = place.value;
  const matchId = first === 'm' ? second : undefined;
  useEffect(() => {
    if (!matchId) return undefined;
    for (const screen of [Hands, Penalties, Phones, Settle]) screen.ahead();
    return follow(matchId);
  }, [matchId]);
  const isWall = first === 'tv';
  useEffect(() => {
    if (!isWall) Keeping.ahead();
  }, [isWall]);
  if (isWall && second) return <Tv secret={second} />;
  if (first === 'rulebook' && second) return <Rulebook id={second} back={place.value.slice(2)} />;
  if (first === 'recover') return <CameBack code={undefined} isMove={false} />;
  if (first === 'transfer') return <CameBack code={second} isMove />;
  if (isSignedOut.value) return <SignedOut />;
  if (first === 'new') return <Keeping />;
  if (first === 'join') return <Join code={second} />;
  if (first === 'earlier') return <Earlier />;
  if (first === 'leagues') return <Leagues />;
  if (first === 'mine') return <Mine />;
  if (first === 'phone') return <MyPhone />;
  if (first === 'm' && second) {
    if (third === 'settle') return <Settle matchId={second} about={fourth} />;
    if (third === 'hand') return <Keeping matchId={second} hand={fourth} by={fifth} />;
    if (third === 'refused' && fourth) {
      return <RefusedScreen key={fourth} matchId={second} commandId={fourth} />;
    }
    if (third === 'hands') return <Hands matchId={second} />;
    if (third === 'journal') return <Journal matchId={second} />;
    if (third === 'penalties') return <Penalties matchId={second} about={fourth} seat={fifth} cost={sixth} />;
    if (third === 'phones') return <Phones matchId={second} />;
    if (third === 'invite') return <InviteToTable matchId={second} />;
    if (third === 'rules') return <RulesChange matchId={second} />;
    if (third === 'seat') return <TakeSeat matchId={second} />;
    return <Keeping matchId={second} />;
  }
  if (first === 'league' && second === 'new') return <NewLeague />;
  if (first === 'league' && second) {
    return <LeagueScreen key={second} leagueId={second} about={third} number={fourth} scanned={fifth} />;
  }
  if (first === 'settle') return <Settle matchId={undefined} about={second} />;
  return <Home />;
}
