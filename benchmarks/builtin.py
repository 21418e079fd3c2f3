"""Fills the built-in repository that is shipped with the package, by tuning on this machine.

    python -m benchmarks.builtin MODEL… --threads 1 2 --budget 20m
    make builtin MODELS="MODEL…"

Every model is tuned with every number of threads, as `aoe` does it for a user, into a repository of
its own. That is then merged into `aoe/data/builtin`; of two entries for one operator or subgraph
the faster one stays. After an interruption the same command goes on: what `--repository` holds is
not searched again. Run it on a machine that does nothing else.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from aoe.backends.cpu.version import CODE_GENERATOR
from aoe.repository.bank_file import read_bank, update_bank
from aoe.repository.bank_tree import entry_files
from aoe.repository.entry import SUBGRAPH, Entry
from aoe.repository.location import (
    bank_path,
    builtin_directory,
    builtin_graph_directory,
    graph_path,
    operator_type_in,
    soc_version_of,
)
from aoe.repository.merge import merge_repositories
from aoe.settings import BUILTIN_PATH
from benchmarks.overheads.tuning_cost import opat_summary
from benchmarks.report import Row, benchmark_parser, existing_model, print_report


def main(arguments: Sequence[str] | None = None) -> int:
    """Tunes the models, merges the results and prints one table.

    Returns:
        The exit status: 1 if a model could not be tuned.
    """
    parser = benchmark_parser(__doc__)
    parser.add_argument(
        "models", nargs="+", type=existing_model, help=".onnx files of static shapes"
    )
    parser.add_argument("--threads", nargs="+", type=int, default=[1, 2])
    parser.add_argument("--budget", help="tuning time of one model, as `aoe --budget` takes it")
    parser.add_argument("--repository", type=Path, default=Path("build/builtin"))
    parser.add_argument("--destination", type=Path, default=BUILTIN_PATH)
    options = parser.parse_args(arguments)
    options.repository.mkdir(parents=True, exist_ok=True)
    rows = [
        tune(model, threads, options.budget, options.repository.absolute())
        for model in options.models
        for threads in options.threads
    ]
    merge(options.repository, options.destination)
    print_report("Built-in repository", rows, options.json)
    return int(any(row["added"] is None for row in rows))


def tune(model: Path, threads: int, budget: str | None, repository: Path) -> Row:
    """Tunes one model into a repository, without any built-in policies.

    A failure does not stop the others: the row of such a model has no numbers.

    Args:
        model: The `.onnx` file.
        threads: The number of threads.
        budget: The tuning time, as `aoe --budget` takes it; None for its default.
        repository: Where entries are stored.

    Returns:
        A row of the table.
    """
    command = [sys.executable, "-m", "aoe", f"--model={model.absolute()}", "--job_type=2"]
    command += [f"--threads={threads}", "--progress_bar=off", "--output=tuned"]
    command += [f"--budget={budget}"] if budget else []
    with tempfile.TemporaryDirectory() as work, tempfile.TemporaryDirectory() as empty:
        variables = {
            "TUNE_BANK_PATH": str(repository),
            "AOE_BUILTIN_PATH": empty,
            "ASCEND_WORK_PATH": work,
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        start = time.perf_counter()
        finished = subprocess.run(command, env={**os.environ, **variables}, cwd=work)
        summary = opat_summary(Path(work)) if finished.returncode == 0 else {}
    return {
        "model": model.stem,
        "threads": threads,
        "seconds": time.perf_counter() - start,
        "operators": summary.get("total_num"),
        "added": summary.get("repo_add_num"),
        "known": summary.get("repo_hit_num"),
    }


def merge(repository: Path, destination: Path) -> None:
    """Merges a repository into a built-in one, which is created if it is missing.

    Entries of another code generator are left out: no tuning would ever replace them.
    """
    destination.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as merged, tempfile.TemporaryDirectory() as nothing:
        sources = [source for source in (repository, destination) if entry_files(source)]
        if sources:
            merge_repositories(sources, Path(merged), Path(nothing), lambda _: CODE_GENERATOR)
        for path in entry_files(Path(merged)):
            update_bank(builtin_file(path, destination), partial(_usable, read_bank(path).entries))
    for lock in destination.rglob(".*.lock"):
        lock.unlink()


def _usable(merged: Mapping[str, Entry], present: Mapping[str, Entry]) -> dict[str, Entry | None]:
    """Returns changes that leave only usable merged entries in a file; None removes an entry."""
    usable = {key: item for key, item in merged.items() if item.code_generator == CODE_GENERATOR}
    return {**dict.fromkeys(present), **usable}


def builtin_file(path: Path, root: Path) -> Path:
    """Returns the built-in repository's file for the entries of a custom repository's file."""
    soc_version, operator_type = soc_version_of(path), operator_type_in(path)
    if operator_type == SUBGRAPH:
        return graph_path(builtin_graph_directory(soc_version, root), soc_version)
    return bank_path(builtin_directory(soc_version, root), operator_type)


if __name__ == "__main__":
    sys.exit(main())
