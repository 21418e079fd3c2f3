"""Runs one stage, or writes the table.

python -m benchmarks.cuda STAGE OUT_DIR [--seconds N] [--only PATTERN] [--processes N] [--again]

`--only` takes the items whose names a regular expression matches, as "^resnet50 b1 ". Several
processes share the items of a stage and the GPU: for results, not for times. `--again` does items
again that were given up.

The exit status is 0 if all items have results. It is 1 if one failed that another call tries again,
4 if nothing is left but items that were given up, and 3 if time was over before all were done. It
is 75 if an item took too long: the command then goes on behind it when called again.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from aoe.backends.cuda.runtime.driver import NoGpuError
from benchmarks.cuda import kernels, stages, table, training
from benchmarks.cuda.cases import MODEL_FOLDER
from benchmarks.cuda.peers import comparison
from benchmarks.cuda.results import (
    OVERDUE,
    DeviceLostError,
    Item,
    Results,
    is_done_again,
    join_results,
    run_items,
)

STAGES = (
    *("devices", "kernels", "nodes", "prepare", "models", "peers", "training", "tune"),
    "peers-max",
)
#: Seconds by stage that must be left for an item to begin, and after which one is given up, if it
#: waits for a kernel that does not end.
NEEDED: Mapping[str, float] = {
    **dict.fromkeys(STAGES, 5.0),
    **{"prepare": 30.0, "models": 20.0, "peers": 90.0, "training": 60.0},
    **{"tune": stages.TUNE_SECONDS + 30.0, "peers-max": 120.0},
}
LONGEST: Mapping[str, float] = {
    **{"devices": 100.0, "kernels": 90.0, "nodes": 60.0, "prepare": 300.0, "models": 150.0},
    **{"peers": 240.0, "training": 240.0, "tune": 2.5 * stages.TUNE_SECONDS, "peers-max": 560.0},
}
#: The exit statuses where an item failed that is tried again, where time was over, and where items
#: were given up.
FAILED, TIME_OVER, GIVEN_UP = 1, 3, 4


def work_of(
    stage: str, models: Path, results: Results | None = None
) -> Iterator[tuple[str, Callable[[], Item]]]:
    """The items of a stage. `models`: where the files of models are kept; `results`: those of the
    stage.
    """
    if stage == "devices":
        return iter([("device", stages.device)])
    if stage == "kernels":
        return kernels.work(results)
    if stage == "nodes":
        return stages.node_test_work()
    if stage == "prepare":
        return stages.model_work(models, comparison.prepared)
    if stage == "models":
        return stages.model_work(models, stages.compiled)
    if stage == "tune":
        return stages.model_work(models, stages.tuned, stages.tune_cases())
    if stage == "training":
        return training.training_work()
    if stage == "peers":
        return stages.model_work(models, comparison.compared)
    return stages.model_work(models, comparison.compared_with_searching, stages.tune_cases())


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns the exit status."""
    end = time.monotonic()
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cuda")
    parser.add_argument("stage", choices=[*STAGES, "table"])
    parser.add_argument("folder", type=Path, metavar="OUT_DIR")
    parser.add_argument("--seconds", type=float, default=560.0)
    parser.add_argument("--only", default="", metavar="PATTERN")
    parser.add_argument("--models", type=Path, default=MODEL_FOLDER, metavar="DIR")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--share", type=int, help="which of the processes this one is")
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args(arguments)
    if options.processes < 1 or not 0 <= (options.share or 0) < options.processes:
        parser.error("--processes is at least 1, and --share one of them, from 0 on")
    try:
        only = re.compile(options.only)
    except re.error as error:
        parser.error(f"--only={options.only}: not a regular expression: {error}")
    if options.folder.exists() and not options.folder.is_dir():
        parser.error(f"{options.folder} is not a folder")
    if options.stage == "table" and not options.folder.exists():
        parser.error(f"there is no folder {options.folder}")
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.stage == "table":
        (options.folder / "RESULTS.md").write_text(table.page(options.folder))
        return 0
    if options.processes > 1 and options.share is None:
        return shared_stage(options)
    first = options.share or 0
    stage = options.stage if options.processes == 1 else f"{options.stage}-{first}"
    results = Results(options.folder, stage, None if options.processes == 1 else options.stage)
    end += options.seconds
    every = work_of(options.stage, options.models, results)
    work = [item for item in every if only.search(item[0])][first :: options.processes]
    try:
        seconds = max(end - time.monotonic(), 0.0)
        needed, longest = NEEDED[options.stage], LONGEST[options.stage]
        done = run_items(results, work, seconds, needed, longest, options.again)
    except DeviceLostError as error:
        print(f"{error}: the GPU is lost to this process; a new one goes on", flush=True)
        left = max(end - time.monotonic(), 0.0)
        options.again = False  # what is given up now stays so
        os.execv(sys.executable, command_of(options, left, options.share))
    if not done:
        return TIME_OVER
    return status_of(results.known(name) or {} for name, _ in work)


def status_of(items: Iterable[Item]) -> int:
    """The exit status of a stage that has come to its end."""
    failed = [item for item in items if "error" in item]
    if any(is_done_again(item) for item in failed):
        return FAILED
    return GIVEN_UP if failed else 0


def command_of(options: argparse.Namespace, seconds: float, share: int | None) -> list[str]:
    """The command that runs a stage for so long, or one process's share of it."""
    command = [sys.executable, "-m", "benchmarks.cuda", options.stage, str(options.folder)]
    command += ["--seconds", f"{seconds:.1f}", "--processes", str(options.processes)]
    command += ["--only", options.only, "--models", str(options.models)]
    command += ["--again"] if options.again else []
    return command if share is None else [*command, "--share", str(share)]


def shared_stage(options: argparse.Namespace) -> int:
    """Runs a stage by several processes and joins what they found."""
    shares = range(options.processes)
    running = [subprocess.Popen(command_of(options, options.seconds, share)) for share in shares]
    codes = [process.wait() for process in running]
    join_results(options.folder, options.stage, [f"{options.stage}-{n}" for n in shares])
    if any(code < 0 or code == OVERDUE for code in codes):
        return OVERDUE
    urgent = (2, TIME_OVER, FAILED, GIVEN_UP)  # whichever comes first says what to do next
    return next((code for code in urgent if code in codes), max(codes))


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except NoGpuError as error:
        raise SystemExit(f"error: {error}") from None
