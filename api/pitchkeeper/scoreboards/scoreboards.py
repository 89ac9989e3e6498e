"""Scoreboards: views found by the secret of a public link, built once for all its screens."""

import hashlib
import re
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final
from uuid import UUID

from cachetools import LRUCache
from msgspec import Struct

from pitch import Status, Table
from pitch.league import (
    Attendance,
    Fixture,
    NightState,
    ResultSettlement,
    TitleOdds,
)
from pitch.match import ScoreLine, estimate_win_chances
from pitch.messages import Refusal
from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.access.public_links import public_links
from pitchkeeper.access.public_links.store import LinkStore, PublicLink
from pitchkeeper.leagues.changes import LeagueChanges, LeagueNotFound
from pitchkeeper.leagues.season import brackets
from pitchkeeper.leagues.season.fixtures import LeagueSeasons
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.matches.changes import MatchChanges, MatchNotFound
from pitchkeeper.matches.state import MatchState
from pitchkeeper.rest.views import same_fields
from pitchkeeper.scoreboards.views import (
    BracketBoard,
    CheckInBoard,
    LastHand,
    LeagueScoreboard,
    MatchScoreboard,
    NextPairings,
    Scoreboard,
    ScoreboardRow,
    TablePairing,
    TableScore,
)
from pitchkeeper.workers.league_threads import LeagueThreads
from pitchkeeper.workers.result_cache import ResultCache, Source


def match_board(state: MatchState) -> Scoreboard:
    """Return the scoreboard of a match."""
    seating, sheet, rules = state.match.seating, state.sheet, state.match.ruleset
    last = sheet.lines[-1] if sheet.lines else None
    board = MatchScoreboard(
        name=state.name,
        ruleset=rules.name,
        players=seating.names,
        sides=seating.side_names,
        scores=sheet.scores,
        target=rules.rules.target,
        fixed_hands=rules.rules.hands,
        hands=len(sheet.lines),
        last_hand=None if last is None else _last_hand(last, seating.table),
        unproven=state.unproven,
        dealer=seating.names[sheet.next_dealer],
        outlook=sheet.outlook,
        winner=sheet.winner,
        chances=estimate_win_chances(state.match, sheet),
    )
    return Scoreboard(kind=AggregateKind.MATCH, match=board)


def league_board(season: LeagueSeason) -> Scoreboard:
    """Return the scoreboard of the night that is open, or the last that has begun, or the first."""
    charter, night = season.state.charter, _night_shown(season)
    fixtures = season.fixtures_on(night)
    slot = _current_slot(season, fixtures)
    odds = season.title_odds(season.now.chances)
    board = LeagueScoreboard(
        name=charter.name,
        night=night,
        nights=charter.format.nights,
        date=charter.date_of(night),
        slot=slot,
        slots=max((fixture.slot for fixture in fixtures), default=0),
        check_in=_check_in(season, night),
        tables=tuple(
            _table_score(season, fixture)
            for fixture in _by_table(fixtures)
            if fixture.slot == slot or (fixture.slot < slot and _has_two_results(season, fixture))
        ),
        results=_results(season, fixtures),
        next=_next_pairings(season, night, slot),
        bracket=_bracket(season, night),
        rows=_rows(season, odds),
        unproven=len(season.unproven),
        estimate=None if odds is None else odds.estimate,
    )
    return Scoreboard(kind=AggregateKind.LEAGUE, league=board)


def _night_shown(season: LeagueSeason) -> int:
    later = (each.night for each in season.state.nights if each.night > season.last_night)
    going_on = {NightState.CHECKING_IN, NightState.BEGUN}
    opened = [night for night in later if season.night_state(night) in going_on]
    return min(opened, default=max(season.last_night, 1))


def _bracket(season: LeagueSeason, night: int) -> BracketBoard | None:
    if not season.league.has_bracket_on(night):
        return None
    is_double = season.league.format.is_double
    return BracketBoard(is_double=is_double, rounds=brackets.rounds(season))


