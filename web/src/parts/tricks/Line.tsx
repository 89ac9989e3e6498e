import type { Finding, Match } from 'pitchkeeper-client';
import type { Played } from '../../hand/play';
import { say } from '../../wording';
import type { Entry } from './useTricks';

interface Props {
  match: Match;
  at: number;
  trick: Played | undefined;
  asked: number | undefined;
  entry: Entry;
  finding: Finding | undefined;
}

/** In one line what is asked, or what the last tap was about. */
export function Line({ match, at, trick, asked, entry, finding }: Props) {
  const { notice, chosen } = entry;
  const isAsked = trick && !trick.isWhole && !notice;
  return (
    <div class={isAsked || chosen !== undefined ? 'hint' : 'hint calm'}>
      <p role="status">
        <b>{notice || question(match, at, trick, asked, chosen)}</b>
        {finding && !notice && <small class="found">{finding.message.text}</small>}
      </p>
      {isAsked && !entry.isBehind && (
        <button class="quiet" onClick={entry.nobodyRecalls}>
          {say('nobody_recalls')}
        </button>
      )}
      {entry.isBehind && (
        <button class="quiet" onClick={entry.goOn}>
          {say('go_on')}
        </button>
      )}
    </div>
  );
}

function question(
  match: Match,
  at: number,
  trick: Played | undefined,
  asked: number | undefined,
  chosen: number | undefined,
): string {
  const number = at + 1;
  const name = (seat: number | undefined) => match.players[seat ?? -1]?.name ?? '';
  if (!trick) return say('tricks_done');
  if (chosen !== undefined) return say('trick_change', { name: name(trick.order[chosen]), trick: number });
  if (trick.order.length === 0) return say('trick_leader', { trick: number });
  if (asked === undefined) return say('trick_won', { name: name(trick.winner), trick: number });
  return say(trick.cards.length === 0 ? 'trick_lead' : 'trick_turn', { name: name(asked), trick: number });
}
