"""Measures the peak memory of a process and its descendants, by reading /proc ten times a second.

A page that n processes share counts 1/n in each (proportional set size, PSS). So the sum over the
tree is what the machine has to hold. Linux only.
"""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

SAMPLE_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Finished:
    """A command that ended.

    Attributes:
        status: The exit status.
        output: What the command printed.
        peak_bytes: The peak PSS of its process tree, in bytes.
    """

    status: int
    output: str
    peak_bytes: int


def run_watched(
    command: Sequence[str], environment: Mapping[str, str], directory: Path | None = None
) -> Finished:
    """Runs a command to its end and watches its memory.

    Args:
        command: The program and its arguments.
        environment: All environment variables.
        directory: The working directory; None for the present one.
    """
    process = subprocess.Popen(
        command,
        cwd=directory,
        env=dict(environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    ended = threading.Event()
    peaks = [0]
    watcher = threading.Thread(target=_watch, args=(process.pid, ended, peaks), daemon=True)
    watcher.start()
    output, _ = process.communicate()
    ended.set()
    watcher.join()
    return Finished(process.returncode, output, peaks[0])


def tree_bytes(pid: int) -> int:
    """Returns the present PSS of a process and its descendants; ended ones count 0."""
    return process_bytes(pid) + sum(map(tree_bytes, _children(pid)))


def tree_cpu_seconds(pid: int) -> float:
    """Returns the CPU time of a process, of its descendants, and of children that it waited for."""
    stat = Path(f"/proc/{pid}/stat")
    times = " ".join(_words(stat)).rpartition(")")[2].split()[11:15]
    ticks: int = sum(map(int, times))
    return ticks / os.sysconf("SC_CLK_TCK") + sum(map(tree_cpu_seconds, _children(pid)))


def _children(pid: int) -> list[int]:
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for thread in threads for child in _words(thread)]


def _watch(pid: int, ended: threading.Event, peaks: list[int]) -> None:
    while not ended.wait(SAMPLE_SECONDS):
        peaks[0] = max(peaks[0], tree_bytes(pid))


def process_bytes(pid: int) -> int:
    """Returns the present PSS of a process; 0 once it has ended."""
    words = _words(Path(f"/proc/{pid}/smaps_rollup"))
    return int(words[words.index("Pss:") + 1]) * 1024 if "Pss:" in words else 0


def _words(path: Path) -> list[str]:
    """Returns the words of a file of /proc; nothing once its process has ended."""
    try:
        return path.read_text().split()
    except OSError:
        return []
