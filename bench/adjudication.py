"""How long records take to be decided over all deals and plays: `python -m bench.adjudication`.

Fixed, seeded records. The baseline is the verdict on the facts alone, without any search.
"""

import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial

from pitch import cards
from pitch.cards import PACK
from pitch.findings import prevents_scoring
from pitch.hand import readings, verdicts
from pitch.hand.deals import Deal
from pitch.hand.records import HandRecord
from pitch.proof import cores, provers, solver, statements
from pitch.proof.cases import Case, Fit
from pitch.proof.formula import layouts
from pitch.proof.solver import OutOfWork
from pitch.rules import rulesets
from pitch.rules.rulesets import RuleSet
from pitch.seats import Arrangement, Seating, Table
from tests.support.family import games, hands, records
from tests.support.oracles.truth import random_hand, slipped

UNREMEMBERED = verdicts.judge.__wrapped__
"""What a verdict costs that was not given just before."""
Asked = tuple[HandRecord, Deal]
FOUR, EIGHT = Table(players=4), Table(players=8)
PARTNERS = Table(players=4, sides=Arrangement.PARTNERS_ACROSS)


def complete(table: Table, number: int) -> list[Asked]:
    """Ordinary hands: contract, trump and every pile."""
    chance = random.Random(4)
    found: list[Asked] = []
    while len(found) < number:
        hand = random_hand(chance, table)
        found.append((hand.whole(), hand.deal))
    return found


def mixed(table: Table, number: int, *, slips: int) -> list[Asked]:
    """Parts of hands, some with things entered wrong."""
    chance = random.Random(5)
    found: list[Asked] = []
    while len(found) < number:
        hand = random_hand(chance, table)
        record = hand.part()
        for _ in range(slips):
            record = slipped(record, chance, hand.deal.players, hand.deal.sides)
        if not any(map(prevents_scoring, readings.read(record, hand.deal).bidding.findings)):
            found.append((record, hand.deal))
    return found


def tally(asked: Asked) -> None:
    """The verdict on the facts alone."""
    UNREMEMBERED(*asked)


def judged(asked: Asked) -> None:
    """The verdict with its proof, as it is given on a saved hand."""
    UNREMEMBERED(*asked, provers.prove(*asked))


def decided(asked: Asked) -> bool | None:
    """Whether any deal and play fit, and a smallest conflict if none do; None if undecided."""
    record, deal = asked
    pitchers = provers.pitchers(record, deal, readings.read(record, deal))
    stated = statements.from_record(record, pitchers)
    case = Case(stated, deal, solver.WARM.for_layout(layouts.from_deal(deal)))
    try:
        if isinstance(case.fit(case.everything()), Fit):
            return True
    except OutOfWork:
        return None
    fresh = Case(stated, deal, solver.fresh(layouts.from_deal(deal)))
    return None if cores.minimal(fresh, fresh.everything()).unproven else False


def timed(work: Callable[[Asked], object], records: Sequence[Asked]) -> list[float]:
    """Milliseconds of processor time that each record took, whatever else the machine does."""
    work(records[0])  # formula and solver are made once
    taken = []
    for asked in records:
        before = time.process_time()
        work(asked)
        taken.append((time.process_time() - before) * 1000)
    return taken


def of_preset(ruleset: RuleSet, table: Table, number: int) -> list[Asked]:
    """Ordinary hands of a rule set: contract, trump and every pile."""
    game = games.read(ruleset.rules, table, ruleset.preset)
    seating = Seating(table=table, names=tuple(f"P{seat}" for seat in range(table.players)))
    made = (hands.hand(game, seed) for seed in range(number))
    return [
        (records.whole(hand.played, hand.bid), Deal(ruleset, seating, hand.dealer))
        for hand in made
        if hand.played.tricks
    ]


def facts_of(asked: Sequence[Asked]) -> float:
    """Microseconds of the facts alone: of each hand the best, and of those the median."""
    return statistics.median(_best(partial(tally, each)) for each in asked)


def plain() -> float:
    """Microseconds of a fixed piece of plain Python, to compare machines and how busy they are."""
    return _best(lambda: [_sorted_by_suit() for _ in range(_REPEATED)]) / _REPEATED


