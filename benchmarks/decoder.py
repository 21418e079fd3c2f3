"""Measures how fast a decoder with an open past generates tokens, beside ONNX Runtime.

    python -m benchmarks.decoder

The model is a small GPT-2 (`benchmarks.models.decoder`). Each generation is greedy and goes through
one session per engine: the first step computes the prompt with an empty past, and each later step
one token. One process generates with an empty compile cache, and a fresh one once the cache knows
all lengths. The second process then lets both engines generate in turns. Every generation of
open-aoe must agree with ONNX Runtime's in all tokens, and in the logits of every step.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, median

import numpy as np
import onnx

import aoe
from aoe.application.run.bench_command import PAUSE_SECONDS
from benchmarks.memory import tree_cpu_seconds
from benchmarks.models.decoder import DecoderSizes, decoder
from benchmarks.peers.engine import Feed, Job, Run
from benchmarks.peers.engines import onnxruntime
from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.sessions import repository_at, run_of

PROMPT_TOKENS = 8
#: How far logits may differ, as a share of the largest.
TOLERANCE = 1e-4
AOE, PEER = "open-aoe", "ONNX Runtime"


@dataclass(frozen=True, slots=True)
class Generation:
    """What one generation gave.

    Attributes:
        tokens: The tokens after the prompt.
        logits: The logits after each step's last token.
        past: The keys and values after the last step.
        seconds: How long it took.
        cpu: Seconds of the process and its helper processes.
    """

    tokens: list[int]
    logits: list[np.ndarray]
    past: list[np.ndarray]
    seconds: float
    cpu: float


@dataclass(frozen=True, slots=True)
class Setting:
    """What is generated.

    Attributes:
        path: The model.
        sizes: Its sizes.
        threads: The number of threads.
        tokens: How many tokens one generation has.
        rounds: How often each engine generates in turns.
        folder: A folder of the compile cache.
    """

    path: Path
    sizes: DecoderSizes
    threads: int
    tokens: int
    rounds: int
    folder: Path


class DisagreementError(Exception):
    """The engines do not generate the same."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints one table."""
    parser = benchmark_parser(__doc__)
    standard = DecoderSizes()
    for name in ("layers", "heads", "vocabulary"):
        parser.add_argument(f"--{name}", type=int, default=getattr(standard, name))
    parser.add_argument("--tokens", type=int, default=64)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=15, help="generations of each engine")
    options = parser.parse_args(arguments)
    sizes = DecoderSizes(options.layers, options.heads, vocabulary=options.vocabulary)
    with tempfile.TemporaryDirectory() as name, repository_at(Path(name) / "bank"):
        folder = Path(name)
        path = folder / "decoder.onnx"
        onnx.save(decoder(sizes), path)
        setting = Setting(
            path, sizes, options.threads, options.tokens, options.rounds, folder / "cache"
        )
        rows = in_fresh_process(first_generation, setting, "empty")
        rows += in_fresh_process(later_generations, setting)
    notes = [
        f"{sizes.layers} layers of {sizes.width}, {sizes.vocabulary} tokens, prompt of "
        f"{PROMPT_TOKENS}, {options.tokens} generated, threads: {options.threads}",
        "min, median: tokens per second of the slowest and of the median generation",
        "CPU: milliseconds per token of all threads and helper processes, mean",
        f"tokens agree, and logits of every step to {TOLERANCE} of the largest",
    ]
    print_report("Decoder", rows, options.json, notes)
    return 0


