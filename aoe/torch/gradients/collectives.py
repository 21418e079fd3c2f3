"""Notes the collectives of a Reducer, so that each segment can be used as soon as it is reduced.

DDP tells nobody when a bucket is reduced: its Reducer waits for all of them at the end of the
backward pass. But it asks a process group, or a communication hook, for each. So it is given one
that passes everything on and keeps what it got. Nothing is computed in another way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import torch
import torch.distributed as dist

#: Waits until a bucket is reduced, and returns its gradients, one after the other in one tensor.
Reduced: TypeAlias = Callable[[], torch.Tensor]


class Collectives:
    """The collectives of a backward pass, in the order of the buckets."""

    def __init__(self) -> None:
        self._started: list[Reduced] = []

    def clear(self) -> None:
        """Forgets those of the pass before."""
        self._started.clear()

    def taken(self) -> list[Reduced]:
        """Those that were started, which are forgotten here."""
        found, self._started = self._started, []
        return found

    def group(self, real: Any) -> Any:
        """A process group that reduces by another one, and notes it."""
        return _NotedGroup(real, self._started_in)

    def hook(self, real: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        """A communication hook that calls another one, and notes it."""

        def noted(state: Any, bucket: Any) -> Any:
            future = real(state, bucket)

            def reduced() -> torch.Tensor:
                value = future.wait()
                return value if isinstance(value, torch.Tensor) else value[0]

            self._started.append(reduced)
            return future

        noted.__qualname__ = real.__qualname__
        return noted

    def _started_in(self, tensor: torch.Tensor, work: Any) -> None:
        def reduced() -> torch.Tensor:
            work.wait()
            return tensor

        self._started.append(reduced)


class _NotedGroup(dist.ProcessGroup):  # type: ignore[misc]
    """A process group for a Reducer without a communication hook, which only calls `allreduce`."""

    def __init__(self, real: Any, started: Callable[[torch.Tensor, Any], None]) -> None:
        super().__init__(real.rank(), real.size())
        self._real, self._started = real, started

    def allreduce(self, tensors: Sequence[torch.Tensor], options: Any) -> Any:
        work = self._real.allreduce(tensors, options)
        self._started(tensors[0], work)
        return work

    def getBackendName(self) -> str:  # noqa: N802 (PyTorch's name)
        return "noted"  # DDP's log has no facts of a backend that it does not know


def views_of(flat: torch.Tensor, parameters: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """The gradients of parameters in the tensor of their bucket, as a Reducer lays them out."""
    found, offset = [], 0
    for parameter in parameters:
        count = parameter.numel()
        if _is_dense(parameter):
            place = flat.storage_offset() + offset
            found.append(flat.as_strided(parameter.size(), parameter.stride(), place))
        else:
            found.append(flat.narrow(0, offset, count).view(parameter.size()))
        offset += count
    return found


def _is_dense(tensor: torch.Tensor) -> bool:
    """Whether a tensor occupies each number from its first to its last once."""
    expected = 1
    for stride, size in sorted(zip(tensor.stride(), tensor.size(), strict=True)):
        if size != 1 and stride != expected:
            return False
        expected *= size
    return True
