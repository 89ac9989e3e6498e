import { sheets } from '../../matches';
import { doorOfMatch } from '../../phones/doors';
import { say } from '../../wording';
import { Invite } from './Invite';

/** The code that lets a phone in at a table. */
export function InviteToTable({ matchId }: { matchId: string }) {
  return (
    <Invite
      door={doorOfMatch(matchId)}
      note={sheets.value[matchId]?.ruleset.name}
      back={['m', matchId, 'phones']}
      text={say('come_in')}
    />
  );
}
