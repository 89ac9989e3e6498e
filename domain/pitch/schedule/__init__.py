"""The fixtures of a season: who meets whom on which night, at which table, and who deals first.

Input: the entrants of a league, the fixtures planned before and a seed, which is the only source of
chance. Output: fixtures with as few repeats as `pairings` proves necessary. A plan begins with the
circle method and is improved by local search; tables and first deals are assigned last. Movements
and finals depend on results, so they are planned slot by slot. Imports `league`.
"""

from pitch.random_stream import shuffle
from pitch.schedule.knock_outs import BracketBegun
from pitch.schedule.knock_outs import draw as draw_bracket
from pitch.schedule.knock_outs import first_night as bracket_night
from pitch.schedule.knock_outs import take_in as take_into_bracket
from pitch.schedule.plans import FixturePlan, plan_following, plan_nights, plan_slot
from pitch.schedule.reviews import find_doubt, review_night
from pitch.schedule.schedules import NoSchedule
from pitch.schedule.slots import refuse_begun, settle_attendances

__all__ = [
    "BracketBegun",
    "FixturePlan",
    "NoSchedule",
    "bracket_night",
    "draw_bracket",
    "find_doubt",
    "plan_following",
    "plan_nights",
    "plan_slot",
    "refuse_begun",
    "review_night",
    "settle_attendances",
    "shuffle",
    "take_into_bracket",
]
