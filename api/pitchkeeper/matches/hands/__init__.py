"""The hands of a match: entered, foreseen, agreed to, disputed and settled.

In go a hand, an objection or a decision, and what the device had seen; out comes the match as it
then is, or what it would come to. `scoring` (adjustments too) and `disputes` have the use cases,
`foreseen_answers` what each answer to a question would bring, `questions` a hand as the adjudicator
is asked about it. Imports the state, the changes, the opening and the rematches of a match.
"""
