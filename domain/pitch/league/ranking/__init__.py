"""Who stands where: totals, the table, what decides a tie, and who can still finish first.

In go fixtures that are judged, and play-offs; out come rows by rank, each with the step that
decided it, and the chances of every entrant. Imports the judgements of its league and what they
import; the money is not its business.
"""
