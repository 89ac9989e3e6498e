"""Sign-ups: a viewer enters its team, an organizer agrees, and those without a place wait."""

from typing import Final

from msgspec import structs

from pitch import messages
from pitch.league import Playing
from pitch.messages import COUNT, Message, Refusal
from pitchkeeper.access.changes import permit
from pitchkeeper.access.devices import LeagueRole, Stamp
from pitchkeeper.access.membership import members
from pitchkeeper.leagues import entrants
from pitchkeeper.leagues.changes import LeagueRevision
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.members import NoSuchPlayer
from pitchkeeper.leagues.records import NewSignUp, SignUp
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.leagues.views import NewEntrant

_MOST: Final = 64
_FULL: Final = Message("problem.no_place", places=COUNT)


class SignedUpAlready(Refusal):
    """This device has another sign-up that is open; withdraw that first."""


class TooManySignUps(Refusal):
    """The league has 64 sign-ups that are open; an organizer can accept or decline some."""


class NoSuchSignUp(Refusal):
    """The league has no sign-up of that number, or it was withdrawn."""


class NoPlace(Refusal, has_message=False):
    """All places of the league are taken; raise `places`, or wait until one is free."""


def decide_sign_up(
    league: LeagueState, stamp: Stamp, *, request: NewSignUp
) -> LeagueRevision | None:
    """Return a league with one more sign-up; None for the open one of this device again."""
    opens = [each for each in league.sign_ups if each.is_open]
    own = next((each for each in opens if each.device_id == stamp.device_id), None)
    sign_up = SignUp(
        **structs.asdict(request),
        number=len(league.sign_ups) + 1,
        device_id=stamp.device_id,
        at=stamp.at,
    )
    if own is not None:
        if structs.replace(own, number=sign_up.number, at=sign_up.at) == sign_up:
            return None
        raise SignedUpAlready
    if len(opens) >= _MOST:
        raise TooManySignUps
    if request.player is not None and request.player >= len(request.players):
        raise NoSuchPlayer(pointer="/player")
    # Refused now for what it would be refused for when an organizer agrees.
    entrants.decide_entry(league, stamp, newcomer=_newcomer(sign_up))
    after = structs.replace(league, sign_ups=(*league.sign_ups, sign_up))
    return LeagueRevision(action=LeagueAction.SIGNED_UP, after=after)


def decide_acceptance(league: LeagueState, stamp: Stamp, *, number: int) -> LeagueRevision | None:
    """Return a league in which a sign-up is an entrant; None if it is one already.

    The device that signed up is the player that it said, unless it is another one or has left.
    """
    sign_up = _find(league, number)
    if sign_up.entrant is not None:
        return None
    if sign_up.withdrawn_at is not None:
        raise NoSuchSignUp
    if number in league.waiting:
        raise NoPlace(_FULL(places=league.charter.format.places or 0))
    # The request has no body to point into.
    with messages.point_to(""):
        after = entrants.decide_entry(league, stamp, newcomer=_newcomer(sign_up)).after
    entrant = after.entrants[-1].number
    after = _put(after, structs.replace(sign_up, entrant=entrant))
    member = after.member(sign_up.device_id)
    if member is not None and member.plays_as is None and sign_up.player is not None:
        place = Playing(entrant=entrant, player=sign_up.player)
        after = members.put(after, member.with_place(place))
    return LeagueRevision(action=LeagueAction.SIGN_UP_ACCEPTED, after=after)


def decide_withdrawal(league: LeagueState, stamp: Stamp, *, number: int) -> LeagueRevision | None:
    """Return a league without an open sign-up: by its device, or declined by an organizer."""
    sign_up = _find(league, number)
    if sign_up.device_id != stamp.device_id:
        permit(league, stamp.device_id, LeagueRole.ORGANISER)
    if sign_up.withdrawn_at is not None:
        return None
    if sign_up.entrant is not None:
        raise NoSuchSignUp
    after = _put(league, structs.replace(sign_up, withdrawn_at=stamp.at))
    return LeagueRevision(action=LeagueAction.SIGN_UP_WITHDRAWN, after=after)


def _find(league: LeagueState, number: int) -> SignUp:
    if not 1 <= number <= len(league.sign_ups):
        raise NoSuchSignUp
    return league.sign_ups[number - 1]


def _put(league: LeagueState, sign_up: SignUp) -> LeagueState:
    before, after = league.sign_ups[: sign_up.number - 1], league.sign_ups[sign_up.number :]
    return structs.replace(league, sign_ups=(*before, sign_up, *after))


def _newcomer(sign_up: SignUp) -> NewEntrant:
    return NewEntrant(name=sign_up.name, players=sign_up.players)
