"""A league on paper, as a page, as pictures and for spreadsheets.

In go a league with its season; out come documents, rows of CSV and charts, made of the same parts
as those of a match. Imports the documents, score tables and pictures of `documents`.
"""
