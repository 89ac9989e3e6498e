"""The rules of Pitch: entirely functional, immutable, and free of side effects.

No clock, no chance, no database, no HTTP: what time it is and what was drawn come in as arguments.
The packages point one way: notation and schedule, league, rulings, match, proof, hand, rules, and
below them the modules of this folder, which every package may use: `cards` is the pack, `seats` the
table, `calls`, `tricks` and `findings` what people say, play and are told. Fields have the names
that they have in JSON, because findings point into records.
"""
