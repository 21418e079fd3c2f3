"""Processes that form a process group of gloo and run functions of a test together.

They meet by a file, so no port is chosen here; gloo takes free ones of the kernel. They end with
the `with` block, whatever happens in it.
"""

from __future__ import annotations

import multiprocessing
import os
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

#: Seconds after which the processes are ended.
LONGEST = 90.0
#: What takes seconds to import; DDP imports Dynamo.
_IMPORTED = ("torch._dynamo", "aoe.torch.gradients.tuning", "tests.torch.gradients.models")


class WorkerError(Exception):
    """A function raised in a process, or the process ended."""


class Workers:
    """The processes, in a `with` block."""

    def __init__(self, count: int, folder: Path) -> None:
        self._meeting = folder / "meeting"
        self._count = count
        self._processes: list[Any] = []
        self._pipes: list[Connection] = []

    def __enter__(self) -> Workers:
        # Processes are forked from one that has only imported what all of them need.
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([*_IMPORTED])
        for rank in range(self._count):
            ours, theirs = context.Pipe()
            arguments = (rank, self._count, str(self._meeting), theirs)
            process = context.Process(target=_serve, args=arguments, daemon=True)
            process.start()
            theirs.close()
            self._processes.append(process)
            self._pipes.append(ours)
        return self

    def __exit__(self, *_: object) -> None:
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join(0.2)
            process.kill()
            process.join()

    def run(self, function: Callable[..., Any], *arguments: Any, **named: Any) -> list[Any]:
        """What a function of this package returns on each rank, with the rank as first argument.

        Raises:
            WorkerError: It raised on a rank.
        """
        results = self.outcomes(function, *arguments, **named)
        for result in results:
            if isinstance(result, WorkerError):
                raise result
        return list(results)

    def alone(self, rank: int, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function returns on one rank, or the error there."""
        self._pipes[rank].send((function, arguments, {}))
        return _answer(self._pipes[rank])

    def outcomes(
        self, function: Callable[..., Any], *arguments: Any, **named: Any
    ) -> Sequence[Any]:
        """As `run`, with the error of a rank in place of what it returns."""
        for pipe in self._pipes:
            pipe.send((function, arguments, named))
        return [_answer(pipe) for pipe in self._pipes]


def _answer(pipe: Connection) -> Any:
    if not pipe.poll(LONGEST):
        return WorkerError("no answer")
    try:
        good, value = pipe.recv()
    except EOFError:
        return WorkerError("the process ended")
    return value if good else WorkerError(value)


def _serve(rank: int, count: int, meeting: str, pipe: Connection) -> None:
    os.environ["GLOO_SOCKET_IFNAME"] = "lo"
    import torch
    import torch.distributed as dist

    torch.set_num_threads(1)
    dist.init_process_group("gloo", init_method=f"file://{meeting}", rank=rank, world_size=count)
    while True:
        try:
            function, arguments, named = pipe.recv()
        except EOFError:
            os._exit(0)
        try:
            pipe.send((True, function(rank, *arguments, **named)))
        except Exception:
            pipe.send((False, traceback.format_exc()))
