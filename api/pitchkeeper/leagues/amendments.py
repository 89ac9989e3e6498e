"""Amendments: what can still be changed of a league once its nights were planned or played."""

from pitch import Status, prevents_scoring
from pitch.league import (
    WRONG_TEAM_SIZE,
    Entrant,
    Fixture,
    LeagueContradicts,
    Pairing,
    Season,
    players_per_entrant,
)
from pitch.messages import COUNT, MONEY, TYPED, Message
from pitchkeeper.leagues.state import Charter, LeagueState

_PLANNED = Message("problem.league_contradicts.planned")
_NIGHT_PLAYED = Message("problem.league_contradicts.night_played", night=COUNT)
_TAKES_PART = Message("problem.league_contradicts.takes_part", name=TYPED, night=COUNT)
_ENTERED = Message("problem.league_contradicts.entered", matchup=COUNT, round=COUNT)
_PLAYED_THERE = Message(
    "problem.league_contradicts.played_there", name=TYPED, matchup=COUNT, night=COUNT
)
_HAS_PAID = Message("problem.league_contradicts.has_paid", name=TYPED, amount=MONEY)


def check_charter(league: LeagueState, charter: Charter) -> None:
    """Refuse a charter under which what was planned or played could not have been."""
    form, planned = charter.format, league.charter.format
    # The sides of what was planned are teams, or else partners, and mean nothing as the other.
    if league.fixtures and (form.pairing, form.players) != (planned.pairing, planned.players):
        raise LeagueContradicts(_PLANNED(), pointer="/format/pairing")
    if form.nights < league.last_night:
        raise LeagueContradicts(_NIGHT_PLAYED(night=league.last_night), pointer="/format/nights")
    for entrant in league.entrants:
        if len(entrant.players) != players_per_entrant(form):
            raise LeagueContradicts(
                WRONG_TEAM_SIZE(
                    name=entrant.name, needed=players_per_entrant(form), there=len(entrant.players)
                ),
                pointer="/format/pairing" if form.pairing != planned.pairing else "/format/players",
            )
        if entrant.from_night > form.nights:
            raise LeagueContradicts(
                _TAKES_PART(name=entrant.name, night=entrant.from_night), pointer="/format/nights"
            )
    # Fewer fixtures a night end its last slots, so nothing may have been entered of those.
    slots = range(form.fixtures_a_night + 1, planned.fixtures_a_night + 1)
    for fixture in _entered(league):
        if fixture.slot in slots:
            raise LeagueContradicts(
                _ENTERED(matchup=fixture.number, round=fixture.slot),
                pointer="/format/fixturesANight",
            )


def check_results(before: Season, after: Season) -> None:
    """Refuse a charter that makes a result impossible which was possible before."""
    # Fewer matches in a fixture would make all results of more impossible, and those count for
    # nothing: the table would change without a word.
    for number, judgement in after.judgements.items():
        is_impossible = judgement.status is Status.IMPOSSIBLE
        if is_impossible and before.judgements[number].status is not Status.IMPOSSIBLE:
            why = next(each.message for each in judgement.findings if prevents_scoring(each))
            hint = f"The result of fixture {number} could not be."
            raise LeagueContradicts(why, pointer="/format", hint=hint)


def check_entrant(league: LeagueState, known: Entrant, entrant: Entrant) -> None:
    """Refuse to take an entrant out of a night in which something was entered of it.

    A progressive night can be left while it has slots to come, which are then planned without it.
    """
    # An entrant pays for the nights that it is in, so one that is taken out of a night it played
    # would pay nothing for what still counts.
    entered = _entered(league)
    last = max(((each.night, each.slot) for each in entered), default=(0, 0))
    form = league.charter.format
    is_moving = form.pairing is Pairing.PROGRESSIVE and last[1] < form.fixtures_a_night
    for fixture in entered:
        night, is_in = fixture.night, any(entrant.number in side for side in fixture.sides)
        is_absent = is_in and known.is_in(night) and not entrant.is_in(night)
        if is_absent and not (is_moving and night == last[0]):
            raise LeagueContradicts(
                _PLAYED_THERE(name=entrant.name, matchup=fixture.number, night=night),
                pointer="/fromNight" if night < entrant.from_night else "/untilNight",
            )


def has_entries(league: LeagueState, number: int) -> bool:
    """Return whether a result or a play-off of an entrant was entered."""
    is_reported = any(number in side for each in _entered(league) for side in each.sides)
    return is_reported or any(number in {each.winner, each.loser} for each in league.play_offs)


def check_paid_back(league: LeagueState, entrant: Entrant) -> None:
    """Refuse to remove an entrant whose money the organiser holds."""
    counted = (each for each in league.payments if each.cancelled is None)
    held = sum(each.amount for each in counted if each.entrant == entrant.number)
    if held:
        amount = (held, league.charter.format.currency)
        raise LeagueContradicts(_HAS_PAID(name=entrant.name, amount=amount))


def _entered(league: LeagueState) -> list[Fixture]:
    """The fixtures of which something was entered."""
    reported = {each.fixture for each in league.reported}
    return [each for each in league.fixtures if each.number in reported]
