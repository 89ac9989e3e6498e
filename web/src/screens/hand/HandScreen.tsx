import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import type { Hand, HandRecord } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { base, draft, enter, updateDraft, type Kept } from '../../hand/drafts';
import { bidOf, expected, ownCommands } from '../../hand/expected';
import { afterCommands, entered, rebased } from '../../hand/parts';
import { load, loadHand, sheets } from '../../matches';
import { address } from '../../places';
import { onDemand } from '../../parts/onDemand';
import { Screen } from '../../parts/Screen';
import { loadRuleset, rulesets } from '../../rulesets';
import { words } from '../../server';
import { say } from '../../wording';
import { useAwake } from '../../parts/awake';
import { Meanwhile } from './Meanwhile';
import { BidScreen } from './BidScreen';
import { Points } from './Points';

const Cards = onDemand(async () => (await import('./Cards')).Cards);
const Correction = onDemand(async () => (await import('./Correction')).Correction);
const Dispute = onDemand(async () => (await import('./Dispute')).Dispute);
const HandRuling = onDemand(async () => (await import('./HandRuling')).HandRuling);
const Question = onDemand(async () => (await import('./Question')).Question);
const Renege = onDemand(async () => (await import('./Renege')).Renege);
const VerdictScreen = onDemand(async () => (await import('./VerdictScreen')).VerdictScreen);
const Tricks = onDemand(async () => (await import('./Tricks')).Tricks);

/** Fetches what a hand may need, because a table may lose its signal. */
export function fetchEntries(): void {
  for (const screen of [Cards, Correction, Dispute, HandRuling, Question, Renege, Tricks, VerdictScreen])
    screen.ahead();
}

// These can begin before anything of the hand is kept; the others are about what was entered.
const ENTRIES: (string | undefined)[] = ['points', 'cards', 'tricks', 'bid', 'dispute', 'ruling'];

/** One hand: what it came to, or one of the ways to enter it. */
export function HandScreen(props: { matchId: string; number: number; by: string | undefined }) {
  const { matchId, number, by } = props;
  useAwake();
  const hand = useSignal<Hand | undefined>(undefined);
  const match = expected(matchId);
  const rulesetId = match?.ruleset.id;
  const line = match?.lines.find((one) => one.number === number);
  // A hand that the sheet of this phone does not have was entered on another.
  const { said: missing } = useFetched(() => (match && line ? undefined : load(matchId)), [matchId, rulesetId]);
  useFetched(() => (rulesetId ? loadRuleset(rulesetId) : undefined), [rulesetId]);
  const failed = useSignal('');
  const isUndone = useSignal(false);
  const commands = ownCommands(matchId, number, hand.value?.matchVersion ?? 0);
  useEffect(() => {
    if (!line) {
      isUndone.value ||= hand.value !== undefined && commands.length === 0;
      hand.value = undefined;
      return;
    }
    isUndone.value = false;
    loadHand(matchId, number)
      .then((found) => {
        if (found.matchVersion >= (hand.value?.matchVersion ?? 0)) hand.value = found;
      })
      .catch((error: unknown) => (failed.value = words(error)));
    // What waits here hides the line, also once the sheet has it already.
  }, [matchId, number, match?.version, line === undefined]);
  const isOnSheet = sheets.value[matchId]?.lines.some((one) => one.number === number);
  const kept: Kept = {
    record: afterCommands(entered(hand.value?.record ?? bidOf(line)), commands),
    version: hand.value?.matchVersion ?? (isOnSheet ? null : (match?.version ?? null)),
  };
  const told = JSON.stringify(kept);
  useEffect(() => {
    if (hand.value || commands.length > 0) updateDraft(matchId, number, kept);
  }, [matchId, number, told]);
  const rules = match && rulesets.value[match.ruleset.id]?.rules;
  if (!match || !rules || (!ENTRIES.includes(by) && !hand.value && !isUndone.value)) {
    return (
      <Screen title={say('hand_number', { hand: number })} back={address('m', matchId)}>
        <p role="status">{failed.value || missing.value || say('moment')}</p>
      </Screen>
    );
  }
  const record = draft(matchId, number) ?? kept.record;
  const change = (changed: HandRecord) => enter(matchId, number, changed, kept);
  const { apart } = rebased(record, base(matchId, number)?.record ?? kept.record, kept.record);
  const notice = <Meanwhile {...{ match, number, record, kept, apart }} hand={hand.value} isUndone={isUndone.value} />;
  const entry = { match, rules, number, record, kept, change, notice };
  if (by === 'dispute') return <Dispute {...{ match, rules, number }} />;
  if (by === 'ruling') return <HandRuling {...{ match, number }} />;
  if (by === 'points') return <Points {...entry} />;
  if (by === 'bid') return <BidScreen {...{ match, rules, number, record, kept, change }} />;
  if (by === 'change' && hand.value) return <Correction {...{ match, hand: hand.value, record }} />;
  if (by === 'void' && hand.value) return <Correction {...{ match, hand: hand.value }} />;
  if (by === 'cards') return <Cards {...entry} />;
  if (by === 'tricks') return <Tricks {...entry} />;
  const found = hand.value;
  if (!found) return <Points {...entry} />;
  if (by === 'renege') return <Renege {...{ match, rules, hand: found }} />;
  const { status, needs } = found.verdict;
  const isDisputed = found.agreement.state === 'disputed';
  if (isDisputed && isOpen(found)) return <HandRuling {...{ match, number }} />;
  if (found.standing === 'open' && isBare(found)) return <Points {...entry} />;
  if (isOpen(found) && (status === 'impossible' || needs.length > 0)) {
    return <Question {...{ match, rules, hand: found }} />;
  }
  return <VerdictScreen {...{ match, hand: found }} />;
}

const isOpen = ({ standing }: Hand) => standing === 'open' || standing === 'impossible';

// Of a hand that is bid and no more everything is to be asked: that is the screen of points.
const isBare = ({ record }: Hand) =>
  record.contract && !record.piles?.length && !record.tricks?.length && !record.claims;
