"""Questions: the program of a process that answers questions from its input until that ends."""

import os
import pickle  # nosec B403
import signal
import sys
import time

from pitch import Arrangement, Deal, Seating, Table, list_presets
from pitch.proof import warm_up

READY = b"ready"
"""Written once the process can begin to work."""
LENGTH_BYTES = 8
"""Bytes before an answer with its length."""
_PARTNERS = Table(players=4, sides=Arrangement.PARTNERS_ACROSS)


def main(niceness: int) -> None:
    """Fill the caches for four players, then answer questions at a niceness."""
    os.nice(niceness)
    # Ctrl-C goes to every process of the terminal; this one ends with its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Anything that the work or its children print must not reach the pipe of the answers.
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    seating = Seating(table=_PARTNERS, names=("",) * _PARTNERS.players)
    warm_up(Deal(list_presets()[0], seating, dealer=0))
    answers.write(READY)
    answers.flush()
    while True:
        try:
            # Only the process that started this one has the pipe.
            question, arguments = pickle.load(questions)  # noqa: S301  # nosec B301
        except EOFError:
            return
        began = time.process_time()
        try:
            answer = pickle.dumps((question(*arguments), None, time.process_time() - began))
        except Exception as error:
            answer = pickle.dumps((None, error, time.process_time() - began))
        answers.write(len(answer).to_bytes(LENGTH_BYTES))
        answers.write(answer)
        answers.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
