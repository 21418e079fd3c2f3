"""Trains a small ResNet on seeded random images: `python train_resnet.py [--backend aoe]`.

The script is like those that people have; only the line with `torch.compile` is about open-aoe.
With `--backend eager` PyTorch trains alone. Both print the same losses, and the time of a step.
Needs torch: `pip install open-aoe[torch]`.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from typing import Any

import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):  # type: ignore[misc]
    """Two convolutions, and a way past them."""

    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.first_norm = nn.BatchNorm2d(outputs)
        self.second = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.second_norm = nn.BatchNorm2d(outputs)
        self.past: nn.Module = nn.Identity()
        if stride != 1 or inputs != outputs:
            self.past = nn.Sequential(
                nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs)
            )

    def forward(self, x: Any) -> Any:
        """Computes the block."""
        y = F.relu(self.first_norm(self.first(x)))
        return F.relu(self.second_norm(self.second(y)) + self.past(x))


def resnet18(width: int, classes: int) -> nn.Module:
    """A ResNet-18 for images of 32 x 32 (He et al., 2015)."""
    layers: list[nn.Module] = [
        nn.Conv2d(3, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU(),
    ]  # fmt: skip
    inputs = width
    for number, stride in enumerate((1, 1, 2, 1, 2, 1, 2, 1)):
        outputs = width * 2 ** (number // 2)
        layers.append(Block(inputs, outputs, stride))
        inputs = outputs
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(inputs, classes))


def train(options: argparse.Namespace) -> list[float]:
    """Trains for some steps and returns the losses."""
    torch.manual_seed(0)
    model = resnet18(options.width, 10)
    images = torch.randn(options.batch, 3, 32, 32)
    labels = torch.randint(0, 10, (options.batch,))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.005, momentum=0.9)
    step_model = model
    if options.backend != "eager":
        step_model = torch.compile(model, backend=options.backend, dynamic=False)
    losses, seconds = [], []
    for _ in range(options.steps):
        begin = time.perf_counter()
        optimizer.zero_grad()
        loss = F.cross_entropy(step_model(images), labels)
        loss.backward()
        optimizer.step()
        seconds.append(time.perf_counter() - begin)
        losses.append(loss.item())
    shown = " ".join(f"{loss:.4f}" for loss in losses)
    print(f"losses {shown}")
    print(f"first step {seconds[0]:.2f} s, median of the others "
          f"{1e3 * statistics.median(seconds[1:] or seconds):.1f} ms")  # fmt: skip
    return losses


def main(arguments: Sequence[str] | None = None) -> int:
    """Reads the options and trains."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--backend", default="aoe", help="aoe (default), inductor or eager")
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--width", type=int, default=64, help="channels of the first stage")
    train(parser.parse_args(arguments))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
