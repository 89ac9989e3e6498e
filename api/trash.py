"""The trash: matches and leagues that their owner deleted, and can have back for a time."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from api.access.devices import Command
from api.access.roles import Role
from api.access.stamps import Stamp
from api.leagues.changes import LeagueChanges, LeagueNotFound, LeagueOutcome
from api.leagues.state import LeagueAction, LeagueState
from api.matches.changes import MatchChanges, MatchNotFound, Outcome
from api.matches.journal import Action
from api.matches.state import MatchState

KEPT: Final = timedelta(days=30)
"""How long something that was deleted can be brought back; housekeeping removes it then."""


class Trash:
    """What the owners of matches and leagues may throw away, and bring back."""

    def __init__(self, changes: MatchChanges, league_changes: LeagueChanges) -> None:
        self._changes = changes
        self._league_changes = league_changes

    async def delete_match(self, command: Command, match_id: UUID) -> None:
        """Hide a match from everybody. Deleting it again changes nothing."""

        async def act(stored: MatchState, made: Stamp) -> Outcome | None:
            if stored.deleted_at is not None:
                return None
            after = replace(stored, deleted_at=made.at)
            return Outcome(action=Action.MATCH_DELETED, after=after)

        await self._changes.write(command, match_id, Role.OWNER, act, even_deleted=True)

    async def restore_match(self, command: Command, match_id: UUID) -> MatchState:
        """Bring a match back as it was. One that is there already stays as it is."""

        async def act(stored: MatchState, made: Stamp) -> Outcome | None:
            if stored.deleted_at is None:
                return None
            if _is_over(stored.deleted_at, made):
                raise MatchNotFound
            after = replace(stored, deleted_at=None)
            return Outcome(action=Action.MATCH_RESTORED, after=after)

        return await self._changes.write(command, match_id, Role.OWNER, act, even_deleted=True)

    async def delete_league(self, command: Command, league_id: UUID) -> None:
        """Hide a league from everybody; its matches stay. Deleting it again changes nothing."""

        async def act(book: LeagueState, made: Stamp) -> LeagueOutcome | None:
            if book.deleted_at is not None:
                return None
            after = replace(book, deleted_at=made.at)
            return LeagueOutcome(action=LeagueAction.LEAGUE_DELETED, after=after)

        await self._league_changes.write(command, league_id, Role.OWNER, act, even_deleted=True)

    async def restore_league(self, command: Command, league_id: UUID) -> LeagueState:
        """Bring a league back as it was. One that is there already stays as it is."""

        async def act(book: LeagueState, made: Stamp) -> LeagueOutcome | None:
            if book.deleted_at is None:
                return None
            if _is_over(book.deleted_at, made):
                raise LeagueNotFound
            after = replace(book, deleted_at=None)
            return LeagueOutcome(action=LeagueAction.LEAGUE_RESTORED, after=after)

        changes = self._league_changes
        return await changes.write(command, league_id, Role.OWNER, act, even_deleted=True)


def _is_over(deleted_at: datetime, made: Stamp) -> bool:
    return made.at - deleted_at >= KEPT
