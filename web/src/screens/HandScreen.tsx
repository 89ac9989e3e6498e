import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import type { Hand, HandRecord, Match } from '../client/types.gen';
import { draft, redraft } from '../hand/drafts';
import { load, loadHand, sheets } from '../matches';
import { address } from '../places';
import { Screen } from '../parts/Screen';
import { loadRuleset, rulesets } from '../rulesets';
import { say } from '../wording';
import { Cards } from './Cards';
import { Dispute } from './Dispute';
import { HandRuling } from './HandRuling';
import { Points } from './Points';
import { VerdictScreen } from './VerdictScreen';

/** One hand: what it came to, or one of the ways to enter it. */
export function HandScreen(props: { matchId: string; number: number; by: string | undefined }) {
  const { matchId, number, by } = props;
  const hand = useSignal<Hand | undefined>(undefined);
  const failed = useSignal('');
  const match = sheets.value[matchId];
  const rulesetId = match?.ruleset.id;
  const line = match?.lines.find((one) => one.number === number);
  useEffect(() => {
    if (!match) void load(matchId).catch((error: Error) => (failed.value = error.message));
    if (rulesetId) void loadRuleset(rulesetId).catch(() => undefined);
  }, [matchId, rulesetId]);
  useEffect(() => {
    if (!line) return;
    loadHand(matchId, number)
      .then((found) => {
        hand.value = found;
        if (!draft(matchId, number)) redraft(matchId, number, entered(found.record));
      })
      .catch((error: Error) => (failed.value = error.message));
  }, [matchId, number, match?.version]);
  const rules = match && rulesets.value[match.ruleset.id]?.rules;
  if (!match || !rules || (!by && !hand.value)) {
    return (
      <Screen title={say('hand_number', { hand: number })} back={address('m', matchId)}>
        <p role="status">{failed.value || say('moment')}</p>
      </Screen>
    );
  }
  const record = draft(matchId, number) ?? {};
  const change = (changed: HandRecord) => redraft(matchId, number, changed);
  if (by === 'dispute') return <Dispute {...{ match, rules, number }} />;
  if (by === 'ruling') return <HandRuling {...{ match, number }} />;
  if (by === 'points') return <Points {...{ match, rules, number, record, change }} />;
  if (by === 'cards') return <Cards {...{ match, rules, number, record, change }} />;
  return <VerdictScreen {...{ match, hand: hand.value! }} />;
}

// The server answers every field; a draft has those that say something.
function entered(record: HandRecord): HandRecord {
  return Object.fromEntries(
    Object.entries(record).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/** Who dealt a hand. */
export function dealerOf(match: Match, number: number): number {
  return match.lines.find((line) => line.number === number)?.dealer ?? match.nextDealer;
}
