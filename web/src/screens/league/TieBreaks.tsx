import type { Format, TieBreak } from 'pitchkeeper-client';
import { Choices } from '../../parts/Choices';
import { say } from '../../wording';

interface Props {
  format: Format;
  change: (changed: Partial<Format>) => void;
}

const COMPARED: readonly TieBreak[] = ['head_to_head', 'matches_won', 'point_difference'];
const ENDINGS = ['share', 'play_off'] as const;
const USUAL: TieBreak[] = ['head_to_head', 'point_difference', 'share'];

/** What parts those with equal scores, in the order in which it is tried, and what ends it. */
export function TieBreaks({ format, change }: Props) {
  const { tieBreaks = USUAL, counting = 'matches_won' } = format;
  const tried = tieBreaks.filter((one) => COMPARED.includes(one));
  const ending = tieBreaks.includes('play_off') ? 'play_off' : 'share';
  // What the score itself counts parts nobody whose scores are equal.
  const left = COMPARED.filter((one) => !tried.includes(one) && one !== counting);
  const take = (all: TieBreak[], end: TieBreak = ending) => change({ tieBreaks: [...all, end] });
  const name = (one: TieBreak) => say(`league_tie.${one}`);
  return (
    <>
      <section class="choosing" aria-label={say('league.ties')}>
        <p class="lab">{say('league.ties')}</p>
        <ol class="lines">
          {tried.map((one, at) => (
            <li class="row" key={one}>
              <span class="figure no">{at + 1}</span>
              <span class="grow">{name(one)}</span>
              {at > 0 && (
                <button
                  class="quiet"
                  aria-label={say('league.try_earlier', { what: name(one) })}
                  onClick={() => take(tried.toSpliced(at, 1).toSpliced(at - 1, 0, one))}
                >
                  {say('league.earlier')}
                </button>
              )}
              <button
                class="quiet"
                aria-label={say('league.not_tried', { what: name(one) })}
                onClick={() => take(tried.toSpliced(at, 1))}
              >
                {say('league.cross_out')}
              </button>
            </li>
          ))}
        </ol>
        <div class="choices">
          {left.map((one) => (
            <button class="plain" key={one} onClick={() => take([...tried, one])}>
              + {name(one)}
            </button>
          ))}
        </div>
      </section>
      <Choices
        label={say('league.still_tied')}
        chosen={ending}
        choices={ENDINGS.map((value) => ({ value, label: name(value) }))}
        onChoose={(value) => take(tried, value)}
      />
    </>
  );
}
