import { confirmHand, type Hand, type Match } from 'pitchkeeper-client';
import { load, loadHand } from '../matches';
import { loadMembers, me } from '../people';
import { enqueue, onAnswered, waiting } from '../queue';
import { answer } from '../server';

/** Say yes to hands for the side of this phone. */
export const sayYes = ({ matchId, version }: Match, hands: number[]) =>
  enqueue({ kind: 'confirm_hands', matchId, seenVersion: version || null, body: { hands } });

/** Whether a yes of this phone has not reached the server yet. */
export const isYesWaiting = (matchId: string): boolean =>
  waiting.value.some((command) => command.kind === 'confirm_hands' && command.matchId === matchId);

/** Whether a hand waits for a yes that this phone may say. */
export function isAsked({ matchId, policy, players }: Match, { agreement }: Hand): boolean {
  if (agreement.state !== 'waiting') return false;
  if (policy === 'owner') return me(matchId)?.role === 'owner';
  const own = players.find(({ isMine }) => isMine)?.side;
  return own !== undefined && agreement.missing.includes(own);
}

/** Agree to a hand that this phone entered: nobody is asked for a yes to what they wrote. */
async function agree(matchId: string, number: number, version: number): Promise<void> {
  const match = await load(matchId);
  if (match.policy === 'one') return;
  const [hand] = await Promise.all([loadHand(matchId, number), loadMembers(matchId)]);
  if (!isAsked(match, hand)) return;
  // Only as it was entered: what another phone made of it since is asked about.
  const headers = { 'If-Match': `"${version}"` };
  await answer(confirmHand({ path: { matchId, number }, headers, body: {} }));
  await load(matchId);
}

onAnswered((command, { outcome, version }) => {
  const isEntry = command.kind.startsWith('record_') || command.kind === 'resolve_dispute';
  if (!isEntry || !('number' in command) || outcome === 'refused' || version === null) return;
  // Where it cannot be said now it is asked as of any other hand.
  void agree(command.matchId, command.number, version).catch(() => undefined);
});
