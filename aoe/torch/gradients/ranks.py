"""The ranks of a process group of PyTorch. See `aoe.training.gradients.workers`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import torch
import torch.distributed as dist

from aoe.training.gradients.workers import Workers, lost

Value = TypeVar("Value")


class Ranks(Workers):
    """The ranks of a process group.

    Attributes:
        backend: What connects them, `gloo` or `nccl`.
    """

    def __init__(self, group: Any, device: torch.device) -> None:
        """`device`: where the tensors of the group's collectives lie."""
        self._group, self._device = group, device
        self.count = dist.get_world_size(group)
        self.number = dist.get_rank(group)
        self.backend = str(dist.get_backend(group))

    def largest(self, values: Sequence[float]) -> list[float]:
        """The largest of each value over all ranks."""
        tensor = torch.tensor(values, dtype=torch.float64, device=self._device)
        _answered(lambda: dist.all_reduce(tensor, op=dist.ReduceOp.MAX, group=self._group))
        found: list[float] = tensor.tolist()
        return found

    def gathered(self, value: Value) -> list[Value]:
        """The values of all ranks."""
        found: list[Any] = [None] * self.count
        _answered(lambda: dist.all_gather_object(found, value, group=self._group))
        return found

    def from_first(self, value: Value) -> Value:
        """The value of the first rank."""
        box = [value]
        source = dist.get_global_rank(self._group, 0)
        _answered(lambda: dist.broadcast_object_list(box, source, group=self._group))
        return box[0]


def _answered(collective: Callable[[], Any]) -> None:
    try:
        collective()
    except RuntimeError as error:  # of torch.distributed: a connection was closed, or timed out
        raise lost(error) from error
