"""Runs one stage, or writes the table.

python -m benchmarks.cuda STAGE OUT_DIR [--seconds N] [--processes N]

Several processes share the items of a stage and the GPU: for results, not for times.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from benchmarks.cuda import kernels, peers, stages, table
from benchmarks.cuda.results import DeviceLostError, Item, Results, join_results, run_items

STAGES = ("devices", "kernels", "nodes", "models", "tune", "peers")


def work_of(stage: str, folder: Path) -> Iterator[tuple[str, Callable[[], Item]]]:
    """The items of a stage."""
    if stage == "devices":
        return iter([("device", stages.device)])
    if stage == "kernels":
        return kernels.work()
    if stage == "nodes":
        return stages.node_test_work()
    tasks = {"models": stages.compiled, "tune": stages.tuned, "peers": peers.compared}
    return stages.model_work(folder, tasks[stage])


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns the exit status: 1 if an item failed or was not reached."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cuda")
    parser.add_argument("stage", choices=[*STAGES, "table"])
    parser.add_argument("folder", type=Path, metavar="OUT_DIR")
    parser.add_argument("--seconds", type=float, default=560.0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--share", type=int, help="which of the processes this one is")
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.stage == "table":
        (options.folder / "RESULTS.md").write_text(table.page(options.folder))
        return 0
    if options.processes > 1 and options.share is None:
        return shared_stage(options.stage, options.folder, options.seconds, options.processes)
    first = options.share or 0
    stage = options.stage if options.processes == 1 else f"{options.stage}-{first}"
    results = Results(options.folder, stage)
    end = time.monotonic() + options.seconds
    work = islice(work_of(options.stage, options.folder), first, None, options.processes)
    try:
        done = run_items(results, work, options.seconds)
    except DeviceLostError as error:
        print(f"{error}: the GPU is lost to this process; a new one goes on", flush=True)
        left = max(end - time.monotonic(), 0.0)
        command = command_of(options.stage, options.folder, left, options.processes, options.share)
        os.execv(sys.executable, command)
    return int(not done or any("error" in item for item in results.items.values()))


def command_of(
    stage: str, folder: Path, seconds: float, processes: int, share: int | None
) -> list[str]:
    """The command that runs a stage, or one process's share of it."""
    command = [sys.executable, "-m", "benchmarks.cuda", stage, str(folder)]
    command += ["--seconds", f"{seconds:.1f}", "--processes", str(processes)]
    return command if share is None else [*command, "--share", str(share)]


def shared_stage(stage: str, folder: Path, seconds: float, processes: int) -> int:
    """Runs a stage by several processes and joins what they found."""
    running = [
        subprocess.Popen(command_of(stage, folder, seconds, processes, share))
        for share in range(processes)
    ]
    failed = [process.wait() for process in running]
    join_results(folder, stage, [f"{stage}-{share}" for share in range(processes)])
    return int(any(failed))


if __name__ == "__main__":
    raise SystemExit(main())
