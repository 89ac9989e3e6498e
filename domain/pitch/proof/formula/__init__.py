"""Every deal and every play that a table can see, as clauses for the solver.

In goes a `Layout` (all that deals and plays depend on); out comes its `Formula`: who holds what,
who plays what, who wins, and who is called, all by the rules and with no record in it. Imports
`hand`, `rules` and nothing else of `proof`.
"""
