"""Charts: line charts and their drawing as SVG.

A picture is 360 units wide, the width of a phone, so a unit is a pixel there; in wider places the
picture grows.
"""

import unicodedata
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pitchkeeper.documents.charts import colours, lettering, scales
from pitchkeeper.documents.charts.colours import Theme
from pitchkeeper.documents.charts.scales import Scale
from pitchkeeper.rest.markup import Markup, tag

WIDTH: Final = 360
_LEFT: Final = 34
_TOP: Final = 56
_ROW: Final = 15
_LABEL_GAP: Final = 16
_LABEL_WIDTH: Final = 124
_SIZE: Final = 12
_DASHES: Final = ("none", "6 3", "2 3")
# Marker shapes also distinguish lines, because some prints and readers lack colours.
_MARKERS: Final = (
    ("M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z", "full"),
    ("M-3.2-3.2h6.4v6.4h-6.4z", "full"),
    ("M0-4.2L4.2 3.2h-8.4z", "full"),
    ("M0-4.5L4.5 0L0 4.5L-4.5 0z", "full"),
    ("M-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0z", "hollow"),
    ("M-3-3h6v6h-6z", "hollow"),
    ("M0 4.2L4.2-3.2h-8.4z", "hollow"),
    ("M0-4.2L4.2 0L0 4.2L-4.2 0z", "hollow"),
)


class Series(Struct, frozen=True):
    """A line: its value at every step, None where it has none, and the steps with rings."""

    name: str
    values: tuple[int | None, ...]
    ringed: tuple[int, ...] = ()


class Chart(Struct, frozen=True):
    """Lines over steps, with titles, axis names and a description."""

    title: str
    subtitle: str
    description: str
    steps: tuple[str, ...]
    steps_are: str
    lines: tuple[Series, ...]
    target: int | None = None
    target_means: str = ""
    ring_means: str = ""
    is_rank: bool = False
    """Whether values are ranks, with 1 at the top."""


class _Plot(Struct, frozen=True):
    """A chart with the scales of its steps and values."""

    chart: Chart
    across: Scale
    down: Scale
    has_key: bool
    """Whether names stand below the picture, because line ends have no room for them."""

    def point(self, step: int, value: int) -> tuple[float, float]:
        return self.across.at(step), self.down.at(value)

    @property
    def shows_target(self) -> bool:
        """True if the target is near enough to be drawn."""
        target = self.chart.target
        return target is not None and target in range(self.down.last, self.down.first + 1)


def svg(
    chart: Chart, theme: Theme = Theme.AUTO, *, style: str = "", is_bare: bool = False
) -> Markup:
    """Return a chart as an SVG drawing with a title and a description.

    `style` comes before its own style sheet; a bare drawing has no background, as on paper.
    """
    plot = _plot(chart)
    legend = _legend(plot)
    below = plot.down.end + (58 if legend else 40)
    key, height = _key(plot, below + 12) if plot.has_key else ((), below)
    return tag(
        "svg",
        tag("title", chart.title),
        tag("desc", chart.description),
        tag("style", Markup(style + colours.style(theme))),
        *(() if is_bare else (tag("rect", class_="paper", width=WIDTH, height=height),)),
        _words(chart.title, 12, 22, "ink", font_weight="bold", size=14),
        *(_words(row, 12, 40 + _ROW * at, "muted") for at, row in enumerate(_subtitle(chart))),
        *_grid(plot),
        *(_line(plot, place, line) for place, line in enumerate(chart.lines)),
        *_labels(plot),
        *legend,
        *key,
        # Without its namespace, a picture that is opened by itself is plain XML.
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height:g}",
        width=WIDTH,
        height=height,
        # As an image with a title, because a screen reader would read out every label.
        role="img",
        class_="pitch-chart",
        font_family="Atkinson Hyperlegible Next, system-ui, sans-serif",
        font_size=_SIZE,
    )


