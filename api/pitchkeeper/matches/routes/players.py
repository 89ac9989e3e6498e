"""Players: statistics of their matches."""

from typing import Annotated
from uuid import UUID

from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Device
from pitchkeeper.matches.players import presenters, views
from pitchkeeper.matches.players.statistics import PlayerTallies, StatisticsQuery
from pitchkeeper.rest import searches
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.parameters import query
from pitchkeeper.rulings.views import RulesetId

Since = Annotated[
    str,
    query(
        "Counts only matches opened at this time or later, by the clock of the server as in "
        "listMatches: a date, or a date with a time; UTC without an offset.",
        "2026-03-01T00:00:00Z",
        component="CountedSince",
        schema=searches.INSTANT_SCHEMA,
    ),
]
Until = Annotated[
    str,
    query(
        "Counts only matches opened before this time, or by the end of this date; UTC without an "
        "offset.",
        "2026-04-01T00:00:00Z",
        component="CountedUntil",
        schema=searches.INSTANT_SCHEMA,
    ),
]
Ruleset = Annotated[
    RulesetId | None,
    query(
        "Counts only matches with exactly this rule set; a match with changed options has another "
        "one.",
        "mb-lounge",
        component="CountedRuleset",
    ),
]
Partner = Annotated[
    UUID | None,
    query(
        "Counts only matches in which the two players are partners.",
        "01997b3f-6b3c-7e90-a2d4-9c1b8e7f0a55",
    ),
]
League = Annotated[
    UUID | None,
    query(
        "Counts only matches that were played for matchups of this league.",
        "01997b4a-2c11-7b60-9f3e-5d2a8c1b7e33",
    ),
]


@operation(
    "GET",
    "/v1/players/{player_id:uuid}/statistics",
    tag="Players",
    problems=("ruleset_not_found", "league_not_found"),
    takes_slot=True,
)
async def get_player_statistics(  # noqa: PLR0913, PLR0917
    player_id: FromPath[UUID],
    caller: NamedDependency[Device],
    player_tallies: NamedDependency[PlayerTallies],
    since: Since = "",
    until: Until = "",
    ruleset: Ruleset = None,
    partner: Partner = None,
    league: League = None,
) -> views.PlayerStatistics:
    """Get the statistics of a player.

    A player is a device that has a seat, and `playerId` is its `deviceId`. Only matches of which
    this device is a member count, so everything is 0 for a player who was in none of them. With
    `partner` the statistics are those of the two players as partners; with `league` only matches of
    its matchups count, and only its members may ask. The statistics follow from the hands as they
    are now, including corrections. The rating is the player's own: every player starts as unknown
    with the first of the rated matches, the sides that did not win are equal, and a guest, whose
    seat no device has, is one player for each name. Safe to repeat.
    """
    first, end = searches.parse_instant("since", since), searches.parse_instant("until", until)
    query = StatisticsQuery(first, end, ruleset, partner, league)
    return presenters.page(await player_tallies.record(caller.device_id, player_id, query))
