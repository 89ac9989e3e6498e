"""The tags of the portable notation: the agreements before the first deal, and the result."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from pitch import shapes
from pitch.match.matches import Policy
from pitch.messages import TYPED, Message, all_of
from pitch.notation import moments, records
from pitch.notation.hands import ONE_OF, TIME
from pitch.notation.tokens import Expectation, NotationError, Position, Tokens, join_words, quote
from pitch.notation.transcripts import TranscribedResult, TranscribedRules, Transcript
from pitch.rules import options as rules
from pitch.rules.options import NO_OPTIONS, Options, PointValue
from pitch.seats import Arrangement, Table
from pitch.types import MOST_PLAYERS, UTC, Moment

_TAG: Final = Message("notation.tag", example=TYPED, found=TYPED)
_VALUE: Final = Message("notation.value", found=TYPED)
_WINNER: Final = Message("notation.winner", nobody=TYPED, found=TYPED)
_SCORES: Final = Message("notation.scores", found=TYPED)
_MATCH_HAS_ONE: Final = Message("notation.match_has_one", word=TYPED)
_FIRST: Final = Message("notation.first", tag=TYPED)
_MISSING: Final = Message("notation.missing", tag=TYPED)
_SEATS_IN_ORDER: Final = Message("notation.seats", first=all_of(TYPED))
_BOTH: Final = Message("notation.both", tags=all_of(TYPED))
_NO_OPTION: Final = Message("notation.no_option", option=TYPED)
_CHOSEN_TWICE: Final = Message("notation.chosen_twice", option=TYPED)

VERSION: Final = "1"
NOBODY: Final = "-"
_OPTIONS: Final = {field.encode_name.lower(): field for field in structs.fields(Options)}
_LISTS: Final = {option.key for option in rules.OPTIONS.values() if option.listed_as}
_TABLE_PARTS: Final = ("players", "sides", "dealt", "kitty", "stripped")
_SEATS: Final = tuple(f"Seat{seat}" for seat in range(MOST_PLAYERS))


def lines(transcript: Transcript) -> Iterator[str]:
    """Yield the tags of a match in their order."""
    ruleset = transcript.ruleset
    yield _tag("Pitch", VERSION)
    yield _tag("Opened", transcript.opened)
    for name, player in zip(_SEATS, transcript.players, strict=False):
        yield _tag(name, player)
    if transcript.sides is not None:
        yield _tag("Sides", transcript.sides)
    yield _tag("Dealer", str(transcript.first_dealer))
    yield _tag("Policy", transcript.policy)
    if transcript.time_zone != UTC:
        yield _tag("TimeZone", transcript.time_zone)
    if transcript.name is not None:
        yield _tag("Name", transcript.name)
    yield _tag("Preset", ruleset.preset)
    if ruleset.name is not None:
        yield _tag("Rules", ruleset.name)
    for name, choice in rules.choices_in(ruleset.options).items():
        yield _tag("Option", join_words(rules.OPTIONS[name].key, *_words(choice)))
    if ruleset.hash is not None:
        yield _tag("Hash", ruleset.hash)
    if transcript.result is not None:
        winner = transcript.result.winner
        yield _tag("Scores", join_words(*transcript.result.scores))
        yield _tag("Winner", NOBODY if winner is None else str(winner))


def read(tokens: Tokens, now: Moment) -> Transcript:
    """Read a match without hands from its tags; one without a time is opened `now`.

    Raises NotationError for a tag that is unknown, given twice, or missing.
    """
    tags: dict[str, str] = {}
    options: dict[str, Any] = {}
    while tokens.is_bracket("["):
        tokens.take_bracket("[")
        name, at = tokens.word, tokens.position
        if name not in _TAGS:
            raise tokens.unexpected(partial(_TAG, example="Preset"))
        tokens.skip()
        tokens.mark(_TAGS[name].pointer, at)
        value_at = tokens.position
        value = tokens.take_string(_VALUE)
        tokens.take_bracket("]")
        if name == "option":
            _read_option(value, value_at, options)
            tokens.mark(f"/ruleset/options/{list(options)[-1]}", at)
        elif name in tags:
            raise NotationError(at, _MATCH_HAS_ONE(word=_TAGS[name].name))
        else:
            tags[name] = _TAGS[name].read(value, value_at)
    return tokens.validate(_transcript(tags, options, now, tokens))


def _transcript(
    tags: dict[str, str], options: dict[str, Any], now: Moment, tokens: Tokens
) -> Transcript:
    """Return the match of some tags, not yet validated."""
    if tags.get("pitch") != VERSION:
        raise tokens.error_at("", _FIRST(tag=_tag("Pitch", VERSION)))
    if "preset" not in tags:
        raise tokens.error_at("", _MISSING(tag="Preset"))
    # Players sit from seat 0 on without gaps; the first gap is where the refusal points.
    seats = [seat for seat, name in enumerate(_SEATS) if name.lower() in tags]
    if len(seats) < 2 or seats[-1] != len(seats) - 1:
        gap = next((f"/{seat}" for place, seat in enumerate(seats) if seat != place), "")
        raise tokens.error_at(f"/players{gap}", _SEATS_IN_ORDER(first=_SEATS[:2]))
    names = [tags[_SEATS[seat].lower()] for seat in seats]
    try:
        # Not strict, because every value of a tag is text: numbers and true or false are read
        # from it.
        choices = msgspec.convert(options, Options, strict=False) if options else NO_OPTIONS
    except msgspec.ValidationError as invalid:
        message, _ = shapes.locate(str(invalid))
        raise tokens.error_at("/ruleset/options", message) from None
    return Transcript(
        ruleset=TranscribedRules(
            preset=tags["preset"], name=tags.get("rules"), options=choices, hash=tags.get("hash")
        ),
        players=tuple(names),
        opened=tags.get("opened", now),
        sides=Arrangement(tags["sides"]) if "sides" in tags else None,
        first_dealer=int(tags.get("dealer", "0")),
        policy=Policy(tags.get("policy", Policy.ONE)),
        time_zone=tags.get("timezone", UTC),
        name=tags.get("name"),
        result=_result(tags, tokens),
    )


def _result(tags: dict[str, str], tokens: Tokens) -> TranscribedResult | None:
    # A result is checked against the hands as one, so half of one is refused.
    if ("scores" in tags) != ("winner" in tags):
        raise tokens.error_at("/result", _BOTH(tags=("Scores", "Winner")))
    if "scores" not in tags:
        return None
    winner = tags["winner"]
    return TranscribedResult(
        scores=tuple(map(int, tags["scores"].split())),
        winner=None if winner == NOBODY else int(winner),
    )


def _read_option(value: str, position: Position, options: dict[str, Any]) -> None:
    """Read one choice: the name of an option and then its value."""
    name, *words = value.split() or [""]
    field = _OPTIONS.get(name.lower())
    if field is None:
        raise NotationError(position, _NO_OPTION(option=shapes.abbreviate(name)))
    if field.encode_name in options:
        raise NotationError(position, _CHOSEN_TWICE(option=field.encode_name))
    option = {field.encode_name: _choice(field.encode_name, words)}
    try:
        msgspec.convert(shapes.normalize(option, Options), Options, strict=False)
    except shapes.Misshapen as misshapen:
        raise NotationError(position, misshapen.message) from None
    except msgspec.ValidationError as invalid:
        message, _ = shapes.locate(str(invalid))
        raise NotationError(position, message) from None
    options |= option


def _choice(name: str, words: list[str]) -> object:
    if name in _LISTS:
        return words
    if name == "tables":
        return list(map(_read_table, words))
    if name == "pointValues":
        parts = (word.partition(":") for word in words)
        return [{"point": point, "worth": worth} for point, _, worth in parts]
    return " ".join(words)


def _words(choice: object) -> tuple[str, ...]:
    """Return a choice as the words that follow the name of an option."""
    if isinstance(choice, tuple):
        return tuple(map(_word, choice))
    return (str(choice).lower(),) if isinstance(choice, bool) else (str(choice),)


def _word(choice: object) -> str:
    """Return an item of a choice as a word."""
    match choice:
        case Table():
            return _table(choice)
        case PointValue(point=point, worth=worth):
            return f"{point}:{worth}"
    return str(choice)


def _table(table: Table) -> str:
    """Return a table as `4:partners_across`, with its deal if that is not the usual: `:9:0:2345`.

    The deal is the cards to each, those of the kitty, and the ranks that are stripped.
    """
    deal = [str(table.dealt), str(table.kitty), "".join(table.stripped)]
    usual = Table(players=table.players)
    while deal and deal[-1] == (str(usual.dealt), str(usual.kitty), "")[len(deal) - 1]:
        deal.pop()
    return ":".join((str(table.players), table.sides.value, *deal))


def _read_table(word: str) -> dict[str, Any]:
    """Return the fields of a table; a part that is absent or empty has its default."""
    parts: dict[str, Any] = dict(
        zip(_TABLE_PARTS, word.split(":", len(_TABLE_PARTS) - 1), strict=False)
    )
    if parts.get("stripped"):
        parts["stripped"] = list(parts["stripped"])
    return {part: value for part, value in parts.items() if value or part in {"players", "sides"}}


def _tag(name: str, value: str) -> str:
    return f"[{name} {quote(value)}]"


def _moment(value: str, position: Position) -> str:
    moment = value.strip().upper()
    if not moments.is_real(moment):
        message = TIME(example=moments.EXAMPLE, found=shapes.abbreviate(value))
        raise NotationError(position, message)
    return moment


def _lower(value: str, _position: Position) -> str:
    return value.strip().lower()


def _numbers(least: int, most: int, expected: Expectation) -> Callable[[str, Position], str]:
    def read_numbers(value: str, position: Position) -> str:
        numbers = [records.number(word) for word in value.replace(":", " ").split()]
        if None in numbers or not least <= len(numbers) <= most:
            raise NotationError(position, expected(found=shapes.abbreviate(value)))
        return " ".join(map(str, numbers))

    return read_numbers


def _winner(value: str, position: Position) -> str:
    if value.strip() == NOBODY:
        return NOBODY
    return _numbers(1, 1, partial(_WINNER, nobody=NOBODY))(value, position)


def _member(kind: type[Arrangement] | type[Policy]) -> Callable[[str, Position], str]:
    def read_member(value: str, position: Position) -> str:
        plain = value.strip().lower()
        if plain not in set(kind):
            message = ONE_OF(choices=tuple(kind), found=shapes.abbreviate(value))
            raise NotationError(position, message)
        return plain

    return read_member


class _Tag(Struct, frozen=True):
    """A tag: its name, the pointer of its value in a transcript, and the reader of that."""

    name: str
    pointer: str = ""
    read: Callable[[str, Position], str] = lambda value, _: value


_TAGS: Final = {
    tag.name.lower(): tag
    for tag in (
        _Tag("Pitch", read=_numbers(1, 1, partial(ONE_OF, choices=(VERSION,)))),
        _Tag("Opened", "/opened", _moment),
        *(_Tag(name, f"/players/{seat}") for seat, name in enumerate(_SEATS)),
        _Tag("Sides", "/sides", _member(Arrangement)),
        _Tag("Dealer", "/firstDealer", _numbers(1, 1, records.SEAT)),
        _Tag("Policy", "/policy", _member(Policy)),
        _Tag("TimeZone", "/timeZone"),
        _Tag("Name", "/name"),
        _Tag("Preset", "/ruleset/preset", _lower),
        _Tag("Rules", "/ruleset/name"),
        _Tag("Option"),
        _Tag("Hash", "/ruleset/hash", _lower),
        _Tag("Scores", "/result", _numbers(2, MOST_PLAYERS, _SCORES)),
        _Tag("Winner", "/result/winner", _winner),
    )
}
