"""Work in threads and what is done for the first time hold up the event loop for little."""

import subprocess
import sys

# A process of its own, because a module is loaded once and the interpreter has one interval.
_TURNS = """
import asyncio, threading, time
from pitchkeeper import app

app.create()
is_over = threading.Event()

def compute():
    while time.thread_time() < 0.2:
        sum(range(1_000))
    is_over.set()

async def turns():
    count = 0
    while not is_over.is_set():
        count += 1
        await asyncio.sleep(0.0001)
    return count

threading.Thread(target=compute).start()
print(asyncio.run(turns()))
"""
_FIRST = """
import os, typst, zoneinfo
from pitchkeeper import app, zones
from pitchkeeper.documents import pdf, rulebooks
from pitch import preset

def refuse(*_, **__):
    raise AssertionError("This takes long, and no other thread runs meanwhile.")

os.scandir = typst.Fonts = refuse
zones.check("Europe/Paris")
print(pdf.render(rulebooks.document(preset("mb-lounge")))[:5].decode())
"""


def _run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_a_thread_that_computes_lets_the_event_loop_go_on_often() -> None:
    # By Python's own interval it has 40 turns in these 0.2 s.
    assert int(_run(_TURNS)) > 80


def test_fonts_and_time_zones_are_loaded_before_the_first_request() -> None:
    assert _run(_FIRST) == "%PDF-"
