"""Next seasons: a league that follows another, with its teams and phones."""

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import count
from typing import Final
from uuid import UUID

from msgspec import structs

from pitch.league import Entrant, PaymentKind, Playing
from pitch.messages import TYPED, Message
from pitch.schedule import shuffle
from pitchkeeper.access import aggregates
from pitchkeeper.access.changes import permit
from pitchkeeper.access.devices import RANKS, Command, LeagueRole, Stamp
from pitchkeeper.access.membership import members
from pitchkeeper.leagues.changes import LeagueChanges, LeagueEdit, LeagueNotFound, LeagueRevision
from pitchkeeper.leagues.charter import Charters, LeagueExists
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.records import (
    MemberOffer,
    Origin,
    RecordedLeagueMember,
    RecordedPayment,
    Renumbering,
)
from pitchkeeper.leagues.season import entries
from pitchkeeper.leagues.season.fixtures import LeagueSeasons
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.leagues.views import NewSeason

_SEEDS: Final = 2**32
_ATTEMPTS: Final = 8
"""The most ids that are tried: each deleted next season keeps one as long as it can come back."""
_OPENED: Final = Message("problem.league_exists.next_season", name=TYPED)
_DELETED: Final = Message("problem.league_exists.deleted")
_MOST_SEASONS: Final = 60


class NextSeasons:
    """Use cases for leagues that follow each other."""

    def __init__(
        self,
        charters: Charters,
        changes: LeagueChanges,
        league_seasons: LeagueSeasons,
        clock: Callable[[], datetime],
        new_id: Callable[[], UUID],
    ) -> None:
        self._charters = charters
        self._changes = changes
        self._seasons = league_seasons
        self._clock = clock
        self._new_id = new_id

    async def open(self, edit: LeagueEdit, request: NewSeason) -> LeagueState:
        """Open the league that follows another, which stays as it is."""
        command, league_id = edit.command, edit.aggregate_id
        before = await self._changes.read(command.device_id, league_id)
        permit(before, command.device_id, LeagueRole.ORGANISER)
        season = await self._seasons.load_season(before)
        stamp = Stamp(device_id=command.device_id, at=self._clock())
        if request.league_id is not None:
            next_id = aggregates.choose_id(
                request.league_id, command, self._new_id, pointer="/leagueId"
            )
            return await self._charters.add(command, follow(season, stamp, next_id, request))
        # The id follows from that of this league, so two phones at once open one season.
        for attempt in range(_ATTEMPTS):
            next_id = following_id(league_id, attempt)
            try:
                opened = await self._charters.add(command, follow(season, stamp, next_id, request))
            except LeagueExists:
                version = await self._changes.version_by(command, next_id)
                if version is not None:
                    return await self._read_opened(command, next_id, version)
                await self._refuse_follower(next_id, before)
            else:
                # Also if another request opened it, so that a repetition never opens one.
                if command.id is not None:
                    await self._changes.write(command, next_id, LeagueRole.VIEWER, decide_nothing)
                return opened
        # Somebody opens leagues under ids that follow from this one.
        return await self._charters.add(command, follow(season, stamp, self._new_id(), request))

    async def _read_opened(self, command: Command, league_id: UUID, version: int) -> LeagueState:
        """Return the league that a copy of the request opened. Raises LeagueExists once deleted."""
        try:
            return await self._changes.read(command.device_id, league_id, version)
        except LeagueNotFound:
            raise LeagueExists(_DELETED()) from None

    async def _refuse_follower(self, next_id: UUID, before: LeagueState) -> None:
        """Raise LeagueExists for a league that follows another and is not deleted.

        An archive may say so of any league, but gives it to nobody who runs that other one.
        """
        try:
            other = await self._changes.read_public(next_id)
        except LeagueNotFound:
            return
        follows = other.origin is not None and other.origin.follows == before.league_id
        runners = (each for each in other.members if other.is_run_by(each.device_id))
        if follows and any(before.is_run_by(each.device_id) for each in runners):
            raise LeagueExists(_OPENED(name=other.charter.name))

    async def read_chain(
        self, device_id: UUID, league_id: UUID, longest: int | None = None
    ) -> Sequence[LeagueSeason]:
        """Return a season and those that it follows, newest first, as far as the device is in them.

        The chain ends at a season that is deleted or of which the device is no member.
        """
        chain = [await self._seasons.read_season(device_id, league_id)]
        seen = {league_id}
        while (origin := chain[-1].state.origin) and len(chain) < (longest or _MOST_SEASONS):
            # An archive may say of a league that it follows itself.
            if origin.follows in seen:
                break
            seen.add(origin.follows)
            try:
                chain.append(await self._seasons.read_season(device_id, origin.follows))
            except LeagueNotFound:
                break
        return chain


