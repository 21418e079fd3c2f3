"""What an applied plan costs in a step: DDP's own buckets beside the same buckets as a plan, and as
one with updates behind segments.
"""

from __future__ import annotations

import multiprocessing
import os
import tempfile
import time
from statistics import median
from typing import Any

from benchmarks.report import Row

_GRADIENTS, _STEPS, _ROUNDS = 200, 20, 15


def overhead_rows() -> list[Row]:
    """A row: the median of a step each way, and the median differences to the first."""
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder, context.Pool(2) as pool:
        found = pool.starmap(_train, [(rank, folder) for rank in range(2)], chunksize=1)
    own, ours, updating = found[0]

    def difference(others: list[float]) -> float:
        return 1e3 * median(one - other for one, other in zip(others, own, strict=True))

    return [
        {
            "gradients": _GRADIENTS,
            "DDP's own ms": 1e3 * median(own),
            "applied ms": 1e3 * median(ours),
            "difference ms": difference(ours),
            "with updates ms": 1e3 * median(updating),
            "its difference ms": difference(updating),
        }
    ]


def _train(rank: int, folder: str) -> tuple[list[float], list[float], list[float]]:
    import torch
    import torch.distributed as dist
    from torch import nn
    from torch.nn.parallel import DistributedDataParallel

    from aoe.torch.gradients.ranks import Ranks
    from aoe.torch.gradients.reducer import Layout, buckets_in_use
    from aoe.torch.gradients.updates import SegmentUpdates, install_layout, restore_default

    os.environ["GLOO_SOCKET_IFNAME"] = "lo"
    torch.set_num_threads(1)
    dist.init_process_group("gloo", init_method=f"file://{folder}/ranks", rank=rank, world_size=2)
    model = nn.Sequential(*(nn.Linear(32, 32) for _ in range(_GRADIENTS // 2)))
    ddp: Any = DistributedDataParallel(model)
    ranks = Ranks(ddp.process_group, torch.device("cpu"))
    inputs = torch.randn(8, 32)

    optimizer = torch.optim.SGD(model.parameters(), 1e-9)
    updates: SegmentUpdates | None = None

    def step() -> None:
        optimizer.zero_grad()
        if updates is not None:
            updates.before_forward(True)
        ddp(inputs).square().sum().backward()
        optimizer.step()

    def seconds() -> float:
        for _ in range(3):
            step()
        ranks.wait()
        start = time.perf_counter()
        for _ in range(_STEPS):
            step()
        return ranks.largest([(time.perf_counter() - start) / _STEPS])[0]

    seconds()
    buckets = buckets_in_use(ddp)
    own: list[float] = []
    ours: list[float] = []
    updating: list[float] = []
    for _ in range(_ROUNDS):
        restore_default(ddp, None)
        own.append(seconds())
        install_layout(ddp, Layout(buckets), None)
        ours.append(seconds())
        updates = SegmentUpdates(ddp, optimizer)
        install_layout(ddp, Layout(buckets, updates=True), updates)
        updating.append(seconds())
        updates.stop()
        updates = None
    dist.destroy_process_group()
    return own, ours, updating
