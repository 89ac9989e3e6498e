"""League sentences: the facts, remarks and clauses of a league sheet in words."""

from collections.abc import Callable, Iterator
from typing import Final

from pitch import Finding, Status
from pitch.league import Parting, ResultSettlement, list_league_clauses
from pitch.messages import CHOICE, COUNT, MONEY, TYPED, Message, Sentence, all_of
from pitchkeeper.leagues.season import views
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.season.views import LeagueFixture, Night, Standings
from pitchkeeper.messages import languages
from pitchkeeper.rulings import presenters, rulebooks

_STANDINGS: Final = Message("heading.league.fact.standings")
_FORMAT: Final = Message("heading.league.fact.format")
_RULES: Final = Message("heading.league.fact.rules")
_LEFT: Final = Message("heading.league.fact.left")
_IMPOSSIBLE: Final = Message("heading.league.fact.impossible")
_UNPROVEN: Final = Message("heading.league.fact.unproven")
_FINAL: Final = Message("heading.league.fact.final")
_FEES: Final = Message("heading.league.fact.fees")
_POT: Final = Message("heading.league.fact.pot")
_PRIZES: Final = Message("heading.league.fact.prizes")
_AFTER: Final = Message("sheet.league.after", night=COUNT, nights=COUNT)
_A_NIGHT: Final = Message("sheet.league.a_night", matchups=COUNT, matches=COUNT)
_TO_SETTLE: Final = Message("sheet.league.left", left=COUNT)
_FOR_NOTHING: Final = Message("sheet.league.for_nothing", matchups=all_of(COUNT))
_MAY_CHANGE: Final = Message("sheet.league.may_change", matchups=all_of(COUNT))
_SURE: Final = Message("sheet.league.final_sure", names=all_of(TYPED))
_OUT: Final = Message("sheet.league.final_out", names=all_of(TYPED))
_COLLECTED: Final = Message("sheet.league.collected", paid=MONEY, owed=MONEY)
_PRIZE: Final = Message("sheet.league.prize", place=COUNT, amount=MONEY)
_DECIDED: Final = Message("sheet.league.decided", by=CHOICE)
_MARK: Final = Message("sheet.league.mark", status=CHOICE)
_TWO_RESULTS: Final = Message("sheet.league.mark.two_results")
_UNCONFIRMED: Final = Message("sheet.league.mark.unconfirmed")
_NEITHER: Final = Message("sheet.league.mark.neither_came")
_FORFEIT: Final = Message("sheet.league.mark.forfeit", name=TYPED)
_SUBSTITUTE: Final = Message(
    "sheet.league.mark.substitute", name=TYPED, player=TYPED, entrant=TYPED
)
_NOT_CHECKED: Final = Message("sheet.league.mark.not_checked")
_CLOSED: Final = Message("sheet.league.mark.closed")
_AWAITS: Final = Message("sheet.league.awaits_play_off", name=TYPED)
_OF_NIGHT: Final = Message("sheet.league.of_night", night=COUNT)
_OF_MATCHUP: Final = Message("sheet.league.of_matchup", night=COUNT, matchup=COUNT)


def facts(
    season: LeagueSeason,
    accounts: views.Accounts,
    table: Standings,
    money: Callable[[int], str],
) -> tuple[tuple[str, str], ...]:
    """Return the facts at the head of the sheet, as names and values."""
    text = languages.text
    return tuple(
        (text(heading()), value if isinstance(value, str) else text(value))
        for heading, value in _facts(season, accounts, table, money)
    )


