"""A process answers requests, and stands still between them."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from benchmarks.turn_process import TurnError, TurnProcess

SERVER = """
import os, sys, time
from benchmarks.turn_process import answer_requests

def answer(request):
    print("a library prints")
    if request["do"] == "die":
        os._exit(3)
    if request["do"] == "sleep":
        time.sleep(60)
    return {"sum": sum(request["numbers"])}

answer_requests(answer)
"""


def server() -> TurnProcess:
    return TurnProcess([sys.executable, "-c", SERVER])


def state(process: TurnProcess) -> str:
    """What Linux calls the state of a process: T if it is stopped."""
    return Path(f"/proc/{process.process_id}/stat").read_text().rpartition(")")[2].split()[0]


def test_requests_are_answered() -> None:
    with server() as process:
        assert process.ask({"do": "add", "numbers": [1, 2]}, 60.0) == {"sum": 3}
        assert process.ask({"do": "add", "numbers": [3]}, 60.0) == {"sum": 3}


def test_a_process_stands_still_between_requests() -> None:
    with server() as process:
        process.ask({"do": "add", "numbers": []}, 60.0)
        end = time.monotonic() + 30.0
        while state(process) != "T" and time.monotonic() < end:
            time.sleep(0.01)
        assert state(process) == "T"


def test_the_end_of_a_process_is_told() -> None:
    with server() as process, pytest.raises(TurnError, match="its process died: exit status 3"):
        process.ask({"do": "die"}, 60.0)


def test_an_answer_that_does_not_come_is_told() -> None:
    with server() as process, pytest.raises(TurnError, match="did not answer within 0 s"):
        process.ask({"do": "sleep"}, 0.1)
