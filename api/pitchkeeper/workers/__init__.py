"""Work beside the event loop: processes that prove, threads that reckon, and what they watch.

In go values; out come values, or a refusal when there is no room or time. Of matches one process
answers only what is urgent, another previews too; two more answer what anybody may ask. Whoever has
used the least processor time lately goes first. `results` keeps what was worked out until it has
changed. How long a search goes on is the domain's to say, so that it is the same everywhere; the
clock, which runs from when the work begins, only ends what should not be. Imports the domain.
"""
