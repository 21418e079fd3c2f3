"""Measures inferences per second of one session that several clients call at once.

    python -m benchmarks.concurrency MODEL.onnx … [--threads 2] [--clients 1 2 4] [--seconds 20]

A client is a thread of the program that calls `run` again and again. open-aoe and ONNX Runtime take
turns, and each has one session for all clients. `alone` is one client that has the session for
itself, so `clients=4` against `alone` says what sharing a session costs.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import aoe
from benchmarks.peers.engine import Feed, Job, Run
from benchmarks.peers.engines import onnxruntime
from benchmarks.report import Row, benchmark_parser, existing_model, print_report
from benchmarks.sessions import feed_of, repository_at, run_of

#: How long a turn of one engine takes, in seconds.
TURN_SECONDS = 1.0
#: How long the machine rests before each turn, so that threads of the engine before sleep.
REST_SECONDS = 0.05
PEER = "onnxruntime"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures every model and prints one table."""
    options = _parser().parse_args(arguments)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        for path in options.models:
            rows += measure(path.absolute(), options, Path(folder))
    notes = [
        f"inferences per second, median and maximum over turns of {options.turn} s in rotation",
        f"{options.threads} threads for each session; nothing is tuned",
    ]
    print_report("Clients that share a session", rows, options.json, notes)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = benchmark_parser(__doc__)
    parser.add_argument("models", nargs="+", type=existing_model, metavar="MODEL.onnx")
    parser.add_argument("--threads", type=int, default=2, help="of each session")
    parser.add_argument("--clients", nargs="+", type=int, default=[1, 2, 4])
    parser.add_argument("--seconds", type=float, default=20.0, help="for each row group")
    parser.add_argument("--turn", type=float, default=TURN_SECONDS, help="seconds of one turn")
    return parser


def measure(path: Path, options: argparse.Namespace, folder: Path) -> list[Row]:
    """Returns one row for each engine and number of clients."""
    with repository_at(folder / "empty"):
        session = aoe.compile(path, threads=options.threads)
    feed = feed_of(session)
    peer = onnxruntime.open_model(Job(path, options.threads, folder))
    engines = {"aoe": run_of(session), PEER: peer}
    rows: list[Row] = []
    for clients in options.clients:
        rates = in_turns(engines, feed, clients, options.seconds, options.turn)
        rows += [
            {
                "model": path.stem,
                "clients": clients,
                "engine": name,
                "turns": len(found),
                "median": statistics.median(found),
                "maximum": max(found),
                "of the peer": statistics.median(found) / statistics.median(rates[PEER]),
            }
            for name, found in rates.items()
        ]
    session.close()
    return rows


def in_turns(
    engines: dict[str, Run], feed: Feed, clients: int, seconds: float, turn: float
) -> dict[str, list[float]]:
    """Returns the inferences per second of each engine, turn by turn; each has two at least."""
    rates: dict[str, list[float]] = {name: [] for name in engines}
    order = list(engines)
    end = time.perf_counter() + seconds
    while len(rates[order[0]]) < 2 or time.perf_counter() < end:
        for name in order:
            time.sleep(REST_SECONDS)
            rates[name].append(rate(engines[name], feed, clients, turn))
        order = [*order[1:], order[0]]
    return rates


def rate(run: Run, feed: Feed, clients: int, seconds: float) -> float:
    """Returns the inferences per second of so many clients that begin together.

    Raises:
        Exception: What an inference raised.
    """
    begin = threading.Barrier(clients + 1)
    counts = [0] * clients
    ends = [0.0] * clients
    errors: list[BaseException] = []

    def client(number: int) -> None:
        try:
            run(feed)
            begin.wait()
            end = time.perf_counter() + seconds
            while time.perf_counter() < end:
                run(feed)
                counts[number] += 1
            ends[number] = time.perf_counter()
        except BaseException as error:
            errors.append(error)
            begin.abort()

    threads = [threading.Thread(target=client, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    with suppress(threading.BrokenBarrierError):
        begin.wait()
    start = time.perf_counter()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return sum(counts) / (max(ends) - start)


if __name__ == "__main__":
    sys.exit(main())
