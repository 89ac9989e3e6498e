"""League sentences: what the sheet of a league says in words, of its table and its fixtures."""

from collections.abc import Callable, Iterator
from typing import Final

from api.leagues.season import views
from api.leagues.season.seasons import LeagueSeason
from api.leagues.season.views import LeagueFixture, Night, Standings
from api.messages import languages
from api.rulings import presenters
from domain.findings import Status
from domain.league import clauses as league_clauses
from domain.league.ranking.tie_breaks import Parting
from domain.wording import counted, together

_MARKS: Final = {
    Status.OPEN: "open",
    Status.IMPOSSIBLE: "impossible",
    Status.SETTLED: "",
}


def facts(
    season: LeagueSeason,
    accounts: views.Accounts,
    table: Standings,
    money: Callable[[int], str],
) -> Iterator[tuple[str, str]]:
    """What stands at the head of the sheet; money only where the league has any."""
    state = season.state
    form, rules = state.charter.format, presenters.ruleset_summary(state.ruleset)
    yield "Standings", f"after night {table.after_night} of {form.nights}"
    a_night = counted(form.fixtures_a_night, "fixture")
    a_fixture = counted(form.matches_a_fixture, "match")
    yield "Format", f"{a_night} a night, {a_fixture} a fixture"
    yield "Rules", f"{rules.name} ({rules.id})"
    yield "Left", f"{counted(table.left, 'fixture')} not settled"
    if table.impossible:
        said = "fixture {} counts" if len(table.impossible) == 1 else "fixtures {} count"
        numbers = together(map(str, table.impossible))
        yield "Impossible", f"{said.format(numbers)} for nothing"
    if accounts.pot:
        yield "Fees", f"{money(accounts.collected)} paid, {money(accounts.owed)} owed so far"
        yield "Pot", money(accounts.pot)
    if any(table.prizes.places):
        yield "Prizes", together(map(money, table.prizes.places))
    yield "League", f"{state.league_id}, version {state.version}"


def prize_head(table: Standings) -> str:
    """A prize is won when nothing can change any more, and until then only in sight."""
    return "Prize if it ended now" if table.left else "Prize"


def decided(parting: Parting | None) -> str:
    if parting is None:
        return ""
    return parting.tie_break.value.replace("_", " ") if parting.tie_break else "nights before"


def marks(season: LeagueSeason, shown: LeagueFixture) -> Iterator[str]:
    """What is to be known of a fixture besides who won how often."""
    mark = _MARKS[shown.judgement.status]
    if mark:
        yield mark
    if shown.reported is None:
        return
    report = shown.reported.report
    if report.neither_came:
        yield "neither side came"
    if report.forfeit is not None:
        yield f"forfeit by {shown.sides[report.forfeit].name}"
    for each in report.substitutes:
        entrant = season.state.entrant(each.entrant)
        # A substitute in a place that there is not is kept and flagged, like all that cannot be.
        if entrant is not None and each.player < len(entrant.players):
            yield f"{each.name} for {entrant.players[each.player]} of {entrant.name}"
    if report.is_closed:
        yield "ended by closing time"


def notes(table: Standings, nights: tuple[Night, ...]) -> Iterator[str]:
    """What decided where scores are equal, and what is wrong or odd about results."""
    for row in table.rows:
        if row.decided_by:
            yield f"{row.name}: {row.decided_by.why}"
        if row.awaits_play_off:
            yield f"{row.name} waits for a play-off."
    for night in nights:
        for each in night.fixtures:
            for finding in each.judgement.findings:
                said = languages.text(finding.message)
                yield f"Night {night.night}, fixture {each.number}: {said}"
        yield from (
            f"Night {night.night}: {languages.text(finding.message)}" for finding in night.findings
        )
    yield from (languages.text(finding.message) for finding in table.prizes.findings)


def clauses(season: LeagueSeason) -> Iterator[str]:
    for clause in league_clauses.of(season.state.charter.format):
        yield f"{languages.texts(clause.sentences)} ({clause.id}, {clause.basis.value})"
