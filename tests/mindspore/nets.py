"""Small cells, and MindSpore without open-aoe."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import mindspore
import numpy as np
from mindspore import Tensor, context, nn


class Small(nn.Cell):  # type: ignore[misc]
    """A convolution with a normalization and a pool, and a layer."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.SequentialCell(
            nn.Conv2d(1, 4, 3, pad_mode="same", has_bias=True),
            nn.BatchNorm2d(4),
            nn.ReLU(),
            nn.MaxPool2d(2, 2),
            nn.Flatten(),
            nn.Dense(4 * 4 * 4, 3),
        )

    def construct(self, x: Any) -> Any:
        """Computes the scores."""
        return self.body(x)


def mlp() -> Any:
    """Two layers."""
    return nn.SequentialCell(nn.Dense(6, 8), nn.Tanh(), nn.Dense(8, 3))


def step_of(net: Any, optimizer: Any) -> Any:
    """A training step of a net, by the mean cross entropy of classes."""
    loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    step = nn.TrainOneStepCell(nn.WithLossCell(net, loss), optimizer)
    step.set_train()
    return step


def batches(count: int, *shape: int) -> list[tuple[Any, Any]]:
    """Random inputs with their classes."""
    generator = np.random.default_rng(0)
    inputs = generator.standard_normal((count, *shape)).astype(np.float32)
    labels = generator.integers(0, 3, (count, shape[0])).astype(np.int32)
    return [(Tensor(x), Tensor(y)) for x, y in zip(inputs, labels, strict=True)]


def values(net: Any) -> dict[str, np.ndarray]:
    """What the parameters of a cell hold, as copies."""
    return {name: item.asnumpy().copy() for name, item in net.parameters_dict().items()}


def load(net: Any, held: dict[str, np.ndarray]) -> None:
    """Gives parameters what they held."""
    for name, item in net.parameters_dict().items():
        item.set_data(Tensor(held[name]))


def trained(step: Any, data: Sequence[tuple[Any, Any]]) -> list[float]:
    """The losses of steps."""
    return [float(step(*item).asnumpy()) for item in data]


def forget_aoe() -> None:
    """Takes back what a script has asked of AOE."""
    inner = context._context()
    inner.set_param(mindspore._c_expression.ms_ctx_param.aoe_tune_mode, "")
    inner.aoe_config = {}


def jit_step(net: Any, optimizer: Any) -> Any:
    """A training step of a net as MindSpore's tutorials write it."""
    measure = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")

    def forward(x: Any, y: Any) -> Any:
        return measure(net(x), y)

    gradients = mindspore.value_and_grad(forward, None, optimizer.parameters)

    @mindspore.jit  # type: ignore[untyped-decorator]
    def step(x: Any, y: Any) -> Any:
        loss, found = gradients(x, y)
        optimizer(found)
        return loss

    return step
