import type { MatchScoreboard } from 'pitchkeeper-client';
import { bidLabel } from '../../hand/bids';
import { plain, sideClass, signed } from '../../parts/Score';
import { say } from '../../wording';
import { Follow, Head } from './parts';
import { useLit } from './ticking';

interface Props {
  match: MatchScoreboard;
  secret: string;
  asOf: Date | undefined;
}

/** A match: the score is the screen. */
export function MatchBoard({ match, secret, asOf }: Props) {
  const many = match.sides.length > 2 ? ' many' : '';
  return (
    <>
      <Head title={match.name ?? match.ruleset} asOf={asOf}>
        {match.target === null
          ? say('tv.hand_of', { hand: match.hands, hands: match.fixedHands ?? 0 })
          : say('tv.to', { points: match.target })}
      </Head>
      <main class={`tv-match${many}`}>
        {match.sides.map((name, side) => (
          <SideScore
            name={name}
            side={side}
            score={match.scores[side] ?? 0}
            hasWon={match.winner?.side === side}
            percent={match.chances.isEstimate ? (match.chances.percents[side] ?? 0) : undefined}
          />
        ))}
      </main>
      <footer>
        <div class="tv-said">
          {match.winner ? <p class="won">{match.winner.why.text}</p> : <Hand match={match} />}
          {match.unproven.length > 0 && <p>{say('not_checked_yet')}</p>}
        </div>
        <Follow secret={secret} />
      </footer>
    </>
  );
}

interface SideProps {
  name: string;
  side: number;
  score: number;
  hasWon: boolean;
  /** How likely it wins; undefined once that is certain. */
  percent: number | undefined;
}

function SideScore({ name, side, score, hasWon, percent }: SideProps) {
  const shown = plain(score);
  const lit = useLit(shown);
  return (
    <section class={`${sideClass(side)}${lit ? ' lit' : ''}${hasWon ? ' first' : ''}`}>
      <span class="chance-bar" aria-hidden="true">
        <i style={{ '--part': `${percent ?? 100}%` }} />
      </span>
      <div class="tv-name">
        <h2 class="cut">{name}</h2>
        {percent !== undefined && (
          <p class="chance">{percent > 0 ? say('tv.chance', { percent }) : say('tv.no_chance')}</p>
        )}
      </div>
      <p class="figure" style={{ '--signs': shown.length }}>
        {shown}
      </p>
    </section>
  );
}

function Hand({ match }: { match: MatchScoreboard }) {
  const last = match.lastHand;
  const name = last?.bidder == null ? undefined : match.sides[last.bidder];
  const winners = (match.outlook?.winners ?? []).map((side) => match.sides[side]).join(', ');
  return (
    <>
      {last && name && last.bid && last.made !== null && (
        <p>
          {say(last.made ? 'bid_made' : 'bid_set', { name, bid: bidLabel(last.bid) })}{' '}
          {last.standing === 'scored' && <b class="figure">{last.deltas.map(signed).join(' : ')}</b>}
        </p>
      )}
      {winners ? <p class="won">{say('tv.can_win', { sides: winners })}</p> : null}
      <p>{say('tv.deals', { name: match.dealer })}</p>
    </>
  );
}
