"""Who meets whom on which night, at which table, with the first deal.

In go the entrants of a league, what was planned before and a seed, which is all the chance there
is; out come fixtures whose repeats are as few as `bounds` proves that they must be. A plan begins
with the circle method and is mended by local search; tables and first deals are shared out last.
What only results can decide, movements and finals, is planned slot by slot. Imports `league`.
"""

from pitch.schedule.finals import plan_final_night
from pitch.schedule.movements import begun_fixtures, list_winners
from pitch.schedule.progressions import plan_next_slot
from pitch.schedule.reviews import find_doubt, review_night
from pitch.schedule.schedules import NoSchedule, plan_schedule

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
