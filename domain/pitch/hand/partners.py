"""Partners of one hand: who scores with the pitcher if he calls a card, and what they took.

At such a table every side is one person (`play.partner`); everywhere else sides stay together and
these functions change nothing.
"""

from collections.abc import Iterator, Sequence

from msgspec import structs

from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.play import Log
from pitch.hand.records import HandRecord


def pitching_sides(contract: Contract, deal: Deal) -> tuple[int, ...]:
    """Return the sides that score with the pitcher in this hand, his own first (`score.partner`).

    His own alone while the called partner is unknown.
    """
    own = deal.side_of(contract.pitcher)
    if contract.partner is None or contract.partner == contract.pitcher:
        return (own,)
    return (own, deal.side_of(contract.partner))


def opposing_sides(contract: Contract, deal: Deal) -> tuple[int, ...]:
    """Return the sides that score against the pitcher in this hand."""
    own = pitching_sides(contract, deal)
    return tuple(side for side in range(deal.sides) if side not in own)


def pool(by_side: Sequence[int], contract: Contract, deal: Deal) -> tuple[int, ...]:
    """Return each side's sum with the sides that score with it in this hand, by side.

    The pitching sides pool what they took, and so do all the others.
    """
    if not deal.calls_partner:
        return tuple(by_side)
    own = pitching_sides(contract, deal)
    pitching = sum(by_side[side] for side in own)
    opposing = sum(by_side) - pitching
    return tuple(pitching if side in own else opposing for side in range(deal.sides))


def first_side(side: int, contract: Contract, deal: Deal) -> int:
    """Return the first of the sides that score together with a side in this hand."""
    if not deal.calls_partner:
        return side
    own = pitching_sides(contract, deal)
    return own[0] if side in own else opposing_sides(contract, deal)[0]


def is_open(contract: Contract | None, deal: Deal) -> bool:
    """Return whether a partner was called whose name is still unknown."""
    return deal.calls_partner and contract is not None and contract.partner is None


def possible_contracts(
    contract: Contract, deal: Deal, among: Sequence[int]
) -> tuple[Contract, ...]:
    """Return the contract with every partner that it may have; itself if its partner is known.

    `among` are the seats that a proof found possible; empty without a proof.
    """
    if not is_open(contract, deal):
        return (contract,)
    seats = among or range(deal.players)
    return tuple(structs.replace(contract, partner=seat) for seat in seats)


def infer_partner(contract: Contract, record: HandRecord, log: Log, deal: Deal) -> Contract:
    """Return the contract with the partner that holdings and tricks show, unless it names one.

    A partner plays the called card to the first trick (`play.called`), so after a complete first
    trick without it the pitcher plays alone.
    """
    if not is_open(contract, deal) or contract.called_card is None:
        return contract
    holder = next(_holders(contract.called_card, record, log), None)
    if holder is None and _is_first_trick_complete(record, log, deal):
        holder = contract.pitcher
    return contract if holder is None else structs.replace(contract, partner=holder)


def _holders(card: str, record: HandRecord, log: Log) -> Iterator[int]:
    """Yield the seats that a record shows to have had a card."""
    yield from (holding.seat for holding in record.holdings if card in holding.cards)
    for trick, seats in zip(record.tricks, log.seats, strict=True):
        # Surplus trumps come after the cards that were played.
        yield from (
            seat for seat, played in zip(seats, trick.cards, strict=False) if played == card
        )


def _is_first_trick_complete(record: HandRecord, log: Log, deal: Deal) -> bool:
    """Return whether every player's part in the first trick is known."""
    if not record.tricks:
        return False
    return len(log.seats[0]) + len(set(record.tricks[0].out)) == deal.players
