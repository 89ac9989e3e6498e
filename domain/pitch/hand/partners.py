"""Partners of one hand: who scores with the pitcher where he calls a card, and what they have.

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
    """The sides that score as one with the pitcher in this hand, his own first (`score.partner`).

    While a called partner is not known it is his own alone.
    """
    own = deal.side_of(contract.pitcher)
    if contract.partner is None or contract.partner == contract.pitcher:
        return (own,)
    return (own, deal.side_of(contract.partner))


def opposing_sides(contract: Contract, deal: Deal) -> tuple[int, ...]:
    """All other sides: those that score against the pitcher in this hand."""
    own = pitching_sides(contract, deal)
    return tuple(side for side in range(deal.sides) if side not in own)


def pool(by_side: Sequence[int], contract: Contract, deal: Deal) -> tuple[int, ...]:
    """What every side has together with those that score with it in this hand, by side.

    The pitching sides have it together, and so have all the others against them.
    """
    if not deal.calls_partner:
        return tuple(by_side)
    own = pitching_sides(contract, deal)
    together = sum(by_side[side] for side in own)
    others = sum(by_side) - together
    return tuple(together if side in own else others for side in range(deal.sides))


def first_side(side: int, contract: Contract, deal: Deal) -> int:
    """The first of the sides that score together with a side in this hand; of old ones itself."""
    if not deal.calls_partner:
        return side
    own = pitching_sides(contract, deal)
    if side in own:
        return own[0]
    return opposing_sides(contract, deal)[0]


def is_open(contract: Contract | None, deal: Deal) -> bool:
    """Whether a partner was called of whom nobody has said yet who it is."""
    return deal.calls_partner and contract is not None and contract.partner is None


def possible_contracts(
    contract: Contract, deal: Deal, among: Sequence[int]
) -> tuple[Contract, ...]:
    """The contract with every partner that it may have; as it is where none is open.

    `among` are the seats that a proof left, none where there is no proof.
    """
    if not is_open(contract, deal):
        return (contract,)
    seats = among or range(deal.players)
    return tuple(structs.replace(contract, partner=seat) for seat in seats)


def infer_partner(contract: Contract, record: HandRecord, log: Log, deal: Deal) -> Contract:
    """The contract with the partner that holdings and tricks tell, if it does not name him.

    Whoever else holds the called card plays it to the first trick (`play.called`), so that of a
    first trick without it nobody was the partner.
    """
    if not is_open(contract, deal) or contract.called_card is None:
        return contract
    holder = next(_holders(contract.called_card, record, log), None)
    if holder is None and _is_whole(record, log, deal):
        holder = contract.pitcher
    return contract if holder is None else structs.replace(contract, partner=holder)


def _holders(card: str, record: HandRecord, log: Log) -> Iterator[int]:
    """The seats that a record shows to have had a card."""
    yield from (held.seat for held in record.holdings if card in held.cards)
    for trick, seats in zip(record.tricks, log.seats, strict=True):
        # Trumps to spare come after the cards that were played.
        for seat, played in zip(seats, trick.cards, strict=False):
            if played == card:
                yield seat


def _is_whole(record: HandRecord, log: Log, deal: Deal) -> bool:
    """Whether it is known what everybody played to the first trick."""
    if not record.tricks:
        return False
    return len(log.seats[0]) + len(set(record.tricks[0].out)) == deal.players