def follow(season: LeagueSeason, stamp: Stamp, league_id: UUID, request: NewSeason) -> LeagueState:
    """Return the league that follows a season. Raises NotInLeague for an unknown entrant."""
    before, carries = season.state, request.carries
    seed = league_id.int % _SEEDS if request.seed is None else request.seed
    entrants = _entrants(before, request)
    if not carries.draw_order:
        drawn = shuffle(range(len(entrants)), seed)
        entrants = [entrants[place] for place in drawn]
    numbers = {entrant.number: number for number, entrant in enumerate(entrants, start=1)}
    return LeagueState(
        league_id=league_id,
        version=1,
        ruleset=before.ruleset,
        charter=structs.replace(
            before.charter,
            name=request.name or before.charter.name,
            seed=seed,
            dates=request.dates,
        ),
        origin=Origin(
            follows=before.league_id,
            entrants=tuple(Renumbering(number=now, before=old) for old, now in numbers.items()),
        ),
        entrants=tuple(
            Entrant(
                number=numbers[each.number],
                name=each.name,
                players=each.players,
                group=each.group,
            )
            for each in entrants
        ),
        payments=_balances(season, stamp, numbers) if carries.balances else (),
        members=tuple(_members(before, stamp, numbers, carries_phones=carries.phones)),
        device_names=before.device_names,
        created_at=stamp.at,
        updated_at=stamp.at,
    )


def decide_nothing(_league: LeagueState, _stamp: Stamp) -> LeagueRevision | None:
    """Return None: the league stays as it is, and the command is noted."""
    return None


def following_id(league_id: UUID, attempt: int) -> UUID:
    """Return the id of the league that follows another, or a further one if that is taken."""
    drawn = hashlib.sha256(league_id.bytes + attempt.to_bytes(1, "big")).digest()
    # Lists are paged in the order of ids, which begin with a time.
    raw = int.from_bytes(league_id.bytes[:6] + drawn[6:16], "big")
    version, variant = 7 << 76, 2 << 62
    return UUID(int=raw & ~(15 << 76) & ~(3 << 62) | version | variant)


def decide_agreement(league: LeagueState, stamp: Stamp) -> LeagueRevision | None:
    """Return a league in which a device has what it was offered; None if it was offered nothing.

    A player that another device has meanwhile is asked for.
    """
    member = members.for_device(league, stamp.device_id)
    offer = member.offer
    if offer is None:
        return None
    role = max(member.role, offer.role, key=RANKS.index)
    agreed = structs.replace(member, role=role, offer=None)
    after = members.put(league, agreed)
    if offer.plays_as is not None and member.plays_as is None:
        is_free = members.holder(league, offer.plays_as) is None
        after = members.put(
            after, agreed.with_place(*((offer.plays_as,) if is_free else (None, offer.plays_as)))
        )
    return LeagueRevision(action=LeagueAction.MEMBER_AGREED, after=after)


def _entrants(before: LeagueState, request: NewSeason) -> list[Entrant]:
    """Return the entrants of the next season: those of the last night, or those asked for."""
    if request.entrants is None:
        nights = before.charter.format.nights
        return [each for each in before.entrants if each.is_in(nights) and not each.is_guest]
    for place, number in enumerate(request.entrants):
        entries.check_entrant(before, number, f"/entrants/{place}")
    return [each for each in before.entrants if each.number in request.entrants]


def _balances(
    season: LeagueSeason, stamp: Stamp, numbers: dict[int, int]
) -> tuple[RecordedPayment, ...]:
    """Return what the entrants are ahead by, or owe below zero, as payments."""
    place = count(1)
    return tuple(
        RecordedPayment(
            entrant=numbers[account.entrant],
            amount=account.balance,
            kind=PaymentKind.CARRIED,
            number=next(place),
            device_id=stamp.device_id,
            at=stamp.at,
        )
        for account in season.ledger.accounts
        if account.entrant in numbers and account.balance
    )


def _members(
    before: LeagueState, stamp: Stamp, numbers: dict[int, int], *, carries_phones: bool
) -> Sequence[RecordedLeagueMember]:
    """Return the members: the owner and who opens the season as before, the others as viewers.

    Nobody keeps the score of a league, or plays in it, who has not agreed to it.
    """

    def carry(member: RecordedLeagueMember) -> RecordedLeagueMember:
        playing = member.plays_as
        plays_as = (
            Playing(entrant=numbers[playing.entrant], player=playing.player)
            if playing is not None and playing.entrant in numbers
            else None
        )
        here = RecordedLeagueMember(
            device_id=member.device_id,
            role=member.role,
            # The member of longest standing still inherits the league first.
            joined_at=member.joined_at,
            plays_as=plays_as,
        )
        if _is_agreed(member, stamp):
            return here
        offer = MemberOffer(role=member.role, plays_as=plays_as)
        return structs.replace(here, role=LeagueRole.VIEWER, plays_as=None, offer=offer)

    carried = (each for each in before.members if carries_phones or _is_agreed(each, stamp))
    return members.oldest_first(map(carry, carried))


def _is_agreed(member: RecordedLeagueMember, stamp: Stamp) -> bool:
    return member.role is LeagueRole.OWNER or member.device_id == stamp.device_id
