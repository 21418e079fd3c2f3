"""Times what gradient tuning needs: when gradients become ready, when the last one is reduced, and
how long an all-reduce takes.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Sequence
from statistics import median
from typing import Any

import torch
import torch.distributed as dist

from aoe.gradient_tuning.link import Link
from aoe.torch.gradients.ranks import Ranks
from aoe.torch.gradients.reducer import parameters_of
from aoe.training.gradients.link_timing import FEWEST, LINK_SECONDS, MOST, SIZES

#: How many collectives are started at once, to see how they share the link.
QUEUE = 4
#: DDP notes the times of a step in every so many steps.
USUAL_SAMPLE_RATE = 100
#: The link is another one if it is so many times as fast or as slow as it was.
OTHER_LINK = 2.0


class ReadyClock:
    """Tells when the gradients of the last step were ready.

    On a CPU, DDP notes the times. On another device these are times of the CPU that queues the
    work, so events are recorded instead, by hooks of the parameters.
    """

    def __init__(self, ddp: Any) -> None:
        self._ddp = ddp
        self._handles: list[Any] = []
        self._device = parameters_of(ddp)[0].device
        if self._device.type != "cpu":
            self._record_events()

    def _record_events(self) -> None:
        module = torch.get_device_module(self._device)
        self._start = module.Event(enable_timing=True)
        self._events = [module.Event(enable_timing=True) for _ in parameters_of(self._ddp)]

        def started(*_: Any) -> None:
            self._start.record()

        self._handles.append(self._ddp.register_forward_hook(torch.compiler.disable(started)))
        for parameter, event in zip(parameters_of(self._ddp), self._events, strict=True):

            def ready(_: Any, event: Any = event) -> None:
                event.record()

            self._handles.append(parameter.register_post_accumulate_grad_hook(ready))

    def read(self) -> list[float]:
        """Seconds from the end of the forward pass until each gradient was ready."""
        if not self._handles:
            return [1e-9 * float(time) for time in self._ddp.reducer.get_backward_stats()]
        torch.get_device_module(self._device).synchronize()
        return [1e-3 * self._start.elapsed_time(event) for event in self._events]

    def stop(self) -> None:
        """Removes the hooks."""
        for handle in self._handles:
            handle.remove()
        self._handles.clear()


def note_every_step(ddp: Any) -> None:
    """Lets DDP note the times of every step. A new Reducer has to be asked again."""
    ddp._set_ddp_runtime_logging_sample_rate(1)


def note_seldom(ddp: Any) -> None:
    """Lets DDP note times as seldom as it usually does."""
    ddp._set_ddp_runtime_logging_sample_rate(USUAL_SAMPLE_RATE)


def end_of_step(ddp: Any) -> float | None:
    """Seconds from the end of the forward pass until the last gradient was reduced, in the last
    step. None if DDP did not note them.
    """
    ddp.logger.set_runtime_stats_and_log()  # else it tells of the step before
    data = ddp._get_ddp_logging_data()
    end, start = data.get("backward_comm_time_end"), data.get("backward_compute_time_start")
    return 1e-9 * (end - start) if end and start and end > start else None


def link_name(ranks: Ranks, device: torch.device) -> str:
    """What a link is known by."""
    hosts = len({*ranks.gathered(socket.gethostname())})
    place = "1 host" if hosts == 1 else f"{hosts} hosts"
    return f"{ranks.backend}, {ranks.count} workers on {place}, {device.type}"


def collectives_in_flight(ddp: Any, ranks: Ranks) -> int:
    """How many collectives of a process group can be under way."""
    if ranks.backend != "gloo":
        return 1
    return int(ddp._get_ddp_logging_data().get("gloo_num_threads", 1))


def measured_link(
    ranks: Ranks, group: Any, device: torch.device, whole: int, in_flight: int
) -> Link:
    """The times of an all-reduce on a process group, the slowest rank's.

    Args:
        ranks: The ranks of the group.
        group: The group.
        device: Where gradients lie.
        whole: Bytes of all gradients.
        in_flight: How many collectives can be under way.
    """
    sizes = [size for size in SIZES if size <= max(whole, SIZES[1])]
    alone, queued = [], []
    for size in sizes:
        tensors = [torch.zeros(size // 4, device=device) for _ in range(QUEUE)]
        once = _seconds(ranks, group, device, tensors[:1], 1)
        count = int(LINK_SECONDS / len(sizes) / max(once * (1 + QUEUE), 1e-6))
        count = min(MOST, max(FEWEST, count))
        alone.append(_seconds(ranks, group, device, tensors[:1], count))
        queued.append(_seconds(ranks, group, device, tensors, count))
    return Link.measured(sizes, alone, queued, QUEUE, in_flight)


def is_other_link(
    ranks: Ranks, group: Any, device: torch.device, sizes: Sequence[float], seconds: Sequence[float]
) -> bool:
    """Whether an all-reduce takes another time than it did."""
    number = max((n for n, size in enumerate(sizes) if size <= SIZES[4]), default=0)
    tensor = torch.zeros(max(1, int(sizes[number]) // 4), device=device)
    # Another program may make it slower for a moment, and never faster.
    now = min(_seconds(ranks, group, device, [tensor], 1) for _ in range(1 + FEWEST))
    return not seconds[number] / OTHER_LINK <= now <= seconds[number] * OTHER_LINK


def _seconds(
    ranks: Ranks, group: Any, device: torch.device, tensors: Sequence[torch.Tensor], count: int
) -> float:
    """The median seconds in which the slowest rank reduces tensors that it starts at once."""
    times = []
    for _ in range(count):
        _synchronize(device)
        ranks.wait()
        start = time.perf_counter()
        works = [dist.all_reduce(tensor, group=group, async_op=True) for tensor in tensors]
        for work in works:
            work.wait()
        _synchronize(device)
        times.append(time.perf_counter() - start)
    return float(median(ranks.largest(times)))


def _synchronize(device: torch.device) -> None:
    if device.type != "cpu":
        torch.get_device_module(device).synchronize()