def _sorted_by_suit() -> list[tuple[str, ...]]:
    """The pack by suits, each from the highest down: calls, texts, dictionaries and tuples."""
    found: dict[str, list[str]] = {}
    for card in PACK.cards:
        found.setdefault(cards.suit(card), []).append(card)
    return [tuple(reversed(found[suit])) for suit in sorted(found)]


def _best(work: Callable[[], object]) -> float:
    """Microseconds of processor time of the best of many rounds: the rest is other work."""
    taken = []
    for _ in range(_ROUNDS):
        before = time.process_time()
        work()
        taken.append(time.process_time() - before)
    return min(taken) * 1_000_000


def by_preset(number: int) -> None:
    """The exact decision of a complete record, and the facts alone, for each preset and table."""
    # The usual game is measured again beside each, for the machine is not always as busy.
    usual = of_preset(rulesets.preset(_USUAL), PARTNERS, number)
    print(f"\nProcessor time by preset, and how many times that of {_USUAL}, 4 in pairs")
    print("Plain Python is a fixed piece of work; it tells how fast the machine was just then.")
    print(
        f"{'':40} {'hands':>5} {'plain us':>8} {'facts us':>8} {'':>6} {'median ms':>9} {'':>6} "
        f"{'p99 ms':>7}"
    )
    for ruleset in rulesets.list_presets():
        for table in ruleset.rules.tables:
            asked = of_preset(ruleset, table, number)
            base, whole = facts_of(usual), statistics.median(timed(decided, usual))
            facts, taken = facts_of(asked), sorted(timed(decided, asked))
            undecided = sum(decided(each) is None for each in asked)
            name = f"{ruleset.preset}, {table.players} {table.sides.value}"
            most = 60 if len(ruleset.rules.points) <= len(_FOUR_POINTS) else 120
            aims = f"aims {most}, {5 if table.players <= 4 else 40}, 250; undecided {undecided}"
            median, slow = statistics.median(taken), taken[len(taken) * 99 // 100]
            print(
                f"{name:40} {len(taken):5} {plain():8.1f} {facts:8.0f} {facts / base:4.1f} x "
                f"{median:9.2f} {median / whole:4.1f} x {slow:7.1f}   {aims}"
            )


_ROUNDS = 25
_REPEATED = 200
_USUAL = "rules-guru"
_FOUR_POINTS = rulesets.preset(_USUAL).rules.points


def told(name: str, taken: list[float], baseline: float, limits: str) -> None:
    """One line of the table."""
    median, worst = statistics.median(taken), max(taken)
    print(
        f"{name:48} {len(taken):5} {median:9.2f} {worst:9.1f} {median / baseline:8.0f} x   {limits}"
    )


def main() -> None:
    """Print the table."""
    ordinary = complete(PARTNERS, 400)
    base = statistics.median(timed(tally, ordinary))
    print(f"{'':48} {'':5} {'median ms':>9} {'worst ms':>9} {'of tally':>10}   limit")
    told("verdict by the facts alone, 4 players", timed(tally, ordinary), base, "")
    told("verdict with proof, complete, 4 in pairs", timed(judged, ordinary), base, "median 1")
    told("the same, 4 alone", timed(judged, complete(FOUR, 400)), base, "median 1")
    told("the same, 8 alone", timed(judged, complete(EIGHT, 100)), base, "")
    for table, limits in ((FOUR, "25 and 250"), (PARTNERS, "25 and 250"), (EIGHT, "250 and 3000")):
        name = f"{table.players} {'in pairs' if table is PARTNERS else 'alone'}"
        for slips in (0, 1, 2):
            records = mixed(table, 200, slips=slips)
            undecided = sum(decided(asked) is None for asked in records)
            what = f"decision and conflict, {name}, {slips} slips"
            told(what, timed(decided, records), base, f"{limits}; undecided {undecided}")
        told(f"whole proof, {name}, 1 slip", timed(judged, mixed(table, 200, slips=1)), base, "")
    by_preset(200)


if __name__ == "__main__":
    main()
