"""Time proofs and rulings by preset, table and kind: `python -m bench.adjudication`.

Fixed, seeded records, measured in processor time; each row also says how many times a complete hand
of four takes as long. `--help` lists the options, by which a share takes minutes.
"""

import argparse
import cProfile
import pstats
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from pitch.findings import Finding
from pitch.hand import readings, verdicts
from pitch.hand.deals import Deal
from pitch.hand.records import HandRecord
from pitch.proof import provers
from pitch.rules import rulesets
from pitch.rules.rulesets import RuleSet
from pitch.rulings import hands as hand_rulings
from pitch.rulings.hands import HandQuestion
from pitch.seats import Arrangement, Seating, Table
from tests.support.family import entries, games, hands, records
from tests.support.oracles.truth import random_hand, slipped

UNREMEMBERED = verdicts.judge.__wrapped__
"""`judge` without its cache."""
Question = tuple[HandRecord, Deal]
EIGHT = Table(players=8)
PARTNERS = Table(players=4, sides=Arrangement.PARTNERS_ACROSS)
_RULING: Final = "rulings"
_KINDS: Final = ("complete", "partial", "complete, slip", "partial, slip", _RULING)
_MOST: Final = {_RULING: 400.0}
"""The aim for the 99th percentile in milliseconds; 250 of a proof."""
_USUAL: Final = "rules-guru"
_SLOWEST: Final = 10
_SEED: Final = 0


class Measurement(Struct):
    """The processor time of one question, and the statements left undecided."""

    name: str
    seed: int
    question: Question
    milliseconds: float
    undecided: tuple[str, ...]


def random_records(table: Table, number: int, *, slips: int) -> list[Question]:
    """Return parts of hands of four points, some with things entered wrong."""
    chance = random.Random(5)
    records: list[Question] = []
    while len(records) < number:
        hand = random_hand(chance, table)
        record = hand.part()
        for _ in range(slips):
            record = slipped(record, chance, hand.deal.players, hand.deal.sides)
        if not any(
            map(Finding.prevents_scoring, readings.read(record, hand.deal).bidding.findings)
        ):
            records.append((record, hand.deal))
    return records


def seeded(
    ruleset: RuleSet, table: Table, kind: str, number: int, first: int = _SEED
) -> Iterator[tuple[int, Question]]:
    """Yield records of a kind with their seeds; rulings are about partial records."""
    game = games.read(ruleset.rules, table, ruleset.preset)
    seating = Seating(table=table, names=tuple(f"P{seat}" for seat in range(table.players)))
    seed = first
    while number:
        hand, chance = hands.hand(game, seed), random.Random(seed)
        if hand.played.tricks:
            is_complete = kind.startswith("complete")
            record = (
                records.complete_record(hand.played, hand.bid)
                if is_complete
                else entries.part(hand, chance)
            )
            if kind.endswith("slip"):
                record = entries.with_slip(record, hand, chance)
            yield seed, (record, Deal(ruleset, seating, hand.dealer))
            number -= 1
        seed += 1


def prove(question: Question) -> tuple[str, ...]:
    """Prove a record, with its first findings and repairs; return what is undecided."""
    return tuple(statement.code for statement in provers.prove(*question).undecided)


def rule(question: Question) -> tuple[str, ...]:
    """Rule on a record, under its rules and all others; return what is undecided."""
    record, deal = question
    table = deal.seating.table
    dispute = HandQuestion(
        players=table.players, sides=table.sides, record=record, dealer=deal.dealer
    )
    ruling = hand_rulings.rule_on_hand(dispute, deal.ruleset)
    own = tuple(statement.code for statement in ruling.verdict.undecided)
    return (*own, *("other rules" for _ in ruling.undecided))


