import { cancelPlayOff, recordPlayOff } from 'pitchkeeper-client';
import type { RecordedPlayOff, StandingsRow } from 'pitchkeeper-client';
import { entrantOf, isSeasonOver, mayWrite } from '../../league/night';
import { groupName } from '../../league/bracket';
import { pairs, playedOff, tied, tiedForFinal } from '../../league/ties';
import { useAttempt } from '../../fetching';
import { loadLeague, type LeagueSheet } from '../../leagues';
import { sideClass } from '../../parts/Score';
import { Sure } from '../../parts/Sure';
import { answer } from '../../server';
import { say } from '../../wording';

/** What only a play-off can decide: a tap says who won it. */
export function PlayOffs({ sheet }: { sheet: LeagueSheet }) {
  const { league, schedule, standings } = sheet;
  const { said, attempt } = useAttempt();
  const path = { leagueId: league.leagueId };
  const counting = standings.playOffs.filter(({ cancelled }) => cancelled === null);
  // While nights are left they may still part those who are tied, but who reaches the final is settled before it.
  const last = isSeasonOver(schedule) ? tied(standings) : [];
  const groups = [
    ...last.map((group) => ({ group, title: say('league.play_off_for', { place: group[0]?.rank ?? 0 }) })),
    ...tiedForFinal(league, standings).map((group) => ({ group, title: forFinal(group[0]?.group) })),
  ];
  if (groups.length === 0 && counting.length === 0) return null;

  const change = (what: Promise<unknown>) =>
    attempt(async () => {
      await what;
      await loadLeague(league.leagueId);
    });

  return (
    <>
      {said.value && (
        <p role="alert" class="box">
          {said.value}
        </p>
      )}
      {groups.map(({ group, title }) => (
        <Group
          key={title}
          sheet={sheet}
          title={title}
          group={group}
          decide={(winner, loser) => void change(answer(recordPlayOff({ path, body: { winner, loser } })))}
        />
      ))}
      {counting.length > 0 && (
        <Played
          sheet={sheet}
          playOffs={counting}
          cancel={(playOff) =>
            void change(
              answer(cancelPlayOff({ path: { ...path, playOff }, body: { reason: say('league.entered_wrongly') } })),
            )
          }
        />
      )}
    </>
  );
}

const forFinal = (group: number | null | undefined) =>
  [say('league.play_off_for_final'), group ? groupName(group) : ''].filter(Boolean).join(' · ');

interface GroupProps {
  sheet: LeagueSheet;
  title: string;
  group: StandingsRow[];
  decide: (winner: number, loser: number) => void;
}

function Group({ sheet: { league, standings }, title, group, decide }: GroupProps) {
  const id = `play-off-${group[0]?.entrant}`;
  const open = pairs(group).filter(([one, other]) => !playedOff(standings, one.entrant, other.entrant));
  return (
    <section class="ask play-off" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {mayWrite(league) ? (
        <>
          <p>{say('league.play_off_how')}</p>
          {open.map((pair) => (
            <div class="pair" key={`${pair[0].entrant} ${pair[1].entrant}`}>
              {pair.map(({ entrant, name }, side) => {
                const other = pair[side === 0 ? 1 : 0];
                return (
                  <button
                    class={`plain ${sideClass(side)}`}
                    aria-label={say('league.play_off_won', { winner: name, loser: other.name })}
                    onClick={() => decide(entrant, other.entrant)}
                  >
                    <span class="chip cut">{name}</span>
                  </button>
                );
              })}
            </div>
          ))}
        </>
      ) : (
        <p>{group.map(({ name }) => name).join(', ')}</p>
      )}
    </section>
  );
}

interface PlayedProps {
  sheet: LeagueSheet;
  playOffs: RecordedPlayOff[];
  cancel: (playOff: number) => void;
}

function Played({ sheet: { league }, playOffs, cancel }: PlayedProps) {
  return (
    <details class="box">
      <summary>{say('league.play_offs')}</summary>
      <ul class="lines">
        {playOffs.map(({ number, winner, loser }) => (
          <li key={number}>
            <p class="row">
              {say('league.play_off_won', {
                winner: entrantOf(league, winner)?.name ?? '',
                loser: entrantOf(league, loser)?.name ?? '',
              })}
            </p>
            {mayWrite(league) && (
              <Sure
                isMild
                label={say('league.take_back')}
                question={say('league.play_off_sure')}
                onSure={() => cancel(number)}
              />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
