"""Training steps of nets with pools: what MindSpore gives, by native code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from mindspore import Tensor, nn

import aoe.mindspore
from aoe.mindspore import left_to_mindspore
from tests.mindspore.nets import load, step_of, values


def _planes(pool: Any, features: int) -> Any:
    return nn.SequentialCell(nn.Conv2d(2, 4, 3), pool, nn.Flatten(), nn.Dense(features, 3))


def _volumes(pool: Any, features: int) -> Any:
    return nn.SequentialCell(nn.Conv3d(2, 4, 3), pool, nn.Flatten(), nn.Dense(features, 3))


@pytest.mark.parametrize(
    ("make", "shape"),
    [
        (lambda: _planes(nn.AdaptiveAvgPool2d(1), 4), (3, 2, 6, 8)),
        (lambda: _planes(nn.AdaptiveAvgPool2d((3, 5)), 60), (3, 2, 7, 8)),
        (lambda: _volumes(nn.AdaptiveAvgPool3d((1, 2, 2)), 16), (3, 2, 4, 4, 5)),
        (lambda: _volumes(nn.MaxPool3d(2, 2), 32), (3, 2, 4, 4, 4)),
        (lambda: _volumes(nn.AvgPool3d(2, 2), 32), (3, 2, 4, 4, 4)),
        (lambda: _volumes(nn.AvgPool3d(2, 2, pad_mode="same"), 108), (3, 2, 6, 6, 6)),
    ],
)
def test_steps_are_those_of_mindspore(make: Callable[[], Any], shape: tuple[int, ...]) -> None:
    generator = np.random.default_rng(0)
    x = Tensor(generator.standard_normal(shape).astype(np.float32))
    y = Tensor(generator.integers(0, 3, shape[0]).astype(np.int32))
    net = make()
    first = values(net)

    def run() -> tuple[list[float], dict[str, np.ndarray]]:
        load(net, first)
        step = step_of(net, nn.SGD(net.trainable_params(), 0.1))
        return [float(step(x, y).asnumpy()) for _ in range(3)], values(net)

    with left_to_mindspore():
        wanted, weights = run()
    found, own = run()
    (report,) = aoe.mindspore.reports()
    assert (report.reason, report.native) == ("", 2)
    np.testing.assert_allclose(found, wanted, rtol=1e-5)
    for name, array in weights.items():
        np.testing.assert_allclose(own[name], array, rtol=1e-4, atol=1e-5)
