import '../../styles/mine.css';

import { getPlayerStatistics } from 'pitchkeeper-client';
import type { FormMatch, MetPlayer, PlayerStatistics } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { device } from '../../device';
import { bidLabel } from '../../hand/bids';
import { Screen } from '../../parts/Screen';
import { address } from '../../places';
import { answer } from '../../server';
import { settings } from '../../settings';
import { say } from '../../wording';

/** How this phone's player has played: form, skill, bids, and how it went with and against whom. */
export function Mine() {
  const playerId = device.value?.deviceId;
  const { found: mine, said } = useFetched(
    () => (playerId ? answer(getPlayerStatistics({ path: { playerId } })) : undefined),
    [playerId],
  );
  const found = mine.value;
  return (
    <Screen class="mine" title={say('mine')} back={address('earlier')}>
      {!found && <p role="status">{playerId ? said.value || say('moment') : say('mine.none')}</p>}
      {found && found.matches === 0 && <p role="status">{say('mine.none')}</p>}
      {found && found.matches > 0 && (
        <>
          <Total found={found} />
          {found.form.length > 0 && <Form form={found.form} />}
          {found.form.length > 1 && <Skill form={found.form} />}
          <Bids found={found} />
          <Met title={say('mine.against')} met={found.opponents} />
          <Met title={say('mine.with')} met={found.partners} />
        </>
      )}
    </Screen>
  );
}

function Total({ found: { wins, losses, winRate, longestStreak } }: { found: PlayerStatistics }) {
  return (
    <section aria-label={say('mine.won', { wins, losses })} class="total">
      <p class="figure">
        {wins} : {losses}
      </p>
      <p class="note">
        {winRate !== null && say('mine.rate', { rate: percent(winRate) })}
        {longestStreak > 1 && ` · ${say('mine.streak', { streak: longestStreak })}`}
      </p>
    </section>
  );
}

const KEY = [
  ['won', 'mine.key_won'],
  ['lost', 'mine.key_lost'],
  ['made', 'mine.key_made'],
  ['set', 'mine.key_set'],
] as const;

const COLUMN = 12;
const ROW = 9;

/** A column a match: how it ended, above it the bids made and below those set. */
function Form({ form }: { form: readonly FormMatch[] }) {
  const middle = Math.max(...form.map((match) => match.made)) * ROW + ROW;
  const below = Math.max(...form.map(({ timesSet }) => timesSet)) * ROW + ROW;
  const won = form.filter((match) => match.won).length;
  const made = form.reduce((sum, match) => sum + match.made, 0);
  const set = form.reduce((sum, match) => sum + match.timesSet, 0);
  return (
    <section>
      <h2 class="lab">{say('mine.form')}</h2>
      <svg
        class="plot"
        role="img"
        aria-label={say('mine.form_aloud', { matches: form.length, won, made, set })}
        viewBox={`0 0 ${Math.max(form.length, 12) * COLUMN} ${middle + below}`}
      >
        {form.map((match, at) => {
          const x = at * COLUMN + COLUMN / 2;
          return (
            <g key={match.matchId}>
              {bars(match.made, (one) => (
                <rect class="made" x={x - 4} width={8} height={ROW - 2} y={middle - ROW * (one + 1) - 6} rx={1} />
              ))}
              {bars(match.timesSet, (one) => (
                <rect class="set" x={x - 4} width={8} height={ROW - 2} y={middle + ROW * one + 8} rx={1} />
              ))}
              <circle class={match.won ? 'won' : 'lost'} cx={x} cy={middle} r={4} />
            </g>
          );
        })}
      </svg>
      <p class="note key">
        {KEY.map(([look, word]) => (
          <span>
            <i class={look} /> {say(word)}
          </span>
        ))}
      </p>
    </section>
  );
}

const bars = <T,>(count: number, draw: (one: number) => T): T[] => Array.from({ length: count }, (_, one) => draw(one));

const WIDTH = 320;
const HEIGHT = 120;

/** The skill after each match as a line, in a band of what it may be. */
function Skill({ form }: { form: readonly FormMatch[] }) {
  const highs = form.map(({ skill, uncertainty }) => skill + uncertainty);
  const lows = form.map(({ skill, uncertainty }) => skill - uncertainty);
  const [top, bottom] = [Math.max(...highs), Math.min(...lows)];
  const x = (at: number) => (at / (form.length - 1)) * WIDTH;
  const y = (value: number) => ((top - value) / (top - bottom || 1)) * HEIGHT;
  const line = (values: readonly number[]) => values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`);
  const last = form.at(-1)!;
  const digits = new Intl.NumberFormat(settings.value.language, { maximumFractionDigits: 1 });
  const stated = say('mine.skill', {
    skill: digits.format(last.skill),
    uncertainty: digits.format(last.uncertainty),
  });
  return (
    <section>
      <h2 class="lab">{stated}</h2>
      <svg class="plot" role="img" aria-label={stated} viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`}>
        <polygon class="band" points={[...line(highs), ...line(lows).reverse()].join(' ')} />
        <polyline class="line" points={line(form.map(({ skill }) => skill)).join(' ')} />
        <circle class="won" cx={WIDTH} cy={y(last.skill)} r={4} />
      </svg>
    </section>
  );
}

function Bids({ found: { bids } }: { found: PlayerStatistics }) {
  if (bids.length === 0) return null;
  const most = Math.max(...bids.map(({ pitched }) => pitched));
  return (
    <section>
      <h2 class="lab">{say('mine.bids')}</h2>
      <ul class="measures short">
        {bids.map(({ bid, made, timesSet }) => (
          <li key={bid}>
            <b>{bidLabel(bid)}</b>
            <Measure parts={[made, timesSet]} whole={most} />
            <span>{say('mine.made_set', { made, set: timesSet })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Met({ title, met }: { title: string; met: readonly MetPlayer[] }) {
  const most = Math.max(...met.map(({ wins, losses }) => wins + losses), 1);
  if (met.length === 0) return null;
  return (
    <section>
      <h2 class="lab">{title}</h2>
      <ul class="measures">
        {met.map(({ playerId, name, wins, losses, made, timesSet }) => (
          <li key={playerId}>
            <b class="cut">{name}</b>
            <Measure parts={[wins, losses]} whole={most} />
            <span>
              {say('mine.won', { wins, losses })}
              <small class="note">{say('mine.made_set', { made, set: timesSet })}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Two numbers as lengths; whoever hears the page has them as words beside it. */
function Measure({ parts: [good, bad], whole }: { parts: readonly [number, number]; whole: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 100 12" preserveAspectRatio="none">
      <rect class="made" width={(good / whole) * 100} height={12} />
      <rect class="set" x={(good / whole) * 100} width={(bad / whole) * 100} height={12} />
    </svg>
  );
}

const percent = (share: number) =>
  new Intl.NumberFormat(settings.value.language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
