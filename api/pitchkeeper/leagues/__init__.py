"""A league: its charter, entrants, members, fixtures, results, standings and money.

Modules are named as in `matches`; `records` has what people entered, `season` the nights and all
that follows from results. A league is stored in pieces, each at a place such as `fixture/12`; a
change writes the pieces that differ, and its journal line has each before and after. Standings,
chances and money are computed for each request from the reports and the linked matches, so they are
never stale: `LeagueSeasons` loads the league and those outcomes, `seasons` makes the season of the
library of them, and `presenters` or `counting` shows what it says. Imports `matches`, `access`,
`rest` and `workers`.
"""
