"""What is thrown away, brought back, and erased.

In go matches, leagues and devices that somebody wants gone; out comes what is left of them. Imports
`matches`, `leagues` and all below them; only the composition of the app imports it.
"""
