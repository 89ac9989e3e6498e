"""Play-offs: who won between two that are level."""

from typing import Final
from uuid import UUID

from pitch.errors import Refusal
from pitch.league import PlayOff
from pitch.messages import Message
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
    default_message = Message("problem.plays_itself")


class NoSuchPlayOff(Refusal):
    """The league has no play-off of that number."""

    code = "no_such_play_off"
    default_message = Message("problem.no_such_play_off")


_PLAY_OFFS: Final = EntryList(
    field="play_offs",
    kind=RecordedPlayOff,
    not_found=NoSuchPlayOff,
    entered=LeagueAction.PLAY_OFF_ENTERED,
    cancelled=LeagueAction.PLAY_OFF_CANCELLED,
)


class PlayOffs:
    """What a device may do about ties of its leagues.

    `turn` is the one at which the standings are made afterwards. It is taken before anything is
    saved, so that whoever is told to come back has changed nothing; after the change is found to be
    allowed, so that nobody else waits for one; and while no turn to write is held, so that others
    change the league meanwhile.
    """

    def __init__(self, changes: LeagueChanges) -> None:
        self._changes = changes

    async def enter(
        self, command: Command, league_id: UUID, played: PlayOff, turn: Turn
    ) -> LeagueState:
        """Enter who won a play-off between two who are level."""

        async def decide(league: LeagueState, stamp: Stamp) -> LeagueRevision:
            revision = decide_play_off(league, stamp, played=played)
            await turn.take()
            return revision

        return await self._changes.write_unlocked(command, league_id, Role.SCORER, decide)

    async def cancel(
        self, command: Command, league_id: UUID, number: int, reason: str, turn: Turn
    ) -> LeagueState:
        """Take a play-off back; it stays in the list. Doing it again changes nothing."""

        async def decide(league: LeagueState, stamp: Stamp) -> LeagueRevision | None:
            revision = _PLAY_OFFS.cancel(league, stamp, number, reason)
            if revision is not None:
                await turn.take()
            return revision

        return await self._changes.write_unlocked(command, league_id, Role.SCORER, decide)


def decide_play_off(league: LeagueState, stamp: Stamp, *, played: PlayOff) -> LeagueRevision:
    """Return a league with one more play-off."""
    entries.check_entrant(league, played.winner, "/winner")
    entries.check_entrant(league, played.loser, "/loser")
    if played.winner == played.loser:
        raise PlaysItself(pointer="/loser")
    return _PLAY_OFFS.add(league, stamp, played)
