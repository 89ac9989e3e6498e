import { useSignal } from '@preact/signals';

import type { Hand, HandRecord, Match } from 'pitchkeeper-client';
import { begin, type Kept } from '../../hand/drafts';
import { withPart, type Part } from '../../hand/parts';
import { news } from '../../matches';
import { useWriter } from '../../phones/writer';
import { address } from '../../places';
import { plain } from '../../parts/Score';
import { atStart, say } from '../../wording';

interface Props {
  match: Match;
  number: number;
  record: HandRecord;
  kept: Kept;
  /** What was typed here and saved otherwise by another phone. */
  apart: Part[];
  hand: Hand | undefined;
  /** Whether the hand was looked at and is on the sheet no longer. */
  isUndone: boolean;
}

/** That another phone saved or undid the hand that is being entered here, and what it said. */
export function Meanwhile(props: Props) {
  const { match, number, apart, isUndone } = props;
  const known = useSignal(news.value);
  const latest = news.value;
  const isNew = latest !== known.value && latest?.matchId === match.matchId && latest.hands.includes(number);
  if (apart.length === 0 && !isNew && !isUndone) return null;
  return <Saved {...props} forget={() => (known.value = latest)} />;
}

function Saved({ match, number, record, kept, apart, hand, isUndone, forget }: Props & { forget: () => void }) {
  const phone = atStart(useWriter(match, number));
  const { matchId } = match;
  const said = { phone, hand: number };
  const isScored = hand !== undefined && !['open', 'impossible'].includes(hand.standing);

  function decide(chosen: HandRecord): void {
    begin(matchId, number, chosen, kept);
    forget();
  }

  return (
    <section class="ask meanwhile" role="status">
      <p>
        <b>{say(isUndone ? 'undid_meanwhile' : apart.length > 0 ? 'saved_otherwise' : 'saved_meanwhile', said)}</b>
        {isScored && <span class="figure">{hand.scores.map(plain).join(' : ')}</span>}
      </p>
      {apart.length > 0 ? (
        <div class="pair">
          <button
            class="plain"
            onClick={() => decide(apart.reduce((taken, part) => withPart(taken, part, kept.record), record))}
          >
            {say('take_theirs')}
          </button>
          <button class="plain" onClick={() => decide(record)}>
            {say('keep_mine')}
          </button>
        </div>
      ) : (
        !isUndone && (
          <a class="button plain" href={address('m', matchId, 'hand', number)}>
            {say('look_at_it')}
          </a>
        )
      )}
    </section>
  );
}
