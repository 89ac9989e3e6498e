"""Pieces: the state of a league as its store and its journal keep it, part by part."""

from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from typing import Annotated, Any, Final, TypeVar
from uuid import UUID

from msgspec import Meta

from pitch import RuleSet
from pitch.league import Bracket, Entrant, Fixture
from pitch.types import LAST_NUMBER, Fact, Value
from pitchkeeper.leagues.records import (
    Origin,
    RecordedCheckIn,
    RecordedLeagueMember,
    RecordedNight,
    RecordedPayment,
    RecordedPayout,
    RecordedPlayOff,
    RecordedReport,
    SignUp,
    split_reports,
)
from pitchkeeper.leagues.state import Charter, LeagueState, Plan

CHARTER: Final = "charter"
T = TypeVar("T")


# A phone with an old view may still name a fixture or an entrant that is gone, so no number is
# used twice.
class HighestNumbers(Value, frozen=True):
    """The highest numbers ever given in a league; 0 if none was."""

    fixture: Annotated[int, Meta(ge=0, le=99_999)]
    """The highest number of any matchup."""
    entrant: Annotated[int, Meta(ge=0, le=LAST_NUMBER)] = 0
    """The highest number of any team or player that was removed."""


class Piece(Fact, frozen=True):
    """One piece of a league's state; exactly one field is set."""

    charter: Charter | None = None
    """The league's name, format, dates and seed."""
    origin: Origin | None = None
    """The season before the league."""
    entrant: Entrant | None = None
    """A team or player of the league."""
    plan: Plan | None = None
    """The last planning of the league's schedule."""
    numbers: HighestNumbers | None = None
    """The highest numbers given in the league so far."""
    fixture: Fixture | None = None
    """A matchup of the schedule."""
    reported: RecordedReport | None = None
    """A report of the result of a matchup."""
    sign_up: SignUp | None = None
    """A sign-up of a team or player."""
    payment: RecordedPayment | None = None
    """A payment of a team or player."""
    payout: RecordedPayout | None = None
    """A prize that was handed out."""
    play_off: RecordedPlayOff | None = None
    """A play-off that decided a tie."""
    night: RecordedNight | None = None
    """The record of a night that was opened, planned or called off."""
    check_in: RecordedCheckIn | None = None
    """The attendance of a team or player on a night."""
    bracket: Bracket | None = None
    """The draw of the league's knock-out."""
    member: RecordedLeagueMember | None = None
    """A device that is a member of the league."""


_NO_NUMBERS: Final = HighestNumbers(fixture=0)


def to_pieces(league: LeagueState) -> dict[str, Piece]:
    """Return the pieces of a league by their places."""
    numbers = HighestNumbers(fixture=league.last_fixture, entrant=league.last_entrant)
    return {
        CHARTER: Piece(charter=league.charter),
        **({"origin": Piece(origin=league.origin)} if league.origin else {}),
        **{f"entrant/{entrant.number}": Piece(entrant=entrant) for entrant in league.entrants},
        **({"plan": Piece(plan=league.plan)} if league.plan else {}),
        **({"numbers": Piece(numbers=numbers)} if numbers != _NO_NUMBERS else {}),
        **{f"fixture/{fixture.number}": Piece(fixture=fixture) for fixture in league.fixtures},
        **{report.place: Piece(reported=report) for report in league.all_reports},
        **{f"sign-up/{sign_up.number}": Piece(sign_up=sign_up) for sign_up in league.sign_ups},
        **{f"payment/{payment.number}": Piece(payment=payment) for payment in league.payments},
        **{f"payout/{payout.number}": Piece(payout=payout) for payout in league.payouts},
        **{f"play-off/{game.number}": Piece(play_off=game) for game in league.play_offs},
        **{f"night/{night.night}": Piece(night=night) for night in league.nights},
        **{
            f"check-in/{each.night}/{each.entrant}": Piece(check_in=each)
            for each in league.check_ins
        },
        **({"bracket": Piece(bracket=league.bracket)} if league.bracket else {}),
        **{f"member/{member.device_id}": Piece(member=member) for member in league.members},
    }


def from_pieces(
    pieces: Collection[Piece],
    *,
    league_id: UUID,
    version: int,
    ruleset: RuleSet,
    created_at: datetime,
    updated_at: datetime,
    done_in: int | None = None,
) -> LeagueState:
    """Return the league of some pieces, in whatever order they come."""
    numbers = next((piece.numbers for piece in pieces if piece.numbers), _NO_NUMBERS)
    reported, side_reports = split_reports(piece.reported for piece in pieces if piece.reported)
    return LeagueState(
        league_id=league_id,
        version=version,
        ruleset=ruleset,
        created_at=created_at,
        updated_at=updated_at,
        done_in=done_in,
        charter=next(piece.charter for piece in pieces if piece.charter),
        origin=next((piece.origin for piece in pieces if piece.origin), None),
        entrants=_in_order((piece.entrant for piece in pieces), lambda entrant: entrant.number),
        plan=next((piece.plan for piece in pieces if piece.plan), None),
        last_entrant=numbers.entrant,
        last_fixture=numbers.fixture,
        fixtures=_in_order((piece.fixture for piece in pieces), lambda fixture: fixture.number),
        reported=reported,
        side_reports=side_reports,
        sign_ups=_in_order((piece.sign_up for piece in pieces), lambda sign_up: sign_up.number),
        payments=_in_order((piece.payment for piece in pieces), lambda payment: payment.number),
        payouts=_in_order((piece.payout for piece in pieces), lambda payout: payout.number),
        play_offs=_in_order((piece.play_off for piece in pieces), lambda game: game.number),
        nights=_in_order((piece.night for piece in pieces), lambda night: night.night),
        check_ins=_in_order(
            (piece.check_in for piece in pieces), lambda each: (each.night, each.entrant)
        ),
        bracket=next((piece.bracket for piece in pieces if piece.bracket), None),
        members=_in_order(
            (piece.member for piece in pieces), lambda member: (member.joined_at, member.device_id)
        ),
    )


def _in_order(values: Iterable[T | None], key: Callable[[T], Any]) -> tuple[T, ...]:
    # PostgreSQL aggregates pieces in whatever order it finds their rows.
    return tuple(sorted((value for value in values if value is not None), key=key))
