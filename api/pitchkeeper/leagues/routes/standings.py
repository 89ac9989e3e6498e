"""Standings: the places, play-offs, accounts and rules of a league."""

from typing import Annotated, Any
from uuid import UUID

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitch.league import PlayOff
from pitch.types import MOST_NIGHTS
from pitchkeeper.access.devices import Device, LeagueRole
from pitchkeeper.leagues.changes import LeagueChanges, LeagueEdit
from pitchkeeper.leagues.routes.leagues import CHANGE_PROBLEMS, LEAGUE
from pitchkeeper.leagues.routes.nights import respond
from pitchkeeper.leagues.season import entries, presenters
from pitchkeeper.leagues.season import views as season_views
from pitchkeeper.leagues.season.fixtures import LeagueSeasons
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.matches import views
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.parameters import query
from pitchkeeper.rest.signatures import FromBody, Versioned
from pitchkeeper.workers.league_threads import LeagueThreads, Slot

After = Annotated[
    int | None,
    query(
        "The number of the night after which the standings are computed; 0 is before the first.",
        1,
        name="afterNight",
        ge=0,
        le=MOST_NIGHTS,
    ),
]
AtNight = Annotated[
    int | None,
    query(
        "The number of a night, for the accounts as they are at its door.",
        1,
        name="night",
        component="AtNight",
        ge=1,
        le=MOST_NIGHTS,
    ),
]
PLAY_OFFS = f"{LEAGUE}/play-offs"
PAYMENTS = f"{LEAGUE}/payments"
PAYOUTS = f"{LEAGUE}/payouts"


async def respond_standings(
    slot: Slot, season: LeagueSeason, night: int | None = None, *, status: int = 200
) -> Response[Any]:
    """Return the response with the standings after a night.

    They are computed in a thread, because those of a big league take seconds.
    """
    night = season.last_night if night is None else night
    snapshot = await slot.run(season.snapshot, night)
    return respond(season, presenters.standings(season, snapshot), status=status)


@operation("GET", f"{LEAGUE}/standings", tag="Standings", problems=("standings_busy",))
async def get_standings(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
    league_threads: NamedDependency[LeagueThreads],
    after_night: After = None,
) -> Versioned[season_views.Standings]:
    """Get the standings.

    Each row has its place, the score of each night, the tie-break that decided the place, the
    chance to finish first by the score alone, without tie-breaks and play-offs, and the prize. In a
    season that ends in a knock-out, `reaches` of the chance says who can still reach it. With
    `afterNight` the standings are those after that night. Safe to repeat.
    """
    season = await league_seasons.read_season(caller.device_id, league_id)
    with league_threads.slot(league_id) as slot:
        return await respond_standings(slot, season, after_night)


@operation(
    "POST",
    PLAY_OFFS,
    tag="Standings",
    status=201,
    problems=(*CHANGE_PROBLEMS, "not_in_league", "plays_itself", "standings_busy"),
    links=("getStandings", "cancelPlayOff"),
)
async def record_play_off(
    play_off: FromBody[PlayOff],
    edit: NamedDependency[LeagueEdit],
    league_seasons: NamedDependency[LeagueSeasons],
    league_threads: NamedDependency[LeagueThreads],
) -> Versioned[season_views.Standings]:
    """Record a play-off.

    The play-off has a winner and a loser, and counts if the tie-breaks of the league get to it. A
    retry is safe with an Idempotency-Key.
    """
    with league_threads.slot(edit.aggregate_id) as slot:
        league = await entries.record_play_off(edit, play_off, slot)
        return await respond_standings(slot, await league_seasons.load_season(league), status=201)


@operation(
    "POST",
    f"{PLAY_OFFS}/{{play_off:int}}/cancellation",
    tag="Standings",
    problems=(*CHANGE_PROBLEMS, "no_such_play_off", "standings_busy"),
)
async def cancel_play_off(
    play_off: FromPath[int],
    cancellation: FromBody[views.NewCancellation],
    edit: NamedDependency[LeagueEdit],
    league_seasons: NamedDependency[LeagueSeasons],
    league_threads: NamedDependency[LeagueThreads],
) -> Versioned[season_views.Standings]:
    """Cancel a play-off.

    The play-off stays in the list with the reason, but decides nothing. Cancelling it again changes
    nothing, so a retry is safe.
    """
    with league_threads.slot(edit.aggregate_id) as slot:
        league = await entries.cancel_play_off(edit, play_off, cancellation.reason, slot)
        return await respond_standings(slot, await league_seasons.load_season(league))


