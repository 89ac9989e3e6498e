"""Pictures: charts of a match by hand and of a league by night, each with a description.

Also the score of a match as a picture to post.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final

from msgspec import structs

from pitch.messages import CHOICE, COUNT, SCORE, SIDE, TYPED, Message, Sentence, all_of
from pitchkeeper.documents import score_facts, score_sentences, typefaces, typesetting
from pitchkeeper.documents.charts import charts
from pitchkeeper.documents.charts.charts import Chart, Series
from pitchkeeper.documents.charts.colours import Theme
from pitchkeeper.documents.documents import cell_text
from pitchkeeper.documents.renditions import Rendition
from pitchkeeper.documents.typesetting import Picture
from pitchkeeper.matches.state import MatchState
from pitchkeeper.messages import codecs, languages
from pitchkeeper.workers.result_cache import Source


class Size(StrEnum):
    """The size of a picture to post: wide, 1200 by 630 pixels, or square, 1080 by 1080."""

    WIDE = "wide"
    SQUARE = "square"


PIXELS: Final = {Size.WIDE: (1200, 630), Size.SQUARE: (1080, 1080)}
"""The width and height of each size."""
_ROWS_HEIGHT: Final = 400
"""The pixels for the scores of all sides."""
_TALLEST_ROW: Final = 170
# An SVG that is opened by itself is a document of our origin and could run scripts.
POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'none'; sandbox"
)
"""The Content-Security-Policy of a picture, which may only be drawn."""
# Screen readers read out the whole description, so it has no more values of a line.
_MOST_VALUES: Final = 30
_TITLE: Final = Message("heading.picture.match")
_HAND: Final = Message("heading.picture.hand")
_TARGET: Final = Message("heading.picture.target", target=SCORE)
_SET: Final = Message("heading.picture.set")
_LEAGUE: Final = Message("heading.picture.league", measure=CHOICE)
_NIGHT: Final = Message("heading.picture.night")
_TO_TARGET: Final = Message("picture.to_target", target=SCORE, hands=COUNT)
_OVER_HANDS: Final = Message("picture.over_hands", hands=COUNT, of=COUNT)
_SCORE: Final = Message("picture.score", side=SIDE, score=SCORE)
_SCORES: Final = Message("picture.scores", scores=all_of(SCORE))
_LAST_SCORES: Final = Message("picture.last_scores", scores=all_of(SCORE), hands=COUNT)
_UNSETTLED: Final = Message("picture.unsettled", hands=all_of(COUNT))
_NIGHTS: Final = Message("picture.nights", measure=CHOICE, nights=COUNT)
_BY_NIGHT: Final = Message("picture.by_night", name=TYPED, values=all_of(SCORE))
_ONE_NIGHT: Final = Message("picture.one_night", name=TYPED, night=COUNT, value=SCORE)
_SOME_NIGHTS: Final = Message(
    "picture.some_nights", name=TYPED, first=COUNT, last=COUNT, values=all_of(SCORE)
)
_NO_NIGHT: Final = Message("picture.no_night", name=TYPED)


def rendition(source: Source, theme: Theme, kind: str = "picture") -> Rendition:
    """Return the rendition of a source as a picture of a kind."""
    return Rendition(source, (kind, theme), "image/svg+xml", POLICY)


def match_svg(state: MatchState, theme: Theme = Theme.AUTO) -> bytes:
    """Return the score of a match by hand, as SVG."""
    return svg(match_chart(state), theme)


def match_score(state: MatchState, size: Size, picture: Picture) -> bytes:
    """Return the score of a match as a picture to post: names, date, scores and the chart."""
    (width, height), winner = PIXELS[size], state.sheet.winner
    sides = zip(state.match.seating.side_names, state.sheet.scores, strict=True)
    outcome = languages.text(score_sentences.outcome(state))
    # The outcome is said already; a browser draws an SVG in an SVG without the fonts around it.
    chart = structs.replace(match_chart(state), subtitle="")
    style = typefaces.style(typefaces.TEXT) if picture == "svg" else ""
    shown = {
        "width": width,
        "height": height,
        "row": min(_TALLEST_ROW, _ROWS_HEIGHT // len(state.sheet.scores)),
        "title": state.name or outcome,
        "subtitle": languages.text(score_sentences.played(state)),
        "outcome": outcome if state.name else "",
        "sides": [
            {
                "name": name,
                "score": cell_text(score),
                "won": winner is not None and winner.side == side,
            }
            for side, (name, score) in enumerate(sides)
        ],
        "chart": str(charts.svg(chart, Theme.LIGHT, style=style, is_bare=True)),
    }
    inputs = {"shown": codecs.encode_stored(shown).decode(), "language": languages.current()}
    return typesetting.compile_picture("score", inputs, picture)


def svg(chart: Chart, theme: Theme = Theme.AUTO) -> bytes:
    """Return a chart as a file of its own, with its typeface embedded."""
    return charts.svg(chart, theme, style=typefaces.style(typefaces.TEXT)).encode()


def match_chart(state: MatchState) -> Chart:
    """Return the score of a match by hand: a line for every side, with rings at its sets."""
    lines, rules, text = state.sheet.lines, state.match.ruleset.rules, languages.text
    scores = [score_facts.starting_scores(state), *(line.scores for line in lines)]
    series = tuple(
        Series(
            name=name,
            values=tuple(score[side] for score in scores),
            ringed=tuple(line.number for line in lines if score_facts.is_set(state, line, side)),
        )
        for side, name in enumerate(state.match.seating.side_names)
    )
    return Chart(
        title=text(_TITLE()),
        subtitle=text(score_sentences.outcome(state)),
        description=languages.texts(_describe(state, series)),
        steps=tuple(str(number) for number in range(len(scores))),
        steps_are=text(_HAND()),
        lines=series,
        target=rules.target,
        target_means="" if rules.target is None else text(_TARGET(target=rules.target)),
        ring_means=text(_SET()),
    )


def league_chart(
    title: str, nights: Sequence[str], lines: Sequence[Series], *, is_rank: bool
) -> Chart:
    """Return the rank or the score of every entrant after each night.

    An entrant has no value for a night before it joined or after it left.
    """
    measure = "rank" if is_rank else "score"
    return Chart(
        title=title,
        subtitle=languages.text(_LEAGUE(measure=measure)),
        description=languages.texts(
            (_NIGHTS(measure=measure, nights=len(nights)), *map(_by_night, lines))
        ),
        steps=tuple(nights),
        steps_are=languages.text(_NIGHT()),
        lines=tuple(lines),
        is_rank=is_rank,
    )


def _describe(state: MatchState, series: Sequence[Series]) -> Iterator[Sentence]:
    """Yield the picture in words: the outcome, and the scores of every side by hand."""
    sheet, rules, sides = (
        state.sheet,
        state.match.ruleset.rules,
        state.match.seating.side_arguments,
    )
    hand_count = len(sheet.lines)
    if rules.target:
        yield _TO_TARGET(target=rules.target, hands=hand_count)
    else:
        yield _OVER_HANDS(of=rules.hands, hands=hand_count)
    yield score_sentences.outcome(state)
    if sheet.winner is not None:
        yield sheet.winner.why
    for side, line, score in zip(sides, series, sheet.scores, strict=True):
        yield _SCORE(side=side, score=score)
        if hand_count:
            yield _by_hand(line.values[1:])
        if line.ringed:
            yield score_sentences.WERE_SET(side=side, hands=line.ringed)
    if sheet.unscored:
        yield _UNSETTLED(hands=sheet.unscored)


def _by_hand(scores: Sequence[int | None]) -> Sentence:
    """Return the score after each hand, or in a long match after the last hands."""
    last_scores = scores[-_MOST_VALUES:]
    if len(scores) > _MOST_VALUES:
        return _LAST_SCORES(scores=last_scores, hands=_MOST_VALUES)
    return _SCORES(scores=last_scores)


def _by_night(line: Series) -> Sentence:
    """Return the value after each night that an entrant played, or after the last of many."""
    by_night = [(night, value) for night, value in enumerate(line.values, 1) if value is not None]
    if not by_night:
        return _NO_NIGHT(name=line.name)
    nights, values = zip(*by_night[-_MOST_VALUES:], strict=True)
    if len(values) == 1:
        return _ONE_NIGHT(name=line.name, night=nights[0], value=values[0])
    if len(values) == len(line.values):
        return _BY_NIGHT(name=line.name, values=values)
    return _SOME_NIGHTS(name=line.name, first=nights[0], last=nights[-1], values=values)
