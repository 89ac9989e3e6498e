"""A league: its format and entrants, results, standings, chances and money.

Input: a format, its fixtures and their reported results. Output: judgements of fixtures, standings
with the tie-breaks that decided them, chances of the first place, fees and prizes. `settlements`
finds which report of a fixture is its result, `counts` counts the matches that it gives to each
side, `checks` finds its contradictions, and `judgements` judges it before anything adds it up: an
impossible result counts for nothing. `season` is the entry; standings pass `judgements`,
`ranking.tie_breaks` and `ranking.standings`. Imports `hand` and `rules`.
"""

from pitch.league.brackets import count_ties
from pitch.league.choices import FinalNight, Pairing, ResultPolicy, ScorersMay
from pitch.league.clauses import list_league_clauses
from pitch.league.fees import Account, Balance, Payment, PaymentKind
from pitch.league.fixtures import (
    Bye,
    EnteredResult,
    Fixture,
    Half,
    PlayedMatch,
    SeatedPlayer,
    Stage,
    Substitute,
)
from pitch.league.formats import Finals, Format, LeagueContradicts, Prizes
from pitch.league.judgements import JudgedFixture, Judgement, Pair
from pitch.league.leagues import (
    Attendance,
    Bracket,
    CheckIn,
    Entrant,
    League,
    LeagueNight,
    PlayerTonight,
    Playing,
)
from pitch.league.payouts import Payout
from pitch.league.prize_tables import PrizeTable, decimal_places
from pitch.league.ranking.standings import Move, Place, Row, group_rows
from pitch.league.ranking.tie_breaks import Parting, PlayOff
from pitch.league.ranking.title_odds import TitleEstimate, TitleOdds
from pitch.league.ranking.title_race import Chance
from pitch.league.season import NightState, Season, Snapshot
from pitch.league.settlements import (
    Reports,
    ResultSettlement,
    Settled,
    Source,
    settle,
)
from pitch.league.ties import KnockOut, Tie

__all__ = [
    "Account",
    "Attendance",
    "Balance",
    "Bracket",
    "Bye",
    "Chance",
    "CheckIn",
    "EnteredResult",
    "Entrant",
    "FinalNight",
    "Finals",
    "Fixture",
    "Format",
    "Half",
    "JudgedFixture",
    "Judgement",
    "KnockOut",
    "League",
    "LeagueContradicts",
    "LeagueNight",
    "Move",
    "NightState",
    "Pair",
    "Pairing",
    "Parting",
    "Payment",
    "PaymentKind",
    "Payout",
    "Place",
    "PlayOff",
    "PlayedMatch",
    "PlayerTonight",
    "Playing",
    "PrizeTable",
    "Prizes",
    "Reports",
    "ResultPolicy",
    "ResultSettlement",
    "Row",
    "ScorersMay",
    "Season",
    "SeatedPlayer",
    "Settled",
    "Snapshot",
    "Source",
    "Stage",
    "Substitute",
    "Tie",
    "TitleEstimate",
    "TitleOdds",
    "count_ties",
    "decimal_places",
    "group_rows",
    "list_league_clauses",
    "settle",
]
