"""Lets all ranks of a process group decide alike. What decides is reduced or broadcast first, and
what may fail on one rank is followed by asking all ranks whether it did.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import torch
import torch.distributed as dist

from aoe.errors import AoeError, one_line

Value = TypeVar("Value")


class RankError(AoeError):
    """Something failed on a rank. All ranks raise it together."""


class LostRankError(AoeError):
    """A rank ended, or does not answer."""


class Ranks:
    """The ranks of a process group.

    Attributes:
        count: How many there are.
        number: Which one this is.
        backend: What connects them, `gloo` or `nccl`.
    """

    def __init__(self, group: Any, device: torch.device) -> None:
        """`device`: where the tensors of the group's collectives lie."""
        self._group, self._device = group, device
        self.count = dist.get_world_size(group)
        self.number = dist.get_rank(group)
        self.backend = str(dist.get_backend(group))

    @property
    def is_first(self) -> bool:
        """Whether this is the rank that reads, writes and tells."""
        return bool(self.number == 0)

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

    def wait(self) -> None:
        """Waits until all ranks are here."""
        self.largest([0.0])

    def together(self, action: Callable[[], Value]) -> Value:
        """What an action returns. It uses no collectives. If it fails on any rank, all raise.

        Raises:
            RankError: It failed.
        """
        result: Any = None
        failure: Exception | None = None
        try:
            result = action()
        except Exception as error:
            failure = error
        if not self.largest([float(failure is not None)])[0]:
            done: Value = result
            return done
        text = "" if failure is None else f"{type(failure).__name__}: {one_line(failure)}"
        told = self.gathered(text)
        first = next(number for number, item in enumerate(told) if item)
        raise RankError(f"on rank {first}: {told[first]}") from failure


def _answered(collective: Callable[[], Any]) -> None:
    try:
        collective()
    except RuntimeError as error:  # of torch.distributed: a connection was closed, or timed out
        raise LostRankError(
            "a rank ended or does not answer during gradient tuning; the repository is as it was. "
            f"See the error of that rank and start the training again: {one_line(error)}"
        ) from error
