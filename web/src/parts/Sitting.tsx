import type { Match } from 'pitchkeeper-client';
import { say } from '../wording';
import { RoundTable } from './RoundTable';
import { plain } from './Score';

interface Props {
  match: Match;
  /** The seat that is chosen, and the one of this phone. */
  chosen: number | undefined;
  mine: number | null;
  /** Whether a seat that has a phone already can be chosen too. */
  isAnyFree?: boolean;
  isChoice?: boolean;
  onPress: (seat: number) => void;
}

/** The people of a match as they sit, with the score between them; this phone's own is nearest. */
export function Sitting(props: Props) {
  const { match, chosen, mine, isAnyFree = false, isChoice = false, onPress } = props;
  const note = (seat: number, isClaimed: boolean) => {
    if (seat === mine || (isChoice && seat === chosen)) return say('thats_me');
    return say(isClaimed ? 'has_phone' : 'free');
  };
  return (
    <RoundTable
      label={say('who_sits_where')}
      isChoice={isChoice}
      near={mine ?? 0}
      onPress={onPress}
      places={match.players.map(({ seat, side, name, isClaimed }) => ({
        seat,
        side,
        name,
        note: note(seat, isClaimed),
        isChosen: seat === chosen,
        isTaken: isClaimed && !isAnyFree && seat !== mine,
      }))}
    >
      {match.sides.length === 2 && (
        <>
          <span class="figure">{match.scores.map(plain).join(' : ')}</span>
          {match.target !== null && <small>{say('to_target', { target: match.target })}</small>}
        </>
      )}
    </RoundTable>
  );
}
