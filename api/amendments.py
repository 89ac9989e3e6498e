"""Amendments: what can still be changed of a league once its nights were planned or played."""

from api.books import Book, Charter
from api.seasons import Season
from domain import findings, leagues
from domain.leagues import Entrant, LeagueContradicts
from domain.verdicts import Status
from domain.words import counted


def check_charter(book: Book, charter: Charter) -> None:
    """Refuse a charter under which what was planned or played could not have been."""
    form, planned = charter.format, book.charter.format
    if book.fixtures and (form.pairing, form.players) != (planned.pairing, planned.players):
        raise LeagueContradicts(
            "Who plays with whom stays as it was when the fixtures were planned.",
            pointer="/format/pairing",
        )
    if form.nights < book.last_night:
        raise LeagueContradicts(
            f"Night {book.last_night} was played already.", pointer="/format/nights"
        )
    for entrant in book.entrants:
        if len(entrant.players) != leagues.members(form):
            raise LeagueContradicts(
                f"{entrant.name} has {counted(len(entrant.players), 'player')}, "
                f"and would need {leagues.members(form)}.",
                pointer="/format/pairing" if form.pairing != planned.pairing else "/format/players",
            )
        if entrant.from_night > form.nights:
            raise LeagueContradicts(
                f"{entrant.name} takes part from night {entrant.from_night} on.",
                pointer="/format/nights",
            )
    slots = range(form.fixtures_a_night + 1, planned.fixtures_a_night + 1)
    reported = {each.fixture for each in book.reported}
    for fixture in book.fixtures:
        if fixture.slot in slots and fixture.number in reported:
            raise LeagueContradicts(
                f"Something was entered of fixture {fixture.number} in slot {fixture.slot}.",
                pointer="/format/fixturesANight",
            )


def check_results(before: Season, after: Season) -> None:
    """Refuse a charter that makes a result impossible which was possible before."""
    for number, judgement in after.judgements.items():
        is_impossible = judgement.status is Status.IMPOSSIBLE
        if is_impossible and before.judgements[number].status is not Status.IMPOSSIBLE:
            why = next(each.message for each in judgement.findings if findings.blocks(each))
            raise LeagueContradicts(
                f"The result of fixture {number} could not be: {why}", pointer="/format"
            )


def check_entrant(book: Book, known: Entrant, entrant: Entrant) -> None:
    """Refuse to take an entrant out of a night in which something was entered of it."""
    reported = {each.fixture for each in book.reported}
    for fixture in book.fixtures:
        night, is_in = fixture.night, any(entrant.number in side for side in fixture.sides)
        is_entered = is_in and fixture.number in reported
        if is_entered and known.is_in(night) and not entrant.is_in(night):
            raise LeagueContradicts(
                f"{entrant.name} is in fixture {fixture.number} of night {night}, "
                "of which something was entered.",
                pointer="/fromNight" if night < entrant.from_night else "/untilNight",
            )
