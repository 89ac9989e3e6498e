"""What a player has done in all matches: statistics, from tallies that each change keeps.

In go a device and a filter of its matches; out come sums, rates and a rating. `store` reads the
tallies, `statistics` adds them up and rates, `sums` has every rate and average, also of leagues.
Imports the state, the store and the changes of `matches`.
"""
