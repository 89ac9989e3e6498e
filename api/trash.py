"""The bin: matches and leagues that their owner deleted, and can have back for a time."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from api.leagues.changes import LeagueLedger, LeagueNotFound, LeagueOutcome
from api.leagues.state import Book, LeagueAction
from api.matches.agreements import Made
from api.matches.changes import Ledger, MatchNotFound, Outcome
from api.matches.state import Action, Command, Role, Stored

KEPT: Final = timedelta(days=30)
"""How long something that was deleted can be brought back; housekeeping removes it then."""


class Bin:
    """What the owners of matches and leagues may throw away, and bring back."""

    def __init__(self, ledger: Ledger, league_ledger: LeagueLedger) -> None:
        self._ledger = ledger
        self._league_ledger = league_ledger

    async def delete_match(self, command: Command, match_id: UUID) -> None:
        """Hide a match from everybody. Deleting it again changes nothing."""

        async def act(stored: Stored, made: Made) -> Outcome | None:
            if stored.deleted_at is not None:
                return None
            after = replace(stored, deleted_at=made.at)
            return Outcome(action=Action.MATCH_DELETED, after=after)

        await self._ledger.write(command, match_id, Role.OWNER, act, even_deleted=True)

    async def restore_match(self, command: Command, match_id: UUID) -> Stored:
        """Bring a match back as it was. One that is there already stays as it is."""

        async def act(stored: Stored, made: Made) -> Outcome | None:
            if stored.deleted_at is None:
                return None
            if _is_over(stored.deleted_at, made):
                raise MatchNotFound
            after = replace(stored, deleted_at=None)
            return Outcome(action=Action.MATCH_RESTORED, after=after)

        return await self._ledger.write(command, match_id, Role.OWNER, act, even_deleted=True)

    async def delete_league(self, command: Command, league_id: UUID) -> None:
        """Hide a league from everybody; its matches stay. Deleting it again changes nothing."""

        async def act(book: Book, made: Made) -> LeagueOutcome | None:
            if book.deleted_at is not None:
                return None
            after = replace(book, deleted_at=made.at)
            return LeagueOutcome(action=LeagueAction.LEAGUE_DELETED, after=after)

        await self._league_ledger.write(command, league_id, Role.OWNER, act, even_deleted=True)

    async def restore_league(self, command: Command, league_id: UUID) -> Book:
        """Bring a league back as it was. One that is there already stays as it is."""

        async def act(book: Book, made: Made) -> LeagueOutcome | None:
            if book.deleted_at is None:
                return None
            if _is_over(book.deleted_at, made):
                raise LeagueNotFound
            after = replace(book, deleted_at=None)
            return LeagueOutcome(action=LeagueAction.LEAGUE_RESTORED, after=after)

        ledger = self._league_ledger
        return await ledger.write(command, league_id, Role.OWNER, act, even_deleted=True)


def _is_over(deleted_at: datetime, made: Made) -> bool:
    return made.at - deleted_at >= KEPT
