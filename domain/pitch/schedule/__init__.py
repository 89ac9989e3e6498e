"""The fixtures of a season: who meets whom on which night, at which table, and who deals first.

Input: the entrants of a league, the fixtures planned before and a seed, which is the only source of
chance. Output: fixtures with as few repeats as `pairings` proves necessary. A plan begins with the
circle method and is improved by local search; tables and first deals are assigned last. Movements
and finals depend on results, so they are planned slot by slot. Imports `league`.
"""

from pitch.schedule.movements import begun_fixtures, list_winners
from pitch.schedule.progressions import plan_next_slot
from pitch.schedule.reviews import find_doubt, review_night
from pitch.schedule.schedules import NoSchedule, plan_final_night, plan_schedule

__all__ = [
    "NoSchedule",
    "begun_fixtures",
    "find_doubt",
    "list_winners",
    "plan_final_night",
    "plan_next_slot",
    "plan_schedule",
    "review_night",
]
