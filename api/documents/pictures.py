"""Pictures: a match's score by hand and a league's table over its nights, each told in words."""

from collections.abc import Sequence
from typing import Final

from api.documents import readings, score_sentences
from api.documents.charts import charts
from api.documents.charts.charts import Chart, Line
from api.documents.charts.colours import Theme
from api.matches.state import MatchState
from api.messages import languages
from domain.match import sheets
from domain.wording import counted

# Opened by itself an SVG is a document of our origin, and could run scripts.
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""What a browser may do with a picture that it opens by itself: paint it."""
# A screen reader reads all of it out, and nobody listens to hundreds of numbers.
_MOST_TOLD: Final = 30


def match(state: MatchState, theme: Theme = Theme.AUTO) -> bytes:
    """The score of a match by hand, as SVG."""
    return charts.svg(of_match(state), theme).encode()


def league(progress: Chart, theme: Theme = Theme.AUTO) -> bytes:
    """A league's table over its nights, as SVG; see `of_league`."""
    return charts.svg(progress, theme).encode()


def of_match(state: MatchState) -> Chart:
    """The score of a match by hand: a line for every side, its set hands ringed."""
    lines, rules = state.sheet.lines, state.match.ruleset.rules
    scores = [readings.start(state), *(line.scores for line in lines)]
    drawn = tuple(
        Line(
            name=name,
            values=tuple(score[side] for score in scores),
            ringed=tuple(line.number for line in lines if _is_set(state, line, side)),
        )
        for side, name in enumerate(readings.sides(state))
    )
    return Chart(
        title="Score by hand",
        subtitle=score_sentences.outcome(state),
        description=_told(state, drawn),
        steps=tuple(str(number) for number in range(len(scores))),
        steps_are="hand",
        lines=drawn,
        target=rules.target,
        ring_means="set back",
    )


def of_league(title: str, nights: Sequence[str], lines: Sequence[Line], *, is_rank: bool) -> Chart:
    """A league's table over its nights: the rank or the score of every entrant after each.

    An entrant has no value for a night before it joined or after it left.
    """
    measure = "rank" if is_rank else "score"
    return Chart(
        title=title,
        subtitle=f"{measure.capitalize()} after each night",
        description=" ".join(
            (
                f"{measure.capitalize()} after each of {counted(len(nights), 'night')}.",
                *(f"{line.name}: {_listed(line.values, 'night')}." for line in lines),
            )
        ),
        steps=tuple(nights),
        steps_are="night",
        lines=tuple(lines),
        is_rank=is_rank,
    )


def _is_set(state: MatchState, line: sheets.ScoreLine, side: int) -> bool:
    is_pitching = side in readings.pitching(state, line)
    return is_pitching and readings.counts(line) and readings.made(state, line) is False


def _told(state: MatchState, drawn: Sequence[Line]) -> str:
    """The picture in words: who won, why, and how every side got to its score."""
    sheet, rules = state.sheet, state.match.ruleset.rules
    played = counted(len(sheet.lines), "hand")
    length = f"to {rules.target}" if rules.target else f"over {rules.hands} hands"
    said = [f"The score of a match {length} after {played}.", score_sentences.outcome(state)]
    if sheet.winner is not None:
        said.append(languages.text(sheet.winner.why))
    for line, score in zip(drawn, sheet.scores, strict=True):
        said.append(f"{line.name} have {score}: {_listed(line.values[1:], 'hand')}.")
        if line.ringed:
            said.append(f"They were set in {_numbers(line.ringed)}.")
    if sheet.unscored:
        said.append(f"Not settled: {_numbers(sheet.unscored)}.")
    return " ".join(said)


def _listed(values: Sequence[int | None], step: str) -> str:
    """Values one by one, of a long row only the last."""
    shown = ", ".join("none" if value is None else str(value) for value in values[-_MOST_TOLD:])
    if len(values) > _MOST_TOLD:
        return f"after the last {_MOST_TOLD} {step}s {shown}"
    return f"after each {step} {shown}" if values else f"no {step} yet"


def _numbers(hands: Sequence[int]) -> str:
    return f"hand{'s' * (len(hands) > 1)} {', '.join(map(str, hands))}"