def _check_in(season: LeagueSeason, night: int) -> CheckInBoard | None:
    if season.night_state(night) is not NightState.CHECKING_IN:
        return None
    held = season.league.night(night)
    expected = season.league.entrants_on(night)
    missing = [each for each in expected if held.attendance(each.number) is not Attendance.HERE]
    return CheckInBoard(
        here=len(expected) - len(missing),
        expected=len(expected),
        missing=tuple(each.name for each in missing),
    )


def _last_hand(line: ScoreLine, table: Table) -> LastHand:
    verdict = line.verdict
    return LastHand(
        **same_fields(LastHand, line, verdict),
        bidder=None if verdict.pitcher is None else table.side_of(verdict.pitcher),
    )


def _current_slot(season: LeagueSeason, fixtures: Sequence[Fixture]) -> int:
    """Return the first slot in which a fixture is still played, or else the last slot."""
    played = [
        game.slot
        for game in fixtures
        if not _is_settled(season, game) and not _has_two_results(season, game)
    ]
    return min(played) if played else max((game.slot for game in fixtures), default=0)


def _has_two_results(season: LeagueSeason, fixture: Fixture) -> bool:
    return season.settlement(fixture.number) is ResultSettlement.CONTRADICTED


def _is_settled(season: LeagueSeason, fixture: Fixture) -> bool:
    return season.judgements[fixture.number].status is Status.SETTLED


def _table_score(season: LeagueSeason, fixture: Fixture) -> TableScore:
    judgement, is_settled = season.judgements[fixture.number], _is_settled(season, fixture)
    reported = season.report_with_scores(fixture.number)
    # The match without a winner is the one being played.
    live = [game for game in reported.report.matches if game.winner is None] if reported else []
    return TableScore(
        table=fixture.table,
        names=season.state.side_names(fixture),
        slot=fixture.slot,
        wins=judgement.wins,
        left=judgement.left,
        scores=live[-1].scores if live and not is_settled else None,
        is_over=is_settled,
        settlement=season.settlement(fixture.number),
    )


def _results(season: LeagueSeason, fixtures: Sequence[Fixture]) -> tuple[TableScore, ...]:
    """Return the fixtures of a night that are over, the last reported first."""
    times = {number: counted.reported.at for number, counted in season.counted.items()}
    over = [
        game
        for game in fixtures
        if game.number in times and (_is_settled(season, game) or _has_two_results(season, game))
    ]
    over.sort(key=lambda fixture: (times[fixture.number], fixture.number), reverse=True)
    return tuple(_table_score(season, fixture) for fixture in over)


def _next_pairings(season: LeagueSeason, night: int, slot: int) -> NextPairings | None:
    """Return the pairings of the slot after this one, which may be on a later night."""
    later = [
        fixture for fixture in season.fixtures if (fixture.night, fixture.slot) > (night, slot)
    ]
    if not later:
        return None
    night, slot = min((fixture.night, fixture.slot) for fixture in later)
    return NextPairings(
        night=night,
        slot=slot,
        pairings=tuple(
            TablePairing(table=fixture.table, names=season.state.side_names(fixture))
            for fixture in _by_table(later)
            if (fixture.night, fixture.slot) == (night, slot)
        ),
    )


def _rows(season: LeagueSeason, odds: TitleOdds | None) -> tuple[ScoreboardRow, ...]:
    """Return the standings, each row with its chance to finish first."""
    snapshot, names = season.now, season.state.names
    chances = {chance.entrant: chance for chance in snapshot.chances}
    return tuple(
        ScoreboardRow(
            **same_fields(ScoreboardRow, row),
            name=names[row.entrant],
            chance=chances[row.entrant],
            first_permille=None if odds is None else odds.permille[row.entrant],
        )
        for row in snapshot.standings.rows
    )


