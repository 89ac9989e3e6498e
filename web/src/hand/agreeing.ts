import { confirmHand } from 'pitchkeeper-client';
import { load, loadHand } from '../matches';
import { loadMembers, me } from '../people';
import { onAnswered } from '../queue';
import { answer } from '../server';

/** Agree to a hand that this phone entered: nobody is asked for a yes to what they wrote. */
async function agree(matchId: string, number: number, version: number): Promise<void> {
  const match = await load(matchId);
  if (match.policy === 'one') return;
  const hand = await loadHand(matchId, number);
  if (hand.agreement.state !== 'waiting') return;
  if (match.policy === 'owner') {
    await loadMembers(matchId);
    if (me(matchId)?.role !== 'owner') return;
  } else {
    const own = match.players.find(({ isMine }) => isMine)?.side;
    if (own === undefined || !hand.agreement.missing.includes(own)) return;
  }
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
