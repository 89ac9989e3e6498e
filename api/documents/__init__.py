"""What people take away: exports, imports, score sheets, paper, pages, pictures.

In goes a match or a league as it is; out come bytes. Imports `leagues` and `matches`.
"""