def _plot(chart: Chart) -> _Plot:
    """Return the scales of a chart, as tall as the labels at its line ends need."""
    tall = max(190, _LABEL_GAP * (len(chart.lines) - 1))
    widest = max((lettering.width(_label(line), _SIZE) for line in chart.lines), default=0)
    # Two long names at the end of a line would leave no room for the line.
    has_key = widest > _LABEL_WIDTH
    if has_key:
        widest = max(lettering.width(_last(line), _SIZE) for line in chart.lines)
    right = WIDTH - 8 - 22 - widest
    top = _TOP + _ROW * (len(_subtitle(chart)) - 1)
    least, most = scales.bounds(_values(chart), chart.target, is_rank=chart.is_rank)
    values = (least, most) if chart.is_rank else (most, least)
    return _Plot(
        chart=chart,
        across=Scale(_LEFT, right, 0, max(1, len(chart.steps) - 1)),
        down=Scale(top, top + tall, *values),
        has_key=has_key,
    )


def _subtitle(chart: Chart) -> list[str]:
    return lettering.wrap(chart.subtitle, _SIZE, WIDTH - 24)


def _values(chart: Chart) -> list[int]:
    return [value for line in chart.lines for value in line.values if value is not None]


def _words(
    text: str,
    x: float,
    y: float,
    kind: str,
    *,
    anchor: str = "start",
    size: int = _SIZE,
    width: float = WIDTH - 24,
    **more: str,
) -> Markup:
    """Return a text element, cut if the picture has no room for all of it."""
    label = lettering.truncate(text, size, width)
    # A text in SVG runs from left to right, which would put the full stop of Hebrew on the right.
    if any(unicodedata.bidirectional(letter) in {"R", "AL"} for letter in label):
        label = f"\N{FIRST STRONG ISOLATE}{label}\N{POP DIRECTIONAL ISOLATE}"
    return tag("text", label, class_=kind, x=x, y=y, text_anchor=anchor, font_size=size, **more)


def _grid(plot: _Plot) -> list[Markup]:
    """Return grid lines at round values, the target line, and the labels of both axes."""
    chart, across, down = plot.chart, plot.across, plot.down
    elements: list[Markup] = []
    for value in down.ticks(most=down.length / 22):
        y = down.at(value)
        elements.append(tag("path", class_="grid", d=f"M{across.start:g} {y:g}H{across.end:g}"))
        elements.append(_words(_number(value), across.start - 8, y + 4, "muted", anchor="end"))
    if plot.shows_target:
        y = down.at(chart.target or 0)
        elements.append(tag("path", class_="target", d=f"M{across.start:g} {y:g}H{across.end:g}"))
    widest = max((lettering.width(step, _SIZE) for step in chart.steps), default=0)
    for step in across.ticks(most=across.length / (widest + 10)):
        if step < len(chart.steps):
            label = chart.steps[step]
            elements.append(_words(label, across.at(step), down.end + 18, "muted", anchor="middle"))
    middle = (across.start + across.end) / 2
    elements.append(_words(chart.steps_are, middle, down.end + 32, "muted", anchor="middle"))
    return elements


