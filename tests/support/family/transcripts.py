"""Hands trick by trick: by a random search, and from tests of another scorer."""

from tests.support.family.books import BOOKS
from tests.support.family.playing import Played, Trick


def parse_hand(
    name: str, trump: str, tricks: str, *, surplus: str = "", dealer: int = 3, sides: int = 2
) -> Played:
    """A hand of a game from its tricks, each `0:5H 1:8H > 1`; surplus is `0:4D`."""
    game = BOOKS[name]
    log, holdings = [], [list[str]() for _ in range(game.players)]
    for trick in tricks.split(";"):
        cards, _, winner = trick.partition(">")
        plays = [(int(item[0]), item[2:]) for item in cards.split()]
        for seat, card in plays:
            holdings[seat].append(card)
        log.append(Trick(plays, int(winner)))
    aside = [list[str]() for _ in range(game.players)]
    for item in surplus.split():
        aside[int(item[0])].append(item[2:])
    return Played(
        game, dealer, 0, trump, tuple(map(tuple, holdings)), tuple(map(tuple, aside)), log
    )


def by_seat(name: str, trump: str, tricks: str) -> Played:
    """A hand from its tricks with the cards in the order of seats, each `HA HT HJ H3 > 0`."""
    leader, lines = 0, []
    for trick in tricks.split(";"):
        cards, _, winner = trick.partition(">")
        plays = [f"{seat}:{card[::-1]}" for seat, card in enumerate(cards.split())]
        lines.append(" ".join(plays[leader:] + plays[:leader]) + " > " + winner)
        leader = int(winner)
    return parse_hand(name, trump, ";".join(lines))


LEGAL = {
    "play-smear": parse_hand(
        "play-smear",
        "H",
        "0:5H 1:8H 2:JH 3:2H > 2; 2:TD 3:QD 0:AD 1:TH > 1; 1:7H 2:9D 3:9S 0:JD > 0;"
        "0:JC 1:2C 2:7C 3:3C > 0; 0:6D 1:JS 2:4D 3:KD > 3; 3:2S 0:KS 1:KC 2:AS > 2",
    ),
    "setback-six": parse_hand(
        "setback-six",
        "S",
        "0:QS 1:HJ 2:5S 3:JS > 0; 0:TD 1:6D 2:9H 3:7D > 0; 0:JH 1:KH 2:3H 3:4H > 1;"
        "1:TS 2:AS 3:8S 0:AD > 2; 2:TC 3:AC 0:2D 1:9S > 1; 1:JC 2:5H 3:5C 0:3D > 1",
    ),
    "pitch31": parse_hand(
        "pitch31",
        "D",
        "0:5D 1:2D 2:AD 3:JD > 2; 2:TD 0:6D 1:JH > 1; 1:LJ 2:KD 0:3D > 2;"
        "2:QD 0:9D 1:7D > 2; 0:8D > 0; 0:HJ > 0",
        surplus="0:4D",
    ),
}
"""Hands that keep every rule, found by a random search with an engine older than the second."""

PLAY_SMEAR_SCORED = by_seat(
    "play-smear",
    "H",
    "HA HT HJ H3 > 0; D3 S9 S5 D5 > 3; H2 S8 S6 DK > 0; CT CA CJ DT > 1;"
    "C3 C2 C7 C6 > 2; D4 D2 D7 D6 > 2",
)
"""The cards of a test of smaclell/smear.game (`score.spec.ts`), which holds five revokes."""

PLAY_SMEAR_SET = by_seat(
    "play-smear",
    "H",
    "HA HT H7 H3 > 0; D3 S9 S5 D5 > 3; H2 S8 S6 DK > 0; CT CA CJ DT > 1;"
    "C3 C2 C7 C6 > 2; DJ HJ D7 D6 > 1",
)
"""Another of its tests, with three revokes."""
