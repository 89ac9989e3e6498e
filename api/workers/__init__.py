"""Work beside the event loop: processes that prove, threads that reckon, and what they watch.

In go values; out come values, or a refusal when there is no room or time. One process proves for
matches and two for what anybody may ask, where addresses take turns. `results` keeps what was
worked out until it has changed. How long a search goes on is the domain's to say, so that it is the
same everywhere; the clock, which runs from when the work begins, only ends what should not be.
Imports the domain.
"""
