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
        "Only matches opened then or later, by our clock as in listMatches: a date, "
        "or a date with a time, in UTC without an offset.",
        "2026-03-01T00:00:00Z",
        component="CountedSince",
        schema=searches.INSTANT_SCHEMA,
    ),
]
Until = Annotated[
    str,
    query(
        "Only matches opened before; a date takes the whole day in.",
        "2026-04-01T00:00:00Z",
        component="CountedUntil",
        schema=searches.INSTANT_SCHEMA,
    ),
]
Ruleset = Annotated[
    RulesetId | None,
    query(
        "Only matches by exactly these rules; options make other ones of them.",
        "mb-lounge",
        component="CountedRuleset",
    ),
]
Partner = Annotated[
    UUID | None,
    query(
        "Only matches in which this player is on the same side: a pair's page.",
        "01997b3f-6b3c-7e90-a2d4-9c1b8e7f0a55",
    ),
]
League = Annotated[
    UUID | None,
    query("Only matches of the matchups of this league.", "01997b4a-2c11-7b60-9f3e-5d2a8c1b7e33"),
]


@operation(
    "GET",
    "/v1/players/{player_id:uuid}/statistics",
    "getPlayerStatistics",
    tag="Players",
    answer=views.PlayerStatistics,
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

    A player is a device that has a seat, and `playerId` is its `deviceId`. Only matches that you
    are in yourself count: all those of your own device, and none of somebody you never met, for
    whom everything is 0. With `partner` it is about the two together: the matches in which they are
    on one side; with `league` only the matches of its matchups count, and only members of it may
    ask. The numbers are always those of the hands as they are now, whatever is corrected or undone.
    The rating is the player's alone: everybody begins unknown with the first of the matches that it
    rests on, the sides that did not win are equal, and guests, whose seat no device has, are one
    player for each name. Safe to repeat.
    """
    first, end = searches.parse_instant("since", since), searches.parse_instant("until", until)
    wanted = StatisticsQuery(first, end, ruleset, partner, league)
    return presenters.page(await player_tallies.record(caller.device_id, player_id, wanted))
