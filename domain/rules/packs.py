"""Packs: what a table is dealt from, as the rules say, and which rules about it cannot be."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from msgspec import structs

from domain import cards, point_names, seats
from domain.cards import HIGH_JOKER, LOW_JOKER, PACK, JokerRank, Pack
from domain.rules.choices import Draw, PitchedJoker, Surplus, TrumpBy
from domain.rules.options import Rules
from domain.seats import Table
from domain.tricks import Follow

_JOKER_OPTIONS: Final = ("jokerRank", "jokerPips")


def of(rules: Rules, table: Table) -> Pack:
    """The pack that a table is dealt from: without its stripped ranks, with jokers if any."""
    return _without(whole(rules), table.stripped)


def whole(rules: Rules) -> Pack:
    """The pack of some rules before any rank is taken out of it."""
    return structs.replace(
        PACK,
        # The joker of a pack with one is the high one.
        jokers=(HIGH_JOKER, LOW_JOKER)[: rules.jokers],
        joker_rank=rules.joker_rank,
        joker_order=rules.joker_order,
        joker_pips=rules.joker_pips,
        off_ranks=rules.off_cards,
    )


@lru_cache(maxsize=512)
def _without(pack: Pack, stripped: tuple[str, ...]) -> Pack:
    """A pack without some ranks, and what is worked out of it: one and the same for all rules.

    There are few packs and many rule sets: a ruling is tried under hundreds that differ otherwise.
    """
    ranks = "".join(rank for rank in pack.ranks if rank not in stripped)
    return structs.replace(pack, ranks=ranks)


def lacks(rules: Rules, table: Table, card: str) -> str | None:
    """Why a card is not in the pack of a table, as the end of a sentence; None if it is there."""
    if card in of(rules, table).known:
        return None
    if not cards.is_joker(card):
        return f"{table.players} play without the {cards.name(card)}"
    if rules.jokers:
        return f"there is only one joker, {HIGH_JOKER}, so no {cards.name(card)}"
    return f"there are no jokers, so not the {cards.name(card)} either"


def contradictions(rules: Rules) -> Iterator[tuple[str, str]]:
    """What rules on pack, deal and draw cannot be: the option at fault, and the reason."""
    if not _is_rising(rules.off_cards):
        yield "offCards", "Off-cards are listed once each, from low to high."
    if rules.draw is Draw.NON_TRUMPS and rules.trump_by is TrumpBy.FIRST_CARD:
        yield "draw", "Where the first card led makes trump, nobody knows before what is none."
    if rules.draw is Draw.ANY and rules.draw_most > rules.keep:
        yield "drawMost", f"Nobody can throw away {rules.draw_most} of {rules.keep} cards."
    is_apart = rules.jokers > 0 and rules.joker_rank is JokerRank.APART
    if rules.follow is Follow.TRUMPS_ONLY and is_apart:
        yield "jokerRank", "A joker apart is no trump, so where only trumps are played it never is."
    is_barred = rules.pitched_joker is PitchedJoker.BARRED
    if rules.trump_by is TrumpBy.FIRST_CARD and is_apart and not is_barred:
        yield "pitchedJoker", "A joker apart is no trump, so it cannot be led as the first one."
    for table in rules.tables:
        yield from _stripped(rules, table)
        yield from _of_table(rules, table)


def _stripped(rules: Rules, table: Table) -> Iterator[tuple[str, str]]:
    """Points whose card is in no suit of the pack that a table is dealt from."""
    if not table.stripped:
        return
    for point in rules.points:
        rank = point_names.RANKS.get(point) or point_names.OFF_RANKS.get(point)
        if rank is not None and rank in table.stripped:
            card = cards.rank_name(rank)
            missing = f"Where {table.players} play there is no {card} in the pack"
            yield "pointValues", f"{missing}, so no point {point_names.said(point)} either."


def _of_table(rules: Rules, table: Table) -> Iterator[tuple[str, str]]:
    """What cannot be of one table: more cards than there are, or another number to play from."""
    if not _is_rising(table.stripped):
        yield "tables", "Stripped ranks are listed once each, from low to high."
        return
    size, players = len(of(rules, table).cards), table.players
    needed = seats.cards_in_play(table) + table.kitty
    if needed > size:
        kitty = f" and a kitty of {table.kitty}" if table.kitty else ""
        dealt = f"{players} players with {table.dealt} cards each{kitty}"
        yield "tables", f"{dealt} need {needed} cards, but the pack has {size}."
    # Only who throws away non-trumps is filled up, or sifted, to another number of cards.
    is_filled = rules.draw is Draw.NON_TRUMPS
    if not is_filled and table.dealt != rules.keep:
        dealt = f"{players} players are dealt {table.dealt} cards each"
        yield "keep", f"{dealt} and draw to no other number, so they cannot play from {rules.keep}."
    if is_filled and players * rules.keep > size:
        yield "keep", f"{players} players cannot play from {rules.keep} of {size} cards each."
    if is_filled and rules.surplus is Surplus.TO_OPPONENTS and seats.side_count(table) > 2:
        yield "surplus", "Trumps can only go to the opponents where there are two sides."


def idle(rules: Rules) -> set[str]:
    """The options about pack, deal and draw that other choices leave without meaning."""
    found = set() if rules.jokers else set(_JOKER_OPTIONS)
    if rules.jokers < 2:
        found.add("jokerOrder")
    if not rules.jokers or rules.trump_by is not TrumpBy.FIRST_CARD:
        found.add("pitchedJoker")
    if rules.draw is not Draw.ANY:
        found.add("drawMost")
    if rules.draw is not Draw.NON_TRUMPS:
        found |= {"restTo", "surplus"}
    return found


def _is_rising(ranks: Iterable[str]) -> bool:
    places = [PACK.ranks.index(rank) for rank in ranks]
    return places == sorted(set(places))
