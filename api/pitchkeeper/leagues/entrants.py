"""Entrants: let teams or players into a league, and change their names and nights."""

from collections.abc import Callable
from uuid import UUID

from msgspec import structs

from pitch.errors import Refusal
from pitch.league import Entrant, check_entrant
from pitch.messages import COUNT, Message
from pitchkeeper.access.devices import Command
from pitchkeeper.access.roles import Role
from pitchkeeper.access.stamps import Stamp
from pitchkeeper.leagues import amendments, members
from pitchkeeper.leagues.changes import LeagueChanges, LeagueRevision, Unseen, refuse_unseen
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.rest.preconditions import Precondition

_NO_ENTRANT = Message("problem.no_such_entrant", number=COUNT)


class NoSuchEntrant(Refusal):
    """The league has no team or player of that number."""

    code = "no_such_entrant"


class Entrants:
    """What a device may do about who plays in its leagues."""

    def __init__(self, changes: LeagueChanges) -> None:
        self._changes = changes

    async def enter(
        self, command: Command, league_id: UUID, enter: Callable[[LeagueState], Entrant]
    ) -> LeagueState:
        """Let one more team or player in."""

        async def decide(league: LeagueState, _stamp: Stamp) -> LeagueRevision:
            return decide_entry(league, entrant=enter(league))

        return await self._changes.write(command, league_id, Role.OWNER, decide)

    async def change(
        self, command: Command, league_id: UUID, entrant: Entrant, seen: Precondition
    ) -> LeagueState:
        """Change the name, the players or the nights of an entrant."""

        async def decide(league: LeagueState, _stamp: Stamp) -> LeagueRevision | None:
            unseen = await self._changes.unseen(league, seen)
            return decide_entrant(league, entrant=entrant, seen=seen, unseen=unseen)

        return await self._changes.write(command, league_id, Role.OWNER, decide)

    async def remove(
        self, command: Command, league_id: UUID, number: int, seen: Precondition
    ) -> LeagueState:
        """Remove an entrant of which nothing was entered; one that has played leaves."""

        async def decide(league: LeagueState, _stamp: Stamp) -> LeagueRevision | None:
            unseen = await self._changes.unseen(league, seen)
            return decide_removal(league, number=number, seen=seen, unseen=unseen)

        return await self._changes.write(command, league_id, Role.OWNER, decide)


def decide_entry(league: LeagueState, *, entrant: Entrant) -> LeagueRevision:
    """Return a league with one more entrant."""
    after = structs.replace(league, entrants=(*league.entrants, entrant))
    check_entrant(after.league, entrant)
    return LeagueRevision(action=LeagueAction.ENTRANT_ADDED, after=after)


def decide_entrant(
    league: LeagueState, *, entrant: Entrant, seen: Precondition, unseen: Unseen
) -> LeagueRevision | None:
    """Return a league with an entrant that has another name, other players or other nights."""
    known = league.entrant(entrant.number)
    if known is None:
        raise NoSuchEntrant(_NO_ENTRANT(number=entrant.number))
    if known == entrant:
        return None
    refuse_unseen(league, f"entrant/{entrant.number}", seen, unseen)
    entrants = (entrant if each.number == entrant.number else each for each in league.entrants)
    changed = structs.replace(league, entrants=tuple(entrants))
    check_entrant(changed.league, entrant)
    amendments.check_entrant(league, known, entrant)
    # A phone stays with the player of its name: nobody inherits it with the place in a team.
    after = members.without_replaced(league, changed)
    return LeagueRevision(action=LeagueAction.ENTRANT_CHANGED, after=after)


def decide_removal(
    league: LeagueState, *, number: int, seen: Precondition, unseen: Unseen
) -> LeagueRevision | None:
    """Return a league without an entrant, or from the next night on if something was entered of it.

    None if it was removed or has left before.
    """
    known = league.entrant(number)
    if known is None:
        if league.has_removed(number):
            return None
        raise NoSuchEntrant(_NO_ENTRANT(number=number))
    if amendments.has_entries(league, number):
        last = max(league.last_night, known.from_night)
        leaving = structs.replace(known, until_night=min(last, known.until_night or last))
        return decide_entrant(league, entrant=leaving, seen=seen, unseen=unseen)
    refuse_unseen(league, f"entrant/{number}", seen, unseen)
    amendments.check_paid_back(league, known)
    staying = structs.replace(
        league,
        entrants=tuple(each for each in league.entrants if each.number != number),
        last_entrant=max(league.last_entrant, number),
        # None of them has a result, or its matchups could not be without it.
        fixtures=tuple(
            each for each in league.fixtures if not any(number in side for side in each.sides)
        ),
    )
    after = members.without_replaced(league, staying)
    return LeagueRevision(action=LeagueAction.ENTRANT_REMOVED, after=after)