def measure(
    name: str,
    work: Callable[[Question], tuple[str, ...]],
    questions: Sequence[tuple[int, Question]],
) -> list[Measurement]:
    """Return how long each question took, after one that builds formulas and solvers."""
    work(questions[0][1])
    measurements = []
    for seed, question in questions:
        verdicts.judge.cache_clear()
        before = time.process_time()
        undecided = work(question)
        milliseconds = (time.process_time() - before) * 1000
        measurements.append(Measurement(name, seed, question, milliseconds, undecided))
    return measurements


def print_row(name: str, kind: str, row: Sequence[Measurement], usual: float) -> None:
    """Print one line of the table."""
    times = sorted(timing.milliseconds for timing in row)
    median, slow, mean = times[len(times) // 2], quantile(times), sum(times) / len(times)
    most = _MOST.get(kind, 250.0)
    undecided = Counter(code for timing in row for code in set(timing.undecided))
    print(
        f"{name:34} {kind:15} {len(times):5} {mean:7.1f} {median:7.1f} {slow:7.1f} "
        f"{times[-1]:7.1f} {slow / usual:5.0f} x  {sum(taken > most for taken in times):4}  "
        + ", ".join(f"{code.removeprefix('undecided.')} {n}" for code, n in undecided.items()),
        flush=True,
    )


def quantile(times: Sequence[float]) -> float:
    """Return the 99th percentile of sorted times."""
    return times[min(len(times) * 99 // 100, len(times) - 1)]


def print_profile(slowest: Sequence[Measurement]) -> None:
    """Print the slowest questions, and the functions in which they spend their time."""
    profile = cProfile.Profile()
    print(f"\nThe slowest {len(slowest)}")
    for timing in slowest:
        print(f"{timing.milliseconds:8.1f} ms   {timing.name}, seed {timing.seed}")
        verdicts.judge.cache_clear()
        profile.runcall(rule if timing.name.endswith(_RULING) else prove, timing.question)
    pstats.Stats(profile).sort_stats("cumulative").print_stats(r"pitch|pysat|method", 40)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=200, help="records a row")
    parser.add_argument("--rulings", type=int, default=20, help="rulings a row")
    parser.add_argument("--seed", type=int, default=_SEED, help="the first seed of each row")
    parser.add_argument("--presets", default="", help="only these, with commas between them")
    parser.add_argument("--kinds", default="", help=f"only these, of {'; '.join(_KINDS)}")
    options = parser.parse_args()
    kinds = [kind.strip() for kind in options.kinds.split(";") if kind] or _KINDS
    presets = options.presets.split(",") if options.presets else None
    baseline = list(seeded(rulesets.preset(_USUAL), PARTNERS, "complete", 200))
    times = sorted(timing.milliseconds for timing in measure(_USUAL, prove, baseline))
    usual = times[len(times) // 2]
    print(f"A complete hand of four, {_USUAL} in pairs: median {usual:.2f} ms of processor time.")
    print(f"Seeds from {options.seed} on. `over`: more than 250 ms, or 400 of a ruling.")
    print(f"{'':50} {'n':>5}    mean  median     p99     max     p99  over  undecided")
    everything: list[Measurement] = []
    for ruleset in rulesets.list_presets():
        if presets and ruleset.preset not in presets:
            continue
        for table in ruleset.rules.tables:
            name = f"{ruleset.preset}, {table.players} {table.sides.value}"
            for kind in kinds:
                number = options.rulings if kind == _RULING else options.records
                if not number:
                    continue
                questions = list(seeded(ruleset, table, kind, number, options.seed))
                work = rule if kind == _RULING else prove
                row = measure(f"{name}, {kind}", work, questions)
                print_row(name, kind, row, usual)
                everything += row
    print()
    for kind in kinds:
        of_kind = [timing for timing in everything if timing.name.endswith(f", {kind}")]
        for players in sorted({timing.question[1].players for timing in of_kind}):
            row = [timing for timing in of_kind if timing.question[1].players == players]
            print_row(f"all presets, {players} players", kind, row, usual)
    everything.sort(key=lambda timing: -timing.milliseconds)
    print_profile(everything[:_SLOWEST])


if __name__ == "__main__":
    main()