@operation("GET", f"{LEAGUE}/accounts", tag="Standings")
async def get_accounts(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
    night: AtNight = None,
) -> Versioned[season_views.Accounts]:
    """Get the accounts.

    The accounts have, for each team or player, the fees for the nights so far, the fee due with the
    next night, and the payments; the pot and the prizes by the current places, which add up to the
    last unit; and the payouts, with what is left in the box. With `night` they are those at its
    door: the fee of a night that has not begun is due only once it is open, of those who are here
    or late. Safe to repeat.
    """
    season = await league_seasons.read_season(caller.device_id, league_id)
    return respond(season, presenters.accounts(season, night))


@operation(
    "POST",
    PAYMENTS,
    tag="Standings",
    status=201,
    problems=(*CHANGE_PROBLEMS, "not_in_league", "no_such_night", "nothing_paid"),
    links=("getAccounts", "cancelPayment"),
)
async def record_payment(
    payment: FromBody[season_views.NewPayment],
    edit: NamedDependency[LeagueEdit],
    league_seasons: NamedDependency[LeagueSeasons],
) -> Versioned[season_views.Accounts]:
    """Record a payment.

    The amount is in minor units, below zero for a refund. It counts for the whole season; the
    night, the player and the kind say what it was paid for. A retry is safe with an
    Idempotency-Key.
    """
    league = await edit.write(LeagueRole.SCORER, entries.decide_payment, payment=payment)
    return await _respond_accounts(league_seasons, league, status=201)


@operation(
    "POST",
    f"{PAYMENTS}/{{payment:int}}/cancellation",
    tag="Standings",
    problems=(*CHANGE_PROBLEMS, "no_such_payment"),
)
async def cancel_payment(
    payment: FromPath[int],
    cancellation: FromBody[views.NewCancellation],
    edit: NamedDependency[LeagueEdit],
    league_seasons: NamedDependency[LeagueSeasons],
) -> Versioned[season_views.Accounts]:
    """Cancel a payment.

    The payment stays in the list with the reason, but counts for nothing. Cancelling it again
    changes nothing, so a retry is safe.
    """
    league = await edit.write(
        LeagueRole.SCORER,
        entries.decide_cancellation,
        list_name="payments",
        number=payment,
        reason=cancellation.reason,
    )
    return await _respond_accounts(league_seasons, league)


@operation(
    "POST",
    PAYOUTS,
    tag="Standings",
    status=201,
    problems=(*CHANGE_PROBLEMS, "not_in_league", "no_such_night"),
    links=("getAccounts", "cancelPayout"),
)
async def record_payout(
    payout: FromBody[season_views.NewPayout],
    edit: NamedDependency[LeagueEdit],
    league_seasons: NamedDependency[LeagueSeasons],
) -> Versioned[season_views.Accounts]:
    """Record a payout.

    A prize that is handed out changes no account: what a team or player owes stays. More than its
    prize is recorded too, and the prizes then have the finding `payout_over_award`. Only the owner
    and organizers may record a payout. A retry is safe with an Idempotency-Key.
    """
    league = await edit.write(LeagueRole.ORGANISER, entries.decide_payout, payout=payout)
    return await _respond_accounts(league_seasons, league, status=201)


@operation(
    "POST",
    f"{PAYOUTS}/{{payout:int}}/cancellation",
    tag="Standings",
    problems=(*CHANGE_PROBLEMS, "no_such_payout"),
)
async def cancel_payout(
    payout: FromPath[int],
    cancellation: FromBody[views.NewCancellation],
    edit: NamedDependency[LeagueEdit],
    league_seasons: NamedDependency[LeagueSeasons],
) -> Versioned[season_views.Accounts]:
    """Cancel a payout.

    The payout stays in the list with the reason, but counts for nothing. Only the owner and
    organizers may cancel one. Cancelling it again changes nothing, so a retry is safe.
    """
    league = await edit.write(
        LeagueRole.ORGANISER,
        entries.decide_cancellation,
        list_name="payouts",
        number=payout,
        reason=cancellation.reason,
    )
    return await _respond_accounts(league_seasons, league)


@operation("GET", f"{LEAGUE}/rules", tag="Standings")
async def get_league_rules(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    league_changes: NamedDependency[LeagueChanges],
) -> season_views.LeagueRules:
    """Get the rules of a league.

    Every clause is a sentence with its source document, and whether the document states it, is
    silent so that a default applies, or the house decided. Safe to repeat.
    """
    return presenters.rules(await league_changes.read(caller.device_id, league_id))


async def _respond_accounts(
    league_seasons: LeagueSeasons, league: LeagueState, *, status: int = 200
) -> Response[Any]:
    """Return the response with the accounts after a change."""
    season = await league_seasons.load_season(league)
    return respond(season, presenters.accounts(season), status=status)
