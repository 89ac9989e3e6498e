"""Play-offs: who won between two that are level."""

from collections.abc import Callable
from dataclasses import replace
from uuid import UUID

from msgspec import structs

from api.access.changes import Prerequisite
from api.access.devices import Command
from api.access.roles import Role
from api.access.stamps import Stamp
from api.leagues.changes import LeagueChanges, LeagueRevision
from api.leagues.journal import LeagueAction
from api.leagues.season import entries
from api.leagues.state import LeagueState, RecordedPlayOff
from api.workers.reckonings import Turn
from domain.errors import Refusal
from domain.league.tie_breaks import PlayOff


class PlaysItself(Refusal):
    """Nobody plays off against themselves."""

    code = "plays_itself"


class NoSuchPlayOff(Refusal):
    """The league has no play-off of that number."""

    code = "no_such_play_off"


class PlayOffs:
    """What a device may do about ties of its leagues."""

    def __init__(self, changes: LeagueChanges) -> None:
        self._changes = changes

    async def enter(
        self, command: Command, league_id: UUID, played: PlayOff, turn: Turn
    ) -> LeagueState:
        """Enter who won a play-off between two who are level."""
        return await self._write(
            command, league_id, turn, lambda league, stamp: played_off(league, stamp, played)
        )

    async def cancel(
        self, command: Command, league_id: UUID, number: int, reason: str, turn: Turn
    ) -> LeagueState:
        """Take a play-off back; it stays in the list. Doing it again changes nothing."""
        return await self._write(
            command,
            league_id,
            turn,
            lambda league, stamp: without_play_off(league, stamp, number, reason),
        )

    async def _write(
        self,
        command: Command,
        league_id: UUID,
        turn: Turn,
        decide: Callable[[LeagueState, Stamp], LeagueRevision | None],
    ) -> LeagueState:
        """A league after a change, with the turn taken at which its standings are then made.

        The turn is taken before anything is saved, so that whoever is told to come back has
        changed nothing; after the change is found to be allowed, so that nobody else waits for
        one; and while nothing is held of the league, so that others write to it meanwhile.
        """

        def decided(league: LeagueState, stamp: Stamp) -> LeagueRevision | Prerequisite | None:
            revision = decide(league, stamp)
            return revision if revision is None or turn.is_taken else Prerequisite(turn)

        return await self._changes.write_asking(
            command, league_id, Role.SCORER, decided, lambda _: turn.take()
        )


def played_off(league: LeagueState, stamp: Stamp, played: PlayOff) -> LeagueRevision:
    """A league with one more play-off."""
    entries.check_entrant(league, played.winner, "/winner")
    entries.check_entrant(league, played.loser, "/loser")
    if played.winner == played.loser:
        raise PlaysItself(pointer="/loser")
    entered = RecordedPlayOff(
        **structs.asdict(played),
        # None is ever taken out, so its number is how many there are with it.
        number=len(league.play_offs) + 1,
        device_id=stamp.device_id,
        at=stamp.at,
    )
    after = replace(league, play_offs=(*league.play_offs, entered))
    return LeagueRevision(action=LeagueAction.PLAY_OFF_ENTERED, after=after)


def without_play_off(
    league: LeagueState, stamp: Stamp, number: int, reason: str
) -> LeagueRevision | None:
    """A league with a play-off taken back; None if it was before."""
    if not 1 <= number <= len(league.play_offs):
        raise NoSuchPlayOff(f"There is no play-off {number}.")
    play_offs = entries.cancelled(league.play_offs, number, stamp, reason)
    if play_offs == league.play_offs:
        return None
    after = replace(league, play_offs=play_offs)
    return LeagueRevision(action=LeagueAction.PLAY_OFF_CANCELLED, after=after)
