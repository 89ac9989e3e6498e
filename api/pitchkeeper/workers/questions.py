"""Questions: the program of a process that answers one after the other until its input ends."""

import os
import pickle  # nosec B403
import signal
import sys
import time

from pitch import Arrangement, Deal, Seating, Table, list_presets
from pitch.proof import warm_up

# Rulings are loaded before the first of them is asked for.

READY = b"ready"
"""What is written once the process can begin to work."""
SIZE = 8
"""Bytes that tell how long an answer is."""
_PARTNERS = Table(players=4, sides=Arrangement.PARTNERS_ACROSS)


def main(niceness: int) -> None:
    """Make what four players need, then answer questions; others come first by `niceness`."""
    os.nice(niceness)
    # Ctrl-C goes to every process of the terminal; this one ends with its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What the work prints, and what it starts, must not reach into the answers.
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    usual = Seating(table=_PARTNERS, names=("",) * _PARTNERS.players)
    warm_up(Deal(list_presets()[0], usual, dealer=0))
    answers.write(READY)
    answers.flush()
    while True:
        try:
            # Who asks is the process that started this one, nobody else has the pipe.
            question, arguments = pickle.load(questions)  # noqa: S301  # nosec B301
        except EOFError:
            return
        began = time.process_time()
        try:
            answer = pickle.dumps((question(*arguments), None, time.process_time() - began))
        except Exception as raised:
            answer = pickle.dumps((None, raised, time.process_time() - began))
        answers.write(len(answer).to_bytes(SIZE))
        answers.write(answer)
        answers.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
