import '../../styles/tv.css';

import { useEffect } from 'preact/hooks';

import { settings } from '../../settings';
import { say } from '../../wording';
import { useScoreboard } from './board';
import { LeagueBoard } from './LeagueBoard';
import { MatchBoard } from './MatchBoard';

/** A match or a league night for everybody in the room, or for who only looks on a phone. */
export function Tv({ secret }: { secret: string }) {
  const { board, heardAt, isCut, isGone } = useScoreboard(secret);
  useEffect(lamp, []);
  if (isGone) return <Notice text={say('tv.gone')} />;
  if (!board) return <Notice text={isCut ? say('no_signal_now') : say('moment')} />;
  const asOf = isCut ? heardAt : undefined;
  return (
    <div class="tv">
      <div class="tv-drift">
        {board.league && <LeagueBoard league={board.league} secret={secret} asOf={asOf} />}
        {board.match && <MatchBoard match={board.match} secret={secret} asOf={asOf} />}
      </div>
    </div>
  );
}

function Notice({ text }: { text: string }) {
  return (
    <div class="tv tv-notice">
      <p role="status">{text}</p>
    </div>
  );
}

/** Always by lamp: in a bar nothing shines brighter than the score. */
function lamp(): () => void {
  const root = document.documentElement;
  root.dataset.theme = 'lamp';
  return () => {
    const { theme } = settings.value;
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
}