def _line(plot: _Plot, place: int, line: Series) -> Markup:
    """Return a line with its markers and rings."""
    values = [(step, value) for step, value in enumerate(line.values) if value is not None]
    points = {step: plot.point(step, value) for step, value in values}
    # A marker is up to nine units wide; if steps are closer, only the ends have one.
    is_roomy = plot.across.length / max(1, len(plot.chart.steps) - 1) >= 9
    ends = {values[0][0], values[-1][0]} if values else set[int]()
    marker_steps = [step for step, _ in values if is_roomy or step in ends]
    return tag(
        "g",
        tag(
            "path",
            d=_path(points),
            fill="none",
            stroke="currentColor",
            stroke_width=2,
            stroke_linejoin="round",
            # From the ninth line on, colours repeat with other dashes and markers.
            stroke_dasharray=_DASHES[place // 8 % 3],
        ),
        *(_symbol(place, *points[step]) for step in marker_steps),
        _rings([points[step] for step in line.ringed if step in points], 6.5 if is_roomy else 4),
        class_=f"line{place % 8}",
    )


def _path(points: dict[int, tuple[float, float]]) -> str:
    """Return a path straight from step to step; a step without a value leaves a gap."""
    return "".join(
        f"{'L' if step - 1 in points else 'M'}{x:.1f} {y:.1f}" for step, (x, y) in points.items()
    )


def _symbol(place: int, x: float, y: float) -> Markup:
    """Return the marker of a line; lines of the same colour have different markers."""
    shape, kind = _MARKERS[(place + place // 8) % 8]
    return tag("path", class_=kind, d=shape, transform=f"translate({x:.1f} {y:.1f})")


def _rings(around: Sequence[tuple[float, float]], size: float) -> Markup:
    """Return rings around points, as a single path."""
    half = f"a{size:g} {size:g} 0 1 0"
    shape = (
        f"M{x - size:.1f} {y:.1f}{half} {2 * size:g} 0{half}-{2 * size:g} 0" for x, y in around
    )
    return tag("path", class_="ring", d="".join(shape))


def _label(line: Series) -> str:
    return f"{_last(line)}  {line.name}".strip()


def _last(line: Series) -> str:
    return next((_number(value) for value in reversed(line.values) if value is not None), "")


def _number(value: int) -> str:
    return str(value).replace("-", "\N{MINUS SIGN}")


def _labels(plot: _Plot) -> list[Markup]:
    """Return the labels at the line ends, spread out where lines end together."""
    ends = [(place, line) for place, line in enumerate(plot.chart.lines) if _has_value(line)]
    points = [plot.point(*_end(line)) for _, line in ends]
    places = scales.spread_out([y for _, y in points], _LABEL_GAP, plot.down.start, plot.down.end)
    return [
        _end_label(plot, place, line, start, y)
        for (place, line), start, y in zip(ends, points, places, strict=True)
    ]


def _has_value(line: Series) -> bool:
    return any(value is not None for value in line.values)


def _end(line: Series) -> tuple[int, int]:
    """Return the last step of a line that has a value, and the value."""
    return [(step, value) for step, value in enumerate(line.values) if value is not None][-1]


def _end_label(
    plot: _Plot, place: int, line: Series, start: tuple[float, float], y: float
) -> Markup:
    x = plot.across.end
    return tag(
        "g",
        tag("path", class_="leader", d=f"M{start[0] + 5:.1f} {start[1]:.1f}L{x + 10:.1f} {y:.1f}"),
        _symbol(place, x + 15, y),
        _words(_last(line) if plot.has_key else _label(line), x + 22, y + 4, "ink"),
        class_=f"line{place % 8}",
    )


def _key(plot: _Plot, y: float) -> tuple[Sequence[Markup], float]:
    """Return every line's marker and full name, and the height of the picture with them."""
    elements: list[Markup] = []
    for place, line in enumerate(plot.chart.lines):
        rows = lettering.wrap(line.name, _SIZE, WIDTH - 40)
        elements.append(
            tag(
                "g",
                _symbol(place, 19, y - 4),
                *(_words(row, 32, y + _ROW * at, "ink") for at, row in enumerate(rows)),
                class_=f"line{place % 8}",
            )
        )
        y += _ROW * len(rows) + 3
    return elements, y


def _legend(plot: _Plot) -> Sequence[Markup]:
    """Return the legend of the target line and the rings."""
    chart, y = plot.chart, plot.down.end + 48
    elements: list[Markup] = []
    x = 12.0
    if chart.target is not None:
        if plot.shows_target:
            elements.append(tag("path", class_="target", d=f"M{x:g} {y - 4:g}h18"))
            x += 24
        elements.append(_words(chart.target_means, x, y, "muted"))
        x += lettering.width(chart.target_means, _SIZE) + 16
    if any(line.ringed for line in chart.lines):
        elements.append(_rings([(x + 7, y - 4)], 6.5))
        elements.append(_words(chart.ring_means, x + 19, y, "muted"))
    return elements