def in_fresh_process(task: Callable[..., list[Row]], *given: object) -> list[Row]:
    """Calls a function in a process of its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(task, *given).result()


def first_generation(setting: Setting, cache: str) -> list[Row]:
    """Returns the row of a generation in this process. `cache`: what it finds there, in words."""
    with opened(setting) as session:
        made = generate(run_of(session), setting)
    compare(made, generate(peer(setting), setting))
    return [row(AOE, f"first, compile cache {cache}", [made])]


def later_generations(setting: Setting) -> list[Row]:
    """Returns the row of the first generation and those of generations in turns."""
    with opened(setting) as session:
        runs = {AOE: run_of(session), PEER: peer(setting)}
        first = {name: generate(run, setting) for name, run in runs.items()}
        compare(first[AOE], first[PEER])
        later: dict[str, list[Generation]] = {name: [] for name in runs}
        for number in range(setting.rounds):
            for name in list(runs)[:: -1 if number % 2 else 1]:
                # Threads of the other engine spin for a while after its last step.
                time.sleep(PAUSE_SECONDS)
                later[name].append(generate(runs[name], setting))
            compare(later[AOE][-1], first[PEER])
    return [
        row(AOE, "first, compile cache full", [first[AOE]]),
        row(PEER, "first", [first[PEER]]),
        *(row(name, "later, in turns", made) for name, made in later.items()),
    ]


def opened(setting: Setting) -> aoe.InferenceSession:
    """open-aoe's session, which all lengths share."""
    cache = aoe.CacheOptions(directory=setting.folder)
    return aoe.compile(setting.path, threads=setting.threads, cache=cache)


def peer(setting: Setting) -> Run:
    """ONNX Runtime's session as a function."""
    return onnxruntime.open_model(Job(setting.path, setting.threads, setting.folder))


def generate(run: Run, setting: Setting) -> Generation:
    """Generates tokens greedily after a prompt.

    Args:
        run: The session of an engine.
        setting: What is generated.
    """
    sizes = setting.sizes
    names = [
        f"past_key_values.{n}.{kind}" for n in range(sizes.layers) for kind in ("key", "value")
    ]
    past = [np.zeros((1, sizes.heads, 0, sizes.head_width), np.float32)] * len(names)
    ids = np.arange(1, PROMPT_TOKENS + 1)[None] % sizes.vocabulary
    tokens: list[int] = []
    logits: list[np.ndarray] = []
    cpu, begin = tree_cpu_seconds(os.getpid()), time.perf_counter()
    for _ in range(setting.tokens):
        feed: Feed = {"input_ids": ids, **dict(zip(names, past, strict=True))}
        found, *past = run(feed)
        logits.append(found[0, -1])
        tokens.append(int(logits[-1].argmax()))
        ids = np.array([tokens[-1:]])
    seconds, cpu = time.perf_counter() - begin, tree_cpu_seconds(os.getpid()) - cpu
    return Generation(tokens, logits, past, seconds, cpu)


def compare(made: Generation, wanted: Generation) -> None:
    """Compares two generations step by step.

    Raises:
        DisagreementError: A token, logits of a step, or a key or value at the end differ.
    """
    for step, (token, other) in enumerate(zip(made.tokens, wanted.tokens, strict=True)):
        if token != other:
            raise DisagreementError(f"step {step}: token {token} instead of {other}")
        check(f"logits of step {step}", made.logits[step], wanted.logits[step])
    for number, (array, other_array) in enumerate(zip(made.past, wanted.past, strict=True)):
        check(f"keys or values {number}", array, other_array)


def check(what: str, array: np.ndarray, wanted: np.ndarray) -> None:
    """Compares two arrays; `what` names them. Raises `DisagreementError`."""
    error = float(np.abs(array - wanted).max() / np.abs(wanted).max())
    if array.shape != wanted.shape or not error <= TOLERANCE:
        raise DisagreementError(f"{what}: the difference is {error:.1e} of the largest")


def row(engine: str, state: str, made: Sequence[Generation]) -> Row:
    """Returns a row of the table."""
    speeds = [len(item.tokens) / item.seconds for item in made]
    return {
        "engine": engine,
        "generation": state,
        "rounds": len(made),
        "min": min(speeds),
        "median": median(speeds),
        "CPU": fmean(item.cpu / len(item.tokens) * 1e3 for item in made),
    }


if __name__ == "__main__":
    sys.exit(main())
