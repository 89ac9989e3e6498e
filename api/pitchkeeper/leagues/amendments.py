"""Amendments: checks that a change of a league keeps its fixtures, results and payments valid."""

from msgspec import structs

from pitch import Finding, Status
from pitch.league import (
    Entrant,
    LeagueContradicts,
    Pairing,
    Season,
)
from pitch.messages import COUNT, MONEY, TYPED, Message
from pitchkeeper.leagues.season import plans
from pitchkeeper.leagues.state import Charter, LeagueState

_PLANNED = Message("problem.league_contradicts.planned")
_NIGHT_PLAYED = Message("problem.league_contradicts.night_played", night=COUNT)
_TAKES_PART = Message("problem.league_contradicts.takes_part", name=TYPED, night=COUNT)
_ENTERED = Message("problem.league_contradicts.entered", matchup=COUNT, round=COUNT)
_PLAYED_THERE = Message(
    "problem.league_contradicts.played_there", name=TYPED, matchup=COUNT, night=COUNT
)
_DRAWN = Message("problem.league_contradicts.drawn")
_HAS_PAID = Message("problem.league_contradicts.has_paid", name=TYPED, amount=MONEY)


def check_charter(league: LeagueState, charter: Charter) -> None:
    """Refuse a charter that contradicts the fixtures, results or entrants of a league."""
    form, current = charter.format, league.charter.format
    # Sides of planned fixtures are teams or partners, and cannot be read as the other.
    if league.fixtures and (form.pairing, form.players) != (current.pairing, current.players):
        raise LeagueContradicts(_PLANNED(), pointer="/format/pairing")
    if form.nights < league.last_night:
        raise LeagueContradicts(_NIGHT_PLAYED(night=league.last_night), pointer="/format/nights")
    for entrant in league.entrants:
        changed = "pairing" if form.pairing != current.pairing else "players"
        form.check_players(entrant.name, len(entrant.players), f"/format/{changed}")
        if entrant.from_night > form.nights:
            raise LeagueContradicts(
                _TAKES_PART(name=entrant.name, night=entrant.from_night), pointer="/format/nights"
            )
    # Fewer fixtures a night remove its last slots, so those may have no reports.
    slots = range(form.fixtures_a_night + 1, current.fixtures_a_night + 1)
    for fixture in league.reported_fixtures:
        if fixture.slot in slots:
            raise LeagueContradicts(
                _ENTERED(matchup=fixture.number, round=fixture.slot),
                pointer="/format/fixturesANight",
            )


def without_outdated_bracket(league: LeagueState, charter: Charter) -> LeagueState:
    """Return a league without the draw of a knock-out if its terms change.

    Raises LeagueContradicts if it has results.
    """
    if league.bracket is None or _bracket_terms(charter) == _bracket_terms(league.charter):
        return league
    if league.has_bracket_begun:
        raise LeagueContradicts(_DRAWN(), pointer="/format/finals")
    return plans.without_bracket(league, league.bracket.night)


def _bracket_terms(charter: Charter) -> tuple[object, ...]:
    """Return what the rounds of a knock-out depend on."""
    form = charter.format
    last = None if form.is_knock_out else form.nights
    # Who meets whom does not depend on how long they play.
    finals = structs.replace(form.finals, matches=None, length=None)
    return form.pairing, form.final_night, last, finals, form.groups


def check_results(before: Season, after: Season) -> None:
    """Refuse a charter that makes a possible result impossible."""
    # With fewer matches in a fixture, results of more would silently stop to count.
    for number, judgement in after.judgements.items():
        is_impossible = judgement.status is Status.IMPOSSIBLE
        if is_impossible and before.judgements[number].status is not Status.IMPOSSIBLE:
            reason = next(filter(Finding.prevents_scoring, judgement.findings)).message
            hint = f"The result of fixture {number} could not be."
            raise LeagueContradicts(reason, pointer="/format", hint=hint)


def check_entrant(league: LeagueState, before: Entrant, after: Entrant) -> None:
    """Refuse to take an entrant out of a night in which it has a report.

    It may leave a progressive night that has slots to come, which are then planned without it.
    """
    # An entrant pays for the nights it takes part in, so without this check it would not pay for a
    # night whose results still count.
    fixtures = league.reported_fixtures
    last_night, last_slot = max(
        ((fixture.night, fixture.slot) for fixture in fixtures), default=(0, 0)
    )
    form = league.charter.format
    is_moving = form.pairing is Pairing.PROGRESSIVE and last_slot < form.fixtures_a_night
    for fixture in fixtures:
        night, plays = fixture.night, any(after.number in side for side in fixture.sides)
        leaves = plays and before.is_in(night) and not after.is_in(night)
        if leaves and not (is_moving and night == last_night):
            raise LeagueContradicts(
                _PLAYED_THERE(name=after.name, matchup=fixture.number, night=night),
                pointer="/fromNight" if night < after.from_night else "/untilNight",
            )


def has_entries(league: LeagueState, number: int) -> bool:
    """Return whether an entrant has a report, a play-off or a payout that counts."""
    has_report = any(number in side for game in league.reported_fixtures for side in game.sides)
    has_payout = any(
        payout.entrant == number for payout in league.payouts if payout.cancelled is None
    )
    has_play_off = any(number in {game.winner, game.loser} for game in league.play_offs)
    return has_report or has_payout or has_play_off


def check_paid_back(league: LeagueState, entrant: Entrant) -> None:
    """Refuse to remove an entrant that has paid more than it got back."""
    balance = sum(
        payment.amount
        for payment in league.payments
        if payment.cancelled is None and payment.entrant == entrant.number
    )
    if balance:
        amount = (balance, league.charter.format.currency)
        raise LeagueContradicts(_HAS_PAID(name=entrant.name, amount=amount))
