"""What an applied plan costs in a step: DDP's own buckets beside the same buckets as a plan."""

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
    """A row: the median of a step both ways, and their difference."""
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder, context.Pool(2) as pool:
        found = pool.starmap(_train, [(rank, folder) for rank in range(2)], chunksize=1)
    own, ours = found[0]
    pairs = [one - other for one, other in zip(ours, own, strict=True)]
    return [
        {
            "gradients": _GRADIENTS,
            "DDP's own ms": 1e3 * median(own),
            "applied ms": 1e3 * median(ours),
            "difference ms": 1e3 * median(pairs),
        }
    ]


def _train(rank: int, folder: str) -> tuple[list[float], list[float]]:
    import torch
    import torch.distributed as dist
    from torch import nn
    from torch.nn.parallel import DistributedDataParallel

    from aoe.torch.gradients.ranks import Ranks
    from aoe.torch.gradients.reducer import Layout, buckets_in_use, install, restore

    os.environ["GLOO_SOCKET_IFNAME"] = "lo"
    torch.set_num_threads(1)
    dist.init_process_group("gloo", init_method=f"file://{folder}/ranks", rank=rank, world_size=2)
    model = nn.Sequential(*(nn.Linear(32, 32) for _ in range(_GRADIENTS // 2)))
    ddp: Any = DistributedDataParallel(model)
    ranks = Ranks(ddp.process_group, torch.device("cpu"))
    inputs = torch.randn(8, 32)

    def step() -> None:
        ddp.zero_grad()
        ddp(inputs).square().sum().backward()

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
    for _ in range(_ROUNDS):
        restore(ddp)
        own.append(seconds())
        install(ddp, Layout(buckets))
        ours.append(seconds())
    dist.destroy_process_group()
    return own, ours
