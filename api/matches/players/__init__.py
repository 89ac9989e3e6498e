"""What a player has done in all matches: statistics, from tallies that each change keeps.

In go a device and a filter of its matches; out come sums, rates and a rating. Imports the state,
the store and the changes of `matches`.
"""
