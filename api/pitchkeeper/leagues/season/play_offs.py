"""Play-offs: who won between two that are level."""

from collections.abc import Callable
from typing import Final
from uuid import UUID

from pitch.errors import Refusal
from pitch.league.ranking.tie_breaks import PlayOff
from pitch.messages import Message
from pitchkeeper.access.changes import Prerequisite
from pitchkeeper.access.devices import Command
from pitchkeeper.access.roles import Role
from pitchkeeper.access.stamps import Stamp
from pitchkeeper.leagues.changes import LeagueChanges, LeagueRevision
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.season import entries
from pitchkeeper.leagues.season.entries import EntryList
from pitchkeeper.leagues.state import LeagueState, RecordedPlayOff
from pitchkeeper.workers.reckonings import Turn


class PlaysItself(Refusal):
    """Nobody plays off against themselves."""

    code = "plays_itself"
    usual = Message("problem.plays_itself")


class NoSuchPlayOff(Refusal):
    """The league has no play-off of that number."""

    code = "no_such_play_off"
    usual = Message("problem.no_such_play_off")


_PLAY_OFFS: Final = EntryList(
    field="play_offs",
    kind=RecordedPlayOff,
    not_found=NoSuchPlayOff,
    entered=LeagueAction.PLAY_OFF_ENTERED,
    cancelled=LeagueAction.PLAY_OFF_CANCELLED,
)


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
            lambda league, stamp: _PLAY_OFFS.cancel(league, stamp, number, reason),
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
    return _PLAY_OFFS.add(league, stamp, played)
