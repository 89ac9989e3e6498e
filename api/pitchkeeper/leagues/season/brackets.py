"""Brackets: draw the knock-out of a league, and show how far it has come."""

from collections.abc import Iterator
from itertools import groupby
from uuid import UUID

from pitch.league import KnockOut, Stage, Tie
from pitch.schedule import bracket_night
from pitchkeeper.access.devices import LeagueRole, Stamp
from pitchkeeper.leagues.changes import LeagueEdit, LeagueRevision, refuse_stale
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.season import plans
from pitchkeeper.leagues.season.bracket_views import (
    BracketFixture,
    BracketPlace,
    BracketRound,
    BracketSheet,
    BracketSide,
    TieState,
)
from pitchkeeper.leagues.season.fixtures import LeagueSeasons
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.season.views import Feeds
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.workers import threads


async def read(league_seasons: LeagueSeasons, device_id: UUID, league_id: UUID) -> LeagueSeason:
    """Return the season of a league with a knock-out. Raises NoKnockOut."""
    season = await league_seasons.read_season(device_id, league_id)
    bracket_night(season.league)
    return season


async def draw(edit: LeagueEdit, league_seasons: LeagueSeasons) -> LeagueSeason:
    """Draw a knock-out, or take latecomers into the byes of one that has begun."""

    async def decide(league: LeagueState, _stamp: Stamp) -> LeagueRevision | None:
        refuse_stale(league, edit.precondition)
        season = await league_seasons.load_season(league)
        drawn = await threads.run(plans.draw, season)
        if drawn is season.state:
            return None
        return LeagueRevision(action=LeagueAction.BRACKET_DRAWN, after=drawn)

    return await league_seasons.load_season(await edit.write(LeagueRole.ORGANISER, decide))


async def preview_draw(
    league_seasons: LeagueSeasons, device_id: UUID, league_id: UUID
) -> LeagueSeason:
    """Return the season with the knock-out drawn, without saving it."""
    season = await league_seasons.read_season(device_id, league_id)
    return await league_seasons.load_season(await threads.run(plans.draw, season))


def sheet(season: LeagueSeason) -> BracketSheet:
    """Return the view of a knock-out. Raises NoKnockOut."""
    state, knock_out = season.state, season.knock_out
    night = bracket_night(season.league) if knock_out is None else knock_out.bracket.night
    nights = {night} if knock_out is None else {tie.night for tie in knock_out.ties}
    return BracketSheet(
        league_id=state.league_id,
        version=state.version,
        night=night,
        is_double=state.charter.format.is_double,
        is_drawn=knock_out is not None,
        has_begun=season.has_bracket_begun,
        is_over=knock_out is not None and knock_out.is_over,
        winner=None if knock_out is None else knock_out.decider.known_winner,
        rounds=rounds(season),
        places=() if knock_out is None else tuple(_places(season, knock_out)),
        findings=tuple(finding for each in sorted(nights) for finding in season.findings(each)),
    )


def rounds(season: LeagueSeason) -> tuple[BracketRound, ...]:
    """Return the rounds of a knock-out in the order in which they are played."""
    knock_out = season.knock_out
    if knock_out is None:
        return ()
    return tuple(
        BracketRound(
            stage=stage,
            round=number,
            night=ties[0].night,
            slot=ties[0].slot,
            fixtures=tuple(_fixture(season, knock_out, tie) for tie in ties),
        )
        for (stage, number), ties in (
            (key, list(group))
            for key, group in groupby(
                knock_out.ties, key=lambda tie: (tie.node.stage, tie.node.round)
            )
        )
    )


def feeds(season: LeagueSeason, number: int) -> Feeds | None:
    """Return the next matchups of the sides of one; None outside a knock-out."""
    knock_out, fixture = season.knock_out, season.state.fixture(number)
    if knock_out is None or fixture is None or fixture.stage is Stage.SEASON:
        return None
    winner, loser = knock_out.feeds(number)
    return Feeds(winner=winner, loser=loser)


def _fixture(season: LeagueSeason, knock_out: KnockOut, tie: Tie) -> BracketFixture:
    winner, loser = knock_out.feeds(tie.number)
    is_reported = tie.fixture is not None and tie.number in season.results
    judgement = season.judgements.get(tie.number) if is_reported else None
    return BracketFixture(
        number=tie.number,
        table=tie.table,
        state=_state(tie, is_reported=is_reported),
        sides=(_side(season, knock_out, tie, 0), _side(season, knock_out, tie, 1)),
        wins=None if judgement is None else judgement.wins,
        winner=tie.known_winner if tie.is_needed else None,
        feeds=Feeds(winner=winner, loser=loser),
    )


def _state(tie: Tie, *, is_reported: bool) -> TieState:
    if not tie.is_needed:
        return TieState.NOT_NEEDED if tie.is_decided else TieState.WAITING
    if is_reported:
        return TieState.OVER if tie.is_decided else TieState.BEGUN
    if tie.table is None:
        return TieState.BYE
    if tie.is_decided:
        return TieState.WALK_OVER
    return TieState.WAITING if tie.is_waiting else TieState.PLANNED


def _side(season: LeagueSeason, knock_out: KnockOut, tie: Tie, side: int) -> BracketSide:
    source, seeds = tie.node.sources[side], knock_out.bracket.seeds
    # A needless reset has the sides of the final, which nobody has to see again.
    entrant = tie.known_sides[side] if tie.is_needed else None
    before = None if source.seed else knock_out.bracket.first_fixture + source.tie
    return BracketSide(
        entrant=entrant,
        name=None if entrant is None else season.state.names[entrant],
        # An archive may have a result of somebody who was not drawn.
        seed=seeds.index(entrant) + 1 if entrant in seeds and entrant is not None else None,
        winner_of=None if source.is_loser else before,
        loser_of=before if source.is_loser else None,
    )


def _places(season: LeagueSeason, knock_out: KnockOut) -> Iterator[BracketPlace]:
    places = knock_out.places()
    for number in sorted(places, key=lambda each: (places[each], each)):
        best, worst = places[number]
        yield BracketPlace(entrant=number, name=season.state.names[number], best=best, worst=worst)
