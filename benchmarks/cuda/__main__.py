"""Runs one stage, or writes the table.

python -m benchmarks.cuda STAGE OUT_DIR [--seconds N]
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks.cuda import kernels, peers, stages, table
from benchmarks.cuda.results import DeviceLostError, Item, Results, run_items

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
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.stage == "table":
        (options.folder / "RESULTS.md").write_text(table.page(options.folder))
        return 0
    results = Results(options.folder, options.stage)
    end = time.monotonic() + options.seconds
    try:
        done = run_items(results, work_of(options.stage, options.folder), options.seconds)
    except DeviceLostError as error:
        print(f"{error}: the GPU is lost to this process; a new one goes on", flush=True)
        left = str(max(end - time.monotonic(), 0.0))
        command = [sys.executable, "-m", "benchmarks.cuda", options.stage, str(options.folder)]
        os.execv(sys.executable, [*command, "--seconds", left])
    return int(not done or any("error" in item for item in results.items.values()))


if __name__ == "__main__":
    raise SystemExit(main())
