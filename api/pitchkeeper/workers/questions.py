"""Questions: the program of a process whose forks answer questions until they or it are ended.

Its input is a socket of commands. A number with the descriptor of another socket is the niceness of
a new fork, which answers what comes by that socket; a number alone is the id of a fork to kill.
"""

import gc
import os
import pickle  # nosec B403
import signal
import socket
import time

from pitch import Arrangement, Deal, Seating, Table, list_presets
from pitch.proof import warm_up

NUMBER_BYTES = 4
"""Bytes of a command, and of the id that a fork writes once it can begin to work."""
LENGTH_BYTES = 8
"""Bytes before an answer with its length."""
_PARTNERS = Table(players=4, sides=Arrangement.PARTNERS_ACROSS)


def main() -> None:
    """Fill the caches for four players, then fork as commanded."""
    # Ctrl-C goes to every process of the terminal; this one ends with its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # uvloop leaves a copy of the input, by which forks would keep commands that nobody reads.
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    seating = Seating(table=_PARTNERS, names=("",) * _PARTNERS.players)
    warm_up(Deal(list_presets()[0], seating, dealer=0))
    # A collection in a fork would copy all memory that it shares with the others.
    gc.freeze()
    forks = set[int]()
    with socket.socket(fileno=0) as commands:
        while True:
            message, descriptors, *_ = socket.recv_fds(commands, NUMBER_BYTES, 1)
            if not message:
                break
            # Reaped only here, so an id in the set is never that of another process.
            forks -= {fork for fork in forks if os.waitpid(fork, os.WNOHANG)[0]}
            number = int.from_bytes(message)
            if descriptors:
                forks.add(_fork(number, descriptors[0], commands))
            elif number in forks:
                os.kill(number, signal.SIGKILL)
    for fork in forks:
        os.kill(fork, signal.SIGKILL)


def _fork(niceness: int, descriptor: int, commands: socket.socket) -> int:
    """Return the id of a fork that answers what comes by a socket."""
    with socket.socket(fileno=descriptor) as questions:
        if fork := os.fork():
            return fork
        try:
            commands.close()
            # Programs that the work runs must not hold the connection open.
            questions.set_inheritable(False)
            os.nice(niceness)
            _answer(questions)
        finally:
            os._exit(0)


def _answer(connection: socket.socket) -> None:
    """Answer questions until no more can come."""
    questions, answers = connection.makefile("rb"), connection.makefile("wb")
    answers.write(os.getpid().to_bytes(NUMBER_BYTES))
    answers.flush()
    while True:
        try:
            # Only the server has the other end of the socket.
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
    main()
