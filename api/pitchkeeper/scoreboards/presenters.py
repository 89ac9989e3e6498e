"""Scoreboard presenters: of a match and of a league night what everybody may see."""

from pitch import Status, Table, join_partners, side_names, side_of
from pitch.league import Fixture, TitleOdds
from pitch.match import ScoreLine, estimate_win_chances
from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.matches.state import MatchState
from pitchkeeper.scoreboards.views import (
    LastHand,
    LeagueScoreboard,
    MatchScoreboard,
    NextPairings,
    Scoreboard,
    ScoreboardRow,
    TablePairing,
    TableScore,
)


def match(state: MatchState) -> Scoreboard:
    """A match by what its table tells everybody."""
    seating, sheet, rules = state.match.seating, state.sheet, state.match.ruleset
    last = sheet.lines[-1] if sheet.lines else None
    shown = MatchScoreboard(
        ruleset=rules.name,
        players=seating.names,
        sides=side_names(seating),
        scores=sheet.scores,
        target=rules.rules.target,
        fixed_hands=rules.rules.hands,
        hands=len(sheet.lines),
        last_hand=None if last is None else _hand(last, seating.table),
        unproven=state.unproven,
        dealer=seating.names[sheet.next_dealer],
        outlook=sheet.outlook,
        winner=sheet.winner,
        chances=estimate_win_chances(state.match, sheet),
    )
    return Scoreboard(kind=AggregateKind.MATCH, match=shown)


def league(season: LeagueSeason) -> Scoreboard:
    """The night of a league that goes on, or was the last."""
    # Before any night has begun it is the first: people come in and look for their table.
    charter, night = season.state.charter, max(season.last_night, 1)
    fixtures = season.fixtures_on(night)
    slot = _slot(season, fixtures)
    told = [_table(season, each) for each in fixtures]
    odds = season.title_odds(season.now.chances)
    shown = LeagueScoreboard(
        name=charter.name,
        night=night,
        nights=charter.format.nights,
        date=charter.dates[night - 1] if night <= len(charter.dates) else None,
        slot=slot,
        slots=max((each.slot for each in fixtures), default=0),
        tables=tuple(sorted((each for each in told if each.slot == slot), key=_by_table)),
        results=_results(season, fixtures),
        next=_next(season, night, slot),
        rows=_rows(season, odds),
        estimate=None if odds is None else odds.estimate,
    )
    return Scoreboard(kind=AggregateKind.LEAGUE, league=shown)


def _hand(line: ScoreLine, table: Table) -> LastHand:
    verdict = line.verdict
    return LastHand(
        number=line.number,
        standing=line.standing,
        bidder=None if verdict.pitcher is None else side_of(table, verdict.pitcher),
        bid=verdict.bid,
        made=verdict.made,
        deltas=line.deltas,
    )


def _slot(season: LeagueSeason, fixtures: tuple[Fixture, ...]) -> int:
    """The first slot of a night in which a table is not done, else its last."""
    left = [each.slot for each in fixtures if not _is_over(season, each)]
    return min(left) if left else max((each.slot for each in fixtures), default=0)


def _is_over(season: LeagueSeason, fixture: Fixture) -> bool:
    return season.judgements[fixture.number].status is Status.SETTLED


def _table(season: LeagueSeason, fixture: Fixture) -> TableScore:
    judgement, reported = (
        season.judgements[fixture.number],
        season.report_with_scores(fixture.number),
    )
    # The one that has no winner yet is the one on the table; its own sheet tells the score.
    going = [each for each in reported.report.matches if each.winner is None] if reported else []
    is_over = _is_over(season, fixture)
    return TableScore(
        table=fixture.table,
        names=_names(season, fixture),
        slot=fixture.slot,
        wins=judgement.wins,
        left=judgement.left,
        scores=going[-1].scores if going and not is_over else None,
        is_over=is_over,
    )


def _results(season: LeagueSeason, fixtures: tuple[Fixture, ...]) -> tuple[TableScore, ...]:
    """What is settled of a night, in the order in which it was entered, the last first."""
    entered = {each.fixture: each.at for each in season.state.reported}
    settled = [each for each in fixtures if each.number in entered and _is_over(season, each)]
    newest = sorted(settled, key=lambda each: (entered[each.number], each.number), reverse=True)
    return tuple(_table(season, each) for each in newest)


def _next(season: LeagueSeason, night: int, slot: int) -> NextPairings | None:
    """Who meets in the slot after this one, be it on another night."""
    coming = [each for each in season.fixtures if (each.night, each.slot) > (night, slot)]
    if not coming:
        return None
    night, slot = min((each.night, each.slot) for each in coming)
    pairings = (
        TablePairing(table=each.table, names=_names(season, each))
        for each in coming
        if (each.night, each.slot) == (night, slot)
    )
    return NextPairings(night=night, slot=slot, pairings=tuple(sorted(pairings, key=_by_table)))


def _rows(season: LeagueSeason, odds: TitleOdds | None) -> tuple[ScoreboardRow, ...]:
    """The standings, each line with its chance of being first and, where told, how large it is."""
    snapshot, names = season.now, season.state.names
    chances = {each.entrant: each for each in snapshot.chances}
    return tuple(
        ScoreboardRow(
            rank=row.rank,
            name=names[row.entrant],
            score=row.score,
            won=row.won,
            lost=row.lost,
            chance=chances[row.entrant],
            first_permille=None if odds is None else odds.permille[row.entrant],
        )
        for row in snapshot.standings.rows
    )


def _names(season: LeagueSeason, fixture: Fixture) -> tuple[str, ...]:
    names = season.state.names
    return tuple(join_partners(names[each] for each in side) for side in fixture.sides)


def _by_table(pairing: TablePairing) -> int:
    return pairing.table
