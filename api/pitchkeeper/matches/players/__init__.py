"""Statistics of players over all their matches, from tallies that are stored for each match.

A use case takes a device and a filter of its matches, and returns sums, rates and a rating. `store`
reads the tallies, `statistics` adds them up and rates, `sums` has every rate and average, also of
leagues. Imports the state, the store and the changes of `matches`.
"""
