"""The members of a league: devices that join, change roles, leave, and are players."""

from datetime import UTC, datetime, time, timedelta
from typing import ClassVar
from uuid import UUID

from msgspec import structs

from pitch.league import Playing
from pitch.messages import Refusal
from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.access.changes import permit
from pitchkeeper.access.devices import LeagueRole, Stamp
from pitchkeeper.access.membership import members
from pitchkeeper.access.membership.invites import WEEK, Invite, InviteRole, Terms
from pitchkeeper.leagues.changes import Comparison, LeagueRevision, refuse_stale
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.records import RecordedLeagueMember
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.rest.preconditions import Precondition


class LeagueFull(Refusal):
    """The league has 64 members; the owner or an organizer can remove one."""


class InviteTooLong(Refusal):
    """An invite lives a week, and one for viewers until a week after the league's last date."""


class NoSuchPlayer(Refusal):
    """The league has no such player."""


class PlayerTaken(Refusal):
    """Another device is this player; the owner or an organizer can change that."""


class PlayerNotClaimed(Refusal):
    """This device has not claimed to be the player; only its own claim can be granted."""

    hint = "Only a device's own claim can be granted."


class LeagueAdmission:
    """Admission to leagues by an invite."""

    kind: ClassVar[AggregateKind] = AggregateKind.LEAGUE
    full: ClassVar[type[Refusal]] = LeagueFull

    def check(self, state: LeagueState, terms: Terms, now: datetime) -> None:
        """Refuse an invite that lives too long for its role."""
        longest = now + timedelta(minutes=WEEK)
        dates = state.charter.dates
        if terms.role is InviteRole.VIEWER and dates:
            # To the end of the day anywhere on earth.
            last = datetime.combine(dates[-1], time(12), UTC) + timedelta(days=8)
            longest = max(longest, last)
        if now + timedelta(minutes=terms.minutes) > longest:
            raise InviteTooLong(pointer="/expiresInMinutes")

    def admit(
        self, state: LeagueState, device_id: UUID, invite: Invite, at: datetime
    ) -> LeagueState:
        """Return a league with a device admitted; the same league if the device gains nothing."""
        role = LeagueRole(invite.role)
        newcomer = RecordedLeagueMember(device_id=device_id, role=role, joined_at=at)
        return members.admit(state, newcomer, LeagueFull)


def decide_role(
    league: LeagueState, stamp: Stamp, comparison: Comparison, *, device_id: UUID, role: LeagueRole
) -> LeagueRevision | None:
    """Return a league with another role for a member; None if it has that role.

    Only the owner makes and unmakes organizers and owners.
    """
    member = members.for_device(league, device_id)
    current = member.role
    if current is role and member.offer is None:
        return None
    if LeagueRole.ORGANISER in {current, role} or role is LeagueRole.OWNER:
        permit(league, stamp.device_id, LeagueRole.OWNER)
    if comparison.precondition.is_given:
        comparison.refuse_stale(f"member/{device_id}")
    # Another role than it was offered is given instead of the offer.
    league = members.put(league, structs.replace(member, offer=None))
    after = members.with_role(league, device_id, role, stamp.device_id)
    is_new_owner = role is LeagueRole.OWNER
    action = LeagueAction.OWNER_CHANGED if is_new_owner else LeagueAction.MEMBER_CHANGED
    return LeagueRevision(action=action, after=after)


def decide_removal(league: LeagueState, stamp: Stamp, *, device_id: UUID) -> LeagueRevision:
    """Return a league without a member."""
    member = league.member(device_id)
    if stamp.device_id != device_id:
        is_organiser = member is not None and member.role is LeagueRole.ORGANISER
        remover = LeagueRole.OWNER if is_organiser else LeagueRole.ORGANISER
        permit(league, stamp.device_id, remover)
    members.refuse_owner(league, members.for_device(league, device_id))
    after = members.without(league, device_id)
    return LeagueRevision(action=LeagueAction.MEMBER_REMOVED, after=after)


def decide_claim(league: LeagueState, stamp: Stamp, *, player: Playing) -> LeagueRevision | None:
    """Return a league with a player claimed, or granted if an organizer claims it."""
    _check_player(league, player)
    after = members.claim(league, stamp.device_id, player, PlayerTaken)
    is_given = league.is_run_by(stamp.device_id)
    action = LeagueAction.PLAYER_GIVEN if is_given else LeagueAction.PLAYER_ASKED_FOR
    return None if after is league else LeagueRevision(action=action, after=after)


def decide_assignment(
    league: LeagueState,
    stamp: Stamp,
    *,
    player: Playing,
    device_id: UUID | None,
    precondition: Precondition,
) -> LeagueRevision | None:
    """Return a league with a player assigned to a device or to none; None if it is already."""
    _check_player(league, player)
    refusals = (PlayerTaken, PlayerNotClaimed)
    after = members.assign(
        league,
        player,
        device_id,
        stamp.device_id,
        refusals,
        lambda: refuse_stale(league, precondition),
    )
    action = LeagueAction.MEMBER_CHANGED if device_id is None else LeagueAction.PLAYER_GIVEN
    return None if after is None else LeagueRevision(action=action, after=after)


def without_replaced(before: LeagueState, after: LeagueState) -> LeagueState:
    """Return a league whose entrants changed, with no device as a player of another name."""

    def if_same(player: Playing | None) -> Playing | None:
        is_same = player is not None and _name(before, player) == _name(after, player)
        return player if is_same else None

    return members.put(
        after,
        *(
            structs.replace(
                member,
                plays_as=if_same(member.plays_as),
                asks_for=if_same(member.asks_for),
                offer=member.offer
                and structs.replace(member.offer, plays_as=if_same(member.offer.plays_as)),
            )
            for member in after.members
        ),
    )


def _check_player(league: LeagueState, player: Playing) -> None:
    """Refuse a player that the league does not have."""
    if _name(league, player) is None:
        raise NoSuchPlayer(hint=f"Entrant {player.entrant} has no player {player.player}.")


def _name(league: LeagueState, player: Playing) -> str | None:
    """Return the name of a player; None if there is no such player."""
    entrant = league.entrant(player.entrant)
    names = entrant.players if entrant else ()
    return names[player.player] if 0 <= player.player < len(names) else None
