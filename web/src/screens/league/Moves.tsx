import type { League, Move, ResultPreview } from 'pitchkeeper-client';
import { entrantOf } from '../../league/night';
import { Icon } from '../../parts/Icon';
import { plain } from '../../parts/Score';
import { say } from '../../wording';

interface Props {
  league: League;
  preview: (Pick<ResultPreview, 'findings' | 'moves'> & Partial<ResultPreview>) | undefined;
  isAsked: boolean;
}

const rank = ({ rankBefore, rankAfter }: Move) => (rankAfter ?? 0) - (rankBefore ?? 0);

/** Who goes up and who goes down by a result, before it is saved. */
export function Moves({ league, preview, isAsked }: Props) {
  const moves = [...(preview?.moves ?? [])].sort((a, b) => rank(a) - rank(b));
  const found = [...(preview?.judgement?.findings ?? []), ...(preview?.findings ?? [])];
  return (
    <section class="moves" aria-live="polite">
      {found.map(({ message }) => (
        <p class="box">{message.text}</p>
      ))}
      {preview && moves.length === 0 && found.length === 0 && <p class="note">{say('league.nobody_moves')}</p>}
      {!isAsked && <p class="note">{say('league.moves_how')}</p>}
      <ul class="lines">
        {moves.map((move) => (
          <li class="row" key={move.entrant}>
            <span class="grow">
              <b class="cut">{entrantOf(league, move.entrant)?.name}</b>
              <small>{way(move)}</small>
            </span>
            <span class="figure">
              {move.scoreBefore !== move.scoreAfter && (
                <>
                  <s>{plain(move.scoreBefore ?? 0)}</s> <Icon name="arrow" />{' '}
                </>
              )}
              {plain(move.scoreAfter ?? 0)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function way(move: Move): string {
  const place = move.rankAfter ?? 0;
  if (rank(move) < 0) return say('league.goes_up', { place });
  return rank(move) > 0 ? say('league.goes_down', { place }) : say('league.stays', { place });
}
