"""Test whether hard rulings delay other requests: `python -m bench.isolation`.

One phone reads a score sheet again and again, first alone and then while others ask for rulings
on hard hands of eight players without a pause. The baseline is the first. Everything stays on
127.0.0.1 and ends after so many reads.
"""

import random
import statistics
import threading
import time

import msgspec

from bench import servers
from bench.adjudication import EIGHT, Question, random_records
from bench.clients import p99
from bench.phones import HANDS, Phone
from pitch.proof import provers
from pitch.rules import rulesets
from pitch.rules.rulesets import RuleSet

READS = 600
ASKERS = 2


def hardest(number: int) -> list[Question]:
    """Return the hands of eight players, with errors, that take longest to prove."""

    def duration(question: Question) -> float:
        before = time.perf_counter()
        provers.prove(*question)
        return time.perf_counter() - before

    return sorted(random_records(EIGHT, 60, slips=2), key=duration)[-number:]


def body(question: Question) -> dict[str, object]:
    """Return the body of a request for a ruling on a hand."""
    record, deal = question
    options = {name: value for name, value in _changes(deal.ruleset).items() if value is not None}
    return {
        "ruleset": deal.ruleset.preset,
        "players": 8,
        "dealer": deal.dealer,
        "options": options,
        "record": msgspec.to_builtins(record),
        "witness": True,
    }


def _changes(ruleset: RuleSet) -> dict[str, object]:
    rules, written = ruleset.rules, rulesets.preset(ruleset.preset).rules
    return {
        "tables": [{"players": 8, "sides": "individuals"}],
        "low": rules.low.value if rules.low is not written.low else None,
        "gameTie": rules.game_tie.value if rules.game_tie is not written.game_tie else None,
    }


def reads(phone: Phone, path: str) -> list[float]:
    """Return the milliseconds of reads, one after the other."""
    times = []
    for _ in range(READS):
        before = time.perf_counter()
        phone.ask("GET", path)
        times.append((time.perf_counter() - before) * 1000)
        time.sleep(0.002)
    return times


def print_row(name: str, times: list[float], base: list[float]) -> None:
    """Print a row of the table."""
    print(
        f"{name:34}{statistics.median(times):9.2f}{p99(times):9.2f}"
        f"{statistics.median(times) / statistics.median(base):9.2f}{p99(times) / p99(base):9.2f}"
    )


def main() -> None:
    """Print the table."""
    hard = [body(question) for question in hardest(8)]
    with servers.ours() as server:
        measure(server.port, hard)


def measure(port: int, hard: list[dict[str, object]]) -> None:
    """Measure reads alone, and reads beside rulings."""
    phone = Phone(port)
    path = f"/v1/matches/{phone.play(HANDS)}"
    reads(phone, path)
    alone = reads(phone, path)
    done, rulings = threading.Event(), []

    def ask(seed: int) -> None:
        asker, chance = Phone(port), random.Random(seed)
        while not done.is_set():
            before = time.perf_counter()
            asker.ask("POST", "/v1/rulings/hand", chance.choice(hard))
            rulings.append((time.perf_counter() - before) * 1000)

    askers = [threading.Thread(target=ask, args=(seed,)) for seed in range(ASKERS)]
    for asker in askers:
        asker.start()
    beside = reads(phone, path)
    done.set()
    for asker in askers:
        asker.join()
    print(f"{READS} reads of a sheet of {HANDS} hands, ms{'median':>8}{'p99':>9}{'x':>9}{'x':>9}")
    print_row("alone", alone, alone)
    print_row(f"beside {ASKERS} phones asking rulings", beside, alone)
    print(f"{len(rulings)} rulings meanwhile, {statistics.median(rulings):.0f} ms in the middle")


if __name__ == "__main__":
    main()
