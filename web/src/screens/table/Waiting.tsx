import type { Command } from 'pitchkeeper-client';
import { say } from '../../wording';

const WHAT: Record<Command['kind'], string> = {
  open_match: 'action.match_opened',
  record_hand: 'action.hand_entered',
  record_auction: 'bid_of_hand',
  record_pile: 'action.hand_entered',
  record_holding: 'action.hand_entered',
  record_tricks: 'action.hand_entered',
  record_claims: 'action.hand_entered',
  void_hand: 'action.hand_voided',
  make_adjustment: 'action.adjustment_made',
  cancel_adjustment: 'action.adjustment_cancelled',
  confirm_hand: 'action.hand_confirmed',
  confirm_hands: 'action.hands_confirmed',
  dispute_hand: 'action.hand_disputed',
  resolve_dispute: 'action.dispute_resolved',
};

/** What waits on this phone in one quiet line; a tap lists it in its order. */
export function Waiting({ commands }: { commands: Command[] }) {
  return (
    <details class="wait waits">
      <summary>
        <span role="status">{say('waits', { count: commands.length })}</span>
      </summary>
      <ol>
        {commands.map((command) => (
          <li key={command.commandId}>{say(WHAT[command.kind], { hand: 'number' in command ? command.number : 0 })}</li>
        ))}
      </ol>
    </details>
  );
}
