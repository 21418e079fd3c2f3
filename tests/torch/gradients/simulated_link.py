"""A link that is simulated: an all-reduce takes a start-up and a time for each byte at least, one after
the other, and a layer takes as long in its backward pass as it is told. Both sleep, so they take no CPU.
"""

from __future__ import annotations

import queue
import threading
import time
from typing import Any

import torch
import torch.distributed as dist
from torch import nn

from aoe.gradients.link import Link


class SimulatedLink:
    """The link. Its `hook` is a communication hook of DDP.

    Attributes:
        link: Its times.
    """

    def __init__(self, startup: float, per_byte: float) -> None:
        self.link = Link.linear(startup, per_byte)
        self._startup, self._per_byte = startup, per_byte
        self._free = 0.0
        self._jobs: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threading.Thread(target=self._reduce, daemon=True).start()

    def hook(self, _: Any, bucket: Any) -> Any:
        """Reduces a bucket, in the time of the link."""
        buffer = bucket.buffer().div_(dist.get_world_size())
        future: Any = torch.futures.Future()
        self._jobs.put((buffer, dist.all_reduce(buffer, async_op=True), future))
        return future

    def _reduce(self) -> None:
        while True:
            buffer, work, future = self._jobs.get()
            work.wait()
            size = buffer.numel() * buffer.element_size()
            begin = max(self._free, time.perf_counter())
            self._free = begin + self._startup + self._per_byte * size
            while (left := self._free - time.perf_counter()) > 0:
                time.sleep(left)
            future.set_result(buffer)


class _Slow(torch.autograd.Function):
    @staticmethod
    def forward(context: Any, x: torch.Tensor, seconds: float) -> torch.Tensor:
        context.seconds = seconds
        return x.view_as(x)

    @staticmethod
    def backward(context: Any, gradient: torch.Tensor) -> Any:  # type: ignore[override]
        time.sleep(context.seconds)
        return gradient, None


class Sleepy(nn.Module):
    """Layers of which each sleeps in its backward pass, before its gradient is ready."""

    def __init__(self, widths: list[int], seconds: float) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.layers = nn.ModuleList(nn.Linear(8, width, bias=False) for width in widths)
        self.seconds = seconds

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out = torch.zeros(())
        for layer in self.layers:
            x = _Slow.apply(x, self.seconds)
            out = layer(x).sum() + out
            x = x + 0 * out
        return out
