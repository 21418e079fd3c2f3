"""Times an all-reduce of the workers of a `MultiWorkerMirroredStrategy`, and names the link."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from aoe.gradient_tuning.link import Link
from aoe.repository.gradient_entry import TENSORFLOW
from aoe.tensorflow.gradients.reductions import Reduction
from aoe.training.gradients.link_timing import FEWEST, LINK_SECONDS, MOST, SIZES
from aoe.training.gradients.workers import Workers


def link_name(workers: Workers, reduction: Reduction) -> str:
    """What a link is known by."""
    hosts = len({*workers.gathered(socket.gethostname())})
    place = "1 host" if hosts == 1 else f"{hosts} hosts"
    kind = str(reduction.operations._devices[0]).rpartition("device:")[2].partition(":")[0].lower()
    way = reduction.options.implementation.value
    return f"{TENSORFLOW} {way}, {workers.count} workers on {place}, {kind}"


def measured_link(workers: Workers, reduction: Reduction) -> Link:
    """The times of a pack, of joining its gradients and taking them apart too, the slowest
    worker's. TensorFlow begins a pack when the one before it has ended, so one is under way.
    """
    whole = sum(reduction.sizes)
    sizes = [size for size in SIZES if size <= max(whole, SIZES[1])]
    times = []
    for size in sizes:
        run = _reducing(reduction, size)
        once = _seconds(workers, run, 1)
        count = int(LINK_SECONDS / len(sizes) / max(once, 1e-6))
        times.append(_seconds(workers, run, min(MOST, max(FEWEST, count))))
    return Link.measured(sizes, times, [2 * time for time in times], 2, 1)


def _reducing(reduction: Reduction, size: int) -> Callable[[], Any]:
    """A function that reduces a pack of two tensors, together of so many bytes."""
    import tensorflow as tf

    launcher, options = reduction.operations._launchers[0], reduction.options
    kind = reduction.tensors[0].dtype

    @tf.function(autograph=False)  # type: ignore[untyped-decorator]
    def reduced(one: Any, other: Any) -> Any:
        return launcher.batch_all_reduce([[one, other]], options)

    parts = [tf.zeros(max(1, size // kind.size // 2), kind) for _ in range(2)]
    reduced(*parts)
    return lambda: reduced(*parts)


def _seconds(workers: Workers, run: Callable[[], Any], count: int) -> float:
    times = []
    for _ in range(count):
        workers.wait()
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return float(median(workers.largest(times)))
