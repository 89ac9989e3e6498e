"""Every deal and every play that a table can see, as clauses for the solver.

In goes a `Layout` (everything that deals and plays depend on); out comes its `Formula`: holdings,
plays, winners and partners, all by the rules and without any record. Imports `hand`, `rules` and
nothing else of `proof`.
"""
