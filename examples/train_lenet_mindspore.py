"""Trains LeNet with MindSpore on seeded random images, then tests it:

    python train_lenet_mindspore.py                          # MindSpore alone
    python -m aoe.mindspore train_lenet_mindspore.py         # the same numbers by open-aoe
    python train_lenet_mindspore.py --aoe online             # and tuned when a graph is first run
    python train_lenet_mindspore.py --aoe offline            # graphs are written to aoe_dump

The script is like those that people have; only the lines with `aoe` are about open-aoe. Needs
MindSpore: `pip install open-aoe[mindspore]`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Any

import mindspore
import numpy as np
from mindspore import Tensor, nn, ops

#: Images of a step, and their size.
BATCH, SIZE = 32, 32


class LeNet(nn.Cell):  # type: ignore[misc]
    """Two convolutions with pools, and three layers."""

    def __init__(self, classes: int = 10) -> None:
        super().__init__()
        self.first = nn.Conv2d(1, 6, 5, pad_mode="valid")
        self.second = nn.Conv2d(6, 16, 5, pad_mode="valid")
        self.pool = nn.MaxPool2d(2, 2)
        self.relu, self.flatten = nn.ReLU(), nn.Flatten()
        self.layers = nn.SequentialCell(
            nn.Dense(400, 120), nn.ReLU(), nn.Dense(120, 84), nn.ReLU(), nn.Dense(84, classes)
        )

    def construct(self, x: Any) -> Any:
        """Computes the scores of the classes."""
        x = self.pool(self.relu(self.first(x)))
        x = self.pool(self.relu(self.second(x)))
        return self.layers(self.flatten(x))


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains and tests."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--aoe", choices=("off", "online", "offline"), default="off")
    parser.add_argument("--steps", type=int, default=20)
    options = parser.parse_args(arguments)
    mindspore.set_context(mode=mindspore.GRAPH_MODE)
    if options.aoe != "off":
        import aoe.mindspore

        mindspore.set_context(aoe_tune_mode=options.aoe, aoe_config={"job_type": "2"})
        aoe.mindspore.set_options(budget="1m")
    mindspore.set_seed(0)
    generator = np.random.default_rng(0)
    net = LeNet()
    loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    optimizer = nn.Adam(net.trainable_params(), learning_rate=1e-3)
    step = nn.TrainOneStepCell(nn.WithLossCell(net, loss), optimizer)
    step.set_train()
    begin = time.perf_counter()
    for number in range(options.steps):
        images = generator.standard_normal((BATCH, 1, SIZE, SIZE)).astype(np.float32)
        labels = images.reshape(BATCH, -1)[:, :10].argmax(1).astype(np.int32)
        found = step(Tensor(images), Tensor(labels))
        if number % 5 == 0:
            print(f"step {number}: loss {float(found.asnumpy()):.5f}", flush=True)
    print(f"{options.steps} steps in {time.perf_counter() - begin:.2f} s")
    net.set_train(False)
    scores = net(Tensor(images))
    right = ops.equal(scores.argmax(1).astype(mindspore.int32), Tensor(labels))
    print(f"accuracy of the last images: {float(right.asnumpy().mean()):.3f}")


if __name__ == "__main__":
    main()
