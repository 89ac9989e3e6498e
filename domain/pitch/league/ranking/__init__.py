"""The table of a league: totals, tie-breaks, and the chances of the first place.

Input: judged fixtures and play-offs. Output: rows by rank, each with the step that decided it, and
the chances of every entrant. Imports the judgements of its league and what they import, and nothing
about money.
"""