def _by_table(fixtures: Sequence[Fixture]) -> list[Fixture]:
    return sorted(fixtures, key=lambda fixture: fixture.table)


_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
_MAX_BOARDS: Final = 64
_MAX_LEAGUES: Final = 256
"""The most leagues of which the linked matches are known, each at a version."""


class PublicLinkNotFound(Refusal):
    """No public link has this secret, or its match or league was deleted."""


class LinkTarget(Struct, frozen=True):
    """The match or league of a link: a digest of its state, and how to build its scoreboard."""

    state: str
    build: Callable[[], Awaitable[Scoreboard]]


class Scoreboards:
    """The scoreboards of public links."""

    def __init__(
        self,
        links: LinkStore,
        matches: MatchChanges,
        leagues: LeagueChanges,
        league_seasons: LeagueSeasons,
        league_threads: LeagueThreads,
    ) -> None:
        self._links = links
        self._matches = matches
        self._leagues = leagues
        self._seasons = league_seasons
        self._league_threads = league_threads
        # Building one takes up to seconds, and all screens in a room ask for the same.
        self.boards: ResultCache[Scoreboard] = ResultCache(_MAX_BOARDS, lambda _: 1)
        self._linked: LRUCache[UUID, tuple[int, tuple[UUID, ...]]] = LRUCache(_MAX_LEAGUES)

    async def find(self, secret: str) -> LinkTarget:
        """Return the match or league of a link. Raises PublicLinkNotFound."""
        link = await self._find_link(secret)
        try:
            if link.kind is AggregateKind.MATCH:
                return await self._match(link.aggregate_id)
            return await self._league(link.aggregate_id)
        except (MatchNotFound, LeagueNotFound):
            raise PublicLinkNotFound from None

    async def find_season(self, secret: str) -> LeagueSeason:
        """Return the season of a link to a league. Raises PublicLinkNotFound, also for a match."""
        link = await self._find_link(secret)
        if link.kind is not AggregateKind.LEAGUE:
            raise PublicLinkNotFound
        try:
            return await self._seasons.load_season(
                await self._leagues.read_public(link.aggregate_id)
            )
        except LeagueNotFound:
            raise PublicLinkNotFound from None

    async def _find_link(self, secret: str) -> PublicLink:
        if not _SECRET.fullmatch(secret):
            raise PublicLinkNotFound
        link = await self._links.find(public_links.hash_secret(secret))
        if link is None:
            raise PublicLinkNotFound
        return link

    async def _match(self, match_id: UUID) -> LinkTarget:
        match = await self._matches.read_public(match_id)
        state = _digest(match_id, match.version)
        devices = frozenset(member.device_id for member in match.members)
        source = Source(match_id, state, devices)
        make = partial(self._league_threads.run, match_id, match_board, match)
        return LinkTarget(state, partial(self.boards.get, source, match_board, make))

    async def _league(self, league_id: UUID) -> LinkTarget:
        version, devices = await self._leagues.read_mark(league_id)
        linked = self._linked.get(league_id)
        if linked is None or linked[0] != version:
            # A large league takes 40 ms to read, and screens poll every few seconds.
            league = await self._leagues.read_public(league_id)
            linked = league.version, tuple(league.hand_kept_matches)
            self._linked[league_id] = linked
        outcomes = await self._seasons.list_outcomes(linked[1])
        # With the outcomes, because scores of linked matches change without a version.
        state = _digest(league_id, linked[0], *sorted(outcomes.items()))
        source = Source(league_id, state, devices)
        make = partial(self._make_league_board, league_id)
        return LinkTarget(state, partial(self.boards.get, source, league_board, make))

    async def _make_league_board(self, league_id: UUID) -> Scoreboard:
        season = await self._seasons.load_season(await self._leagues.read_public(league_id))
        return await self._league_threads.run(league_id, league_board, season)


def _digest(*parts: object) -> str:
    """Return a digest that differs between states and reveals nothing of them."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
