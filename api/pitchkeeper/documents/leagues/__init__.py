"""A league on paper, as a page, as pictures and for spreadsheets.

Input: a league with its season. Output: documents, rows of CSV and charts, made of the same parts
as those of a match. Imports the documents, score tables and pictures of `documents`.
"""
