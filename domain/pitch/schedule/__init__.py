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
from pitch.schedule.knock_outs import has_begun as has_bracket_begun
from pitch.schedule.knock_outs import take_in as take_into_bracket
from pitch.schedule.movements import begun_fixtures, list_winners
from pitch.schedule.progressions import plan_next_slot
from pitch.schedule.reviews import find_doubt, review_night
from pitch.schedule.schedules import NoSchedule, Schedule, plan_final_night, plan_schedule
from pitch.schedule.slots import (
    plan_slots,
    refuse_begun,
    settle_attendances,
    without_late,
)
from pitch.schedule.swiss import plan_slot as plan_swiss_slot

__all__ = [
    "BracketBegun",
    "NoSchedule",
    "Schedule",
    "begun_fixtures",
    "bracket_night",
    "draw_bracket",
    "find_doubt",
    "has_bracket_begun",
    "list_winners",
    "plan_final_night",
    "plan_next_slot",
    "plan_schedule",
    "plan_slots",
    "plan_swiss_slot",
    "refuse_begun",
    "review_night",
    "settle_attendances",
    "shuffle",
    "take_into_bracket",
    "without_late",
]
