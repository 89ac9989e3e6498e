"""Reasons why a few statements cannot all be true, a module for each subject.

In go the statements of a smallest conflict; out come `Reason`s, each with the statements that it
follows from and a sentence of `hand.lemmas`. Imports `facts` and `statements` and nothing that
searches.
"""