def _facts(
    season: LeagueSeason,
    accounts: views.Accounts,
    table: Standings,
    money: Callable[[int], str],
) -> Iterator[tuple[Message, Sentence | str]]:
    """Yield headings and values; fees, pot and prizes only if the league has any."""
    state = season.state
    form, rules = state.charter.format, presenters.ruleset_summary(state.ruleset)
    yield _STANDINGS, _AFTER(night=table.after_night, nights=form.nights)
    yield _FORMAT, _A_NIGHT(matchups=form.fixtures_a_night, matches=form.matches_a_fixture)
    yield _RULES, rules.name
    yield _LEFT, _TO_SETTLE(left=table.left)
    if table.unproven:
        yield _UNPROVEN, _MAY_CHANGE(matchups=table.unproven)
    if for_nothing := sorted({*table.impossible, *table.contradicted}):
        yield _IMPOSSIBLE, _FOR_NOTHING(matchups=for_nothing)
    if final := tuple(
        message(names=[state.names[number] for number in numbers])
        for message, numbers in zip((_SURE, _OUT), season.sure_of_final, strict=True)
        if numbers
    ):
        yield _FINAL, languages.texts(final)
    currency = accounts.currency
    if accounts.pot:
        paid, amount_due = (accounts.collected, currency), (accounts.owed, currency)
        yield _FEES, _COLLECTED(paid=paid, owed=amount_due)
        yield _POT, money(accounts.pot)
    if any(table.prizes.places):
        amounts = ((amount, currency) for amount in table.prizes.places)
        prizes = (_PRIZE(place=place, amount=amount) for place, amount in enumerate(amounts, 1))
        yield _PRIZES, "; ".join(map(languages.text, prizes))


def tie_break_label(parting: Parting | None) -> str:
    """Return the tie break that separates a row from the one above it, in a word or two."""
    if parting is None:
        return ""
    return languages.text(_DECIDED(by=parting.tie_break or "nights_before"))


def marks(season: LeagueSeason, fixture: LeagueFixture) -> tuple[str, ...]:
    """Return the remarks on a fixture."""
    return tuple(map(languages.text, _marks(season, fixture)))


def _marks(season: LeagueSeason, fixture: LeagueFixture) -> Iterator[Sentence]:
    """Yield the status of a result, forfeits and substitutes."""
    if fixture.settlement is ResultSettlement.CONTRADICTED:
        yield _TWO_RESULTS()
    elif fixture.judgement.status is not Status.SETTLED:
        yield _MARK(status=fixture.judgement.status)
    if fixture.reported is None:
        return
    report = fixture.reported.report
    if report.neither_came:
        yield _NEITHER()
    if report.forfeit is not None:
        yield _FORFEIT(name=fixture.sides[report.forfeit].name)
    for substitute in report.substitutes:
        entrant = season.state.entrant(substitute.entrant)
        # A substitute in a place that there is not is kept and flagged, like all that cannot be.
        if entrant is not None and substitute.player < len(entrant.players):
            player = entrant.players[substitute.player]
            yield _SUBSTITUTE(name=substitute.name, player=player, entrant=entrant.name)
    if report.is_closed:
        yield _CLOSED()
    is_unconfirmed = fixture.settlement is ResultSettlement.REPORTED
    if is_unconfirmed and fixture.judgement.status is Status.SETTLED:
        yield _UNCONFIRMED()
    if not fixture.is_proven:
        yield _NOT_CHECKED()


def notes(table: Standings, nights: tuple[Night, ...]) -> Iterator[str]:
    """Yield the reasons of tie breaks, and the findings of matchups, nights and prizes."""
    text = languages.text
    for row in table.rows:
        if row.decided_by:
            yield f"{row.name}: {languages.texts(row.decided_by.whys)}"
        if row.awaits_play_off:
            yield text(_AWAITS(name=row.name))
    for night in nights:
        for fixture in night.fixtures:
            place = text(_OF_MATCHUP(night=night.night, matchup=fixture.number))
            yield from (
                f"{place}: {_finding_text(finding)}" for finding in fixture.judgement.findings
            )
        place = text(_OF_NIGHT(night=night.night))
        yield from (f"{place}: {_finding_text(finding)}" for finding in night.findings)
    yield from map(_finding_text, table.prizes.findings)


def _finding_text(finding: Finding) -> str:
    return languages.texts(finding.sentences)


def clauses(season: LeagueSeason) -> Iterator[str]:
    """Yield the clauses of the league, each with its mark if it has one."""
    for clause in list_league_clauses(season.state.charter.format):
        mark = rulebooks.clause_mark(clause)
        yield rulebooks.clause_text(clause) + (f" ({mark})" if mark else "")
