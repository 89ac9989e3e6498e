import '../../styles/league.css';

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { followLeague, leagueSheets, type LeagueSheet } from '../../leagues';
import { Screen } from '../../parts/Screen';
import { doorOfLeague } from '../../phones/doors';
import { address } from '../../places';
import { Refused, words } from '../../server';
import { say } from '../../wording';
import { Invite } from '../phones/Invite';
import { Agreed } from './Agreed';
import { Door } from './Door';
import { FromPaper } from './FromPaper';
import { LeagueJournal } from './LeagueJournal';
import { Money } from './Money';
import { NightScreen } from './NightScreen';
import { PlanScreen } from './PlanScreen';
import { ResultScreen } from './ResultScreen';
import { StandingsScreen } from './StandingsScreen';
import { Teams } from './Teams';

interface Props {
  leagueId: string;
  about: string | undefined;
  number: string | undefined;
  /** The matchup whose code on paper was scanned. */
  scanned?: string | undefined;
}

/** A league, once it is there: asked for as long as somebody looks. */
export function LeagueScreen({ leagueId, about, number, scanned }: Props) {
  const failed = useSignal('');
  useEffect(() => {
    failed.value = '';
    return followLeague(leagueId, (error) => {
      // Without signal what was seen last is shown; the dot on top says so.
      if (error instanceof Refused || !leagueSheets.value[leagueId]) failed.value = words(error);
    });
  }, [leagueId]);
  const sheet = leagueSheets.value[leagueId];
  if (!sheet) {
    return (
      <Screen title={say('league')} back={address()}>
        <p role="status">{failed.value || say('moment')}</p>
      </Screen>
    );
  }
  return <Part sheet={sheet} about={about} number={number} scanned={scanned} />;
}

function Part({ sheet, about, number, scanned }: Omit<Props, 'leagueId'> & { sheet: LeagueSheet }) {
  const { league } = sheet;
  switch (about) {
    case 'standings':
      return <StandingsScreen sheet={sheet} />;
    case 'money':
      return <Money sheet={sheet} />;
    case 'teams':
      return <Teams sheet={sheet} />;
    case 'agreed':
      return <Agreed league={league} />;
    case 'journal':
      return <LeagueJournal sheet={sheet} />;
    case 'door':
      return <Door key={number} sheet={sheet} night={Number(number)} />;
    case 'plan':
      return <PlanScreen sheet={sheet} />;
    case 'fixture':
      return <ResultScreen key={number} sheet={sheet} number={Number(number)} />;
    case 'paper':
      return (
        <FromPaper key={number} sheet={sheet} number={Number(number)} scanned={scanned ? Number(scanned) : undefined} />
      );
    case 'invite':
      return (
        <Invite
          door={doorOfLeague(league.leagueId)}
          note={league.name}
          back={['league', league.leagueId, 'teams']}
          text={say('league.come_in', { league: league.name })}
        />
      );
    default:
      return <NightScreen sheet={sheet} />;
  }
}
