import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { follow, sheets } from './matches';
import { onDemand } from './parts/onDemand';
import { doorOfMatch } from './phones/doors';
import { place } from './places';
import { CameBack } from './screens/CameBack';
import { Earlier } from './screens/Earlier';
import { Home } from './screens/Home';
import { HandScreen } from './screens/HandScreen';
import { Hands } from './screens/Hands';
import { Invite } from './screens/Invite';
import { Join } from './screens/Join';
import { Journal } from './screens/Journal';
import { MyPhone } from './screens/MyPhone';
import { NewTable } from './screens/NewTable';
import { RefusedScreen } from './screens/RefusedScreen';
import { Rulebook } from './screens/Rulebook';
import { RulesChange } from './screens/RulesChange';
import { Phones } from './screens/Phones';
import { TableScreen } from './screens/TableScreen';
import { SignedOut } from './screens/SignedOut';
import { TakeSeat } from './screens/TakeSeat';
import { isSignedOut } from './server';
import { say } from './wording';

const LeagueScreen = onDemand(async () => (await import('./screens/league/LeagueScreen')).LeagueScreen);
const NewLeague = onDemand(async () => (await import('./screens/league/NewLeague')).NewLeague);
const Settle = onDemand(async () => (await import('./screens/settle/Settle')).Settle);
const Tv = onDemand(async () => (await import('./screens/tv/Tv')).Tv);

/** The screen for where one is. */
export function Page(): JSX.Element {
  const [first, second, third, fourth, fifth] = place.value;
  const matchId = first === 'm' ? second : undefined;
  useEffect(() => (matchId ? follow(matchId) : undefined), [matchId]);
  if (first === 'tv' && second) return <Tv secret={second} />;
  if (first === 'rulebook' && second) return <Rulebook id={second} back={place.value.slice(2)} />;
  if (first === 'recover') return <CameBack code={undefined} isMove={false} />;
  if (first === 'transfer') return <CameBack code={second} isMove />;
  if (isSignedOut.value) return <SignedOut />;
  if (first === 'new') return <NewTable />;
  if (first === 'join') return <Join code={second} />;
  if (first === 'earlier') return <Earlier />;
  if (first === 'phone') return <MyPhone />;
  if (first === 'm' && second) {
    if (third === 'settle') return <Settle matchId={second} about={fourth} />;
    if (third === 'hand')
      return <HandScreen key={`${second} ${fourth}`} matchId={second} number={Number(fourth)} by={fifth} />;
    if (third === 'refused' && fourth) {
      return <RefusedScreen key={fourth} matchId={second} commandId={fourth} />;
    }
    if (third === 'hands') return <Hands matchId={second} />;
    if (third === 'journal') return <Journal matchId={second} />;
    if (third === 'phones') return <Phones matchId={second} />;
    if (third === 'invite') {
      return (
        <Invite
          door={doorOfMatch(second)}
          note={sheets.value[second]?.ruleset.name}
          back={['m', second, 'phones']}
          text={say('come_in')}
        />
      );
    }
    if (third === 'rules') return <RulesChange matchId={second} />;
    if (third === 'seat') return <TakeSeat matchId={second} />;
    return <TableScreen matchId={second} />;
  }
  if (first === 'league' && second === 'new') return <NewLeague />;
  if (first === 'league' && second) {
    return <LeagueScreen key={second} leagueId={second} about={third} number={fourth} />;
  }
  if (first === 'settle') return <Settle matchId={undefined} about={second} />;
  return <Home />;
}
