"""Measures a large repository: opening it, lookups, stores, and checking all entries.

    python -m benchmarks.overheads.repository

The repository has convolutions and matmuls of the kinds in ResNet and BERT, all of different
shapes. Opening is the first lookup in each file, which reads the file. A later lookup finds an
entry and checks it.
"""

from __future__ import annotations

import gc
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from aoe.backends.cpu.target.host import host_target
from aoe.backends.registry import backend_of, default_policy
from aoe.operators.operator import Operand, Operator
from aoe.policy import Policy
from aoe.repository.bank_file import read_bank, update_bank
from aoe.repository.entry import Entry, Timing
from aoe.repository.location import bank_path
from aoe.repository.repository import Repository
from aoe.target import Target
from benchmarks.report import Row, benchmark_parser, print_report

GENERATOR = "1"
LOOKUPS = 1000
STORES = 5


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes a repository, measures it and prints one table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("--entries", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=5, help="how often it is opened")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        rows = measure(Path(folder), options.entries, options.repeats)
    notes = [f"medians; {options.repeats} openings, {LOOKUPS} lookups, {STORES} stores"]
    print_report(f"A repository of {options.entries} entries", rows, options.json, notes)
    return 0


def measure(folder: Path, count: int, repeats: int) -> list[Row]:
    """Returns one row per action on a repository of `count` entries, written in `folder`."""
    target = host_target(1)
    folder = folder / target.soc_version
    entries = synthetic_entries(count + STORES, target)
    gc.freeze()  # or looking for garbage among these would be measured too
    kept, new = entries[:count], entries[count:]
    types = sorted({entry.operator_type for entry in kept})
    paths = [bank_path(folder, name) for name in types]
    for name, path in zip(types, paths, strict=True):
        of_type = {entry.key: entry for entry in kept if entry.operator_type == name}
        update_bank(path, lambda present, of_type=of_type: of_type)  # type: ignore[misc]

    firsts = [next(entry for entry in kept if entry.operator_type == name) for name in types]

    def opened() -> Repository:
        repository = Repository(folder, folder / "none", target.soc_version, GENERATOR)
        for first in firsts:
            assert repository.lookup(first.signature, first.key) == first
        return repository

    repository = opened()
    wanted = random.Random(0).choices(kept, k=LOOKUPS)
    lookups = [timed(lambda e=e: repository.lookup(e.signature, e.key)) for e in wanted]  # type: ignore[misc]
    stores = [timed(lambda e=e: repository.store(e)) for e in new]  # type: ignore[misc]
    checks = [timed(lambda: [read_bank(path).damaged for path in paths]) for _ in range(repeats)]
    return [
        row("open", [timed(opened) for _ in range(repeats)], "s"),
        row("look up", [seconds * 1e3 for seconds in lookups], "ms"),
        row("store one", stores, "s"),
        row("check all entries", checks, "s"),
        {"action": "size", "median": sum(p.stat().st_size for p in paths) / 1e6, "longest": None,
         "unit": "MB"},
    ]  # fmt: skip


def row(action: str, times: Sequence[float], unit: str) -> Row:
    """Returns a row of the table."""
    return {"action": action, "median": median(times), "longest": max(times), "unit": unit}


def timed(action: Callable[[], object]) -> float:
    """Returns the seconds that an action takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def synthetic_entries(count: int, target: Target) -> list[Entry]:
    """Returns `count` entries of different operators, convolutions and matmuls in turn."""
    operators = [convolution(number) if number % 2 else product(number) for number in range(count)]
    policies = {item.type: default_policy(item, target) for item in operators[:2]}
    hardware = tuple(sorted(backend_of(target).machine.fingerprint(target).items()))
    return [entry_of(item, policies[item.type], hardware) for item in operators]


def entry_of(operator: Operator, policy: Policy, hardware: tuple[tuple[str, str], ...]) -> Entry:
    """Returns an entry with synthetic times."""
    before, after = Timing(123.456, 1.234, 9), Timing(98.765, 0.987, 9)
    signature, date = operator.signature, "2026-01-02T03:04:05+00:00"
    return Entry(
        operator.key, signature, policy, before, after, before, hardware, "0.1.0", GENERATOR, date
    )


def convolution(number: int) -> Operator:
    """Returns a 3×3 convolution of an image whose size depends on `number`."""
    height, width = 8 + number // 200, 8 + number % 200
    attributes = (
        ("dilations", (1, 1)), ("group", 1), ("pads", (1, 1, 1, 1)), ("strides", (1, 1)),
    )  # fmt: skip
    image = Operand("float32", (1, 64, height, width), (0, 2, 3, 1))
    weights = Operand.row_major("float32", (64, 64, 3, 3), constant=True)
    return Operator("Conv", attributes, (image, weights), image, 2)


def product(number: int) -> Operator:
    """Returns a matmul whose number of rows depends on `number`."""
    attributes = (("transpose_a", 0), ("transpose_b", 0))
    a = Operand.row_major("float32", (16 + number, 768))
    b = Operand.row_major("float32", (768, 768), constant=True)
    output = Operand.row_major("float32", (16 + number, 768))
    return Operator("MatMul", attributes, (a, b), output, 2)


if __name__ == "__main__":
    sys.exit(main())
