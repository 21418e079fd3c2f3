"""Trains a plain CNN on several workers: `torchrun --nproc-per-node=2 train_data_parallel.py`.

The script is like those that people have; only the line with `tune_gradients` is about open-aoe.
With AOE_MODE=4 in the environment the first steps are tuned; later runs use what was found. Rank 0
prints the loss and the time of a step. Needs torch: `pip install open-aoe[torch]`.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence

import torch
import torch.distributed as dist
from torch import nn
from torch.nn import functional
from torch.nn.parallel import DistributedDataParallel

import aoe.torch


def network() -> nn.Module:
    """Convolutions that halve the image and double the channels."""
    layers: list[nn.Module] = []
    channels = 3
    for outputs in (32, 64, 128, 256, 512):
        layers += [nn.Conv2d(channels, outputs, 3, 2, 1), nn.BatchNorm2d(outputs), nn.ReLU()]
        channels = outputs
    return nn.Sequential(*layers, nn.Flatten(), nn.Linear(channels, 10))


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains some steps and prints what they took."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=130)
    parser.add_argument("--batch", type=int, default=16)
    options = parser.parse_args(arguments)
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    model = DistributedDataParallel(network())
    model = aoe.torch.tune_gradients(model)
    optimizer = torch.optim.SGD(model.parameters(), 1e-2, momentum=0.9)
    torch.manual_seed(dist.get_rank())
    images, labels = torch.randn(options.batch, 3, 32, 32), torch.randint(10, (options.batch,))
    seconds = []
    for _ in range(options.steps):
        start = time.perf_counter()
        optimizer.zero_grad()
        loss = functional.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
        seconds.append(time.perf_counter() - start)
    if dist.get_rank() == 0:
        last = 1e3 * statistics.median(seconds[-10:])
        print(f"loss {float(loss.detach()):.4f}, {last:.1f} ms a step")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
