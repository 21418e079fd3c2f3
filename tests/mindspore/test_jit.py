"""Functions and methods with `@jit` in PyNative mode, MindSpore's default."""

from __future__ import annotations

from typing import Any

import mindspore
import numpy as np
import pytest
from mindspore import Tensor, nn

import aoe.mindspore
from aoe.errors import UnsupportedModelError
from aoe.mindspore.held_parameters import FrozenWeights
from aoe.mindspore.reachable import reachable_parameters
from tests.mindspore.nets import batches, jit_step, load, mlp, values

X = Tensor(np.random.default_rng(1).standard_normal((4, 6)).astype(np.float32))


@pytest.fixture(autouse=True)
def _pynative() -> None:
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)


class Scores(nn.Cell):  # type: ignore[misc]
    """A net whose methods are graphs."""

    def __init__(self) -> None:
        super().__init__()
        self.body = mlp()

    @mindspore.jit  # type: ignore[untyped-decorator]
    def construct(self, x: Any) -> Any:
        """Computes the scores."""
        return self.body(x)

    @mindspore.jit  # type: ignore[untyped-decorator]
    def doubled(self, x: Any) -> Any:
        """Computes the doubled scores."""
        return self.body(x) * 2


def native() -> list[int]:
    return [item.native for item in aoe.mindspore.reports()]


def function_of(net: Any) -> Any:
    @mindspore.jit  # type: ignore[untyped-decorator]
    def predict(x: Any) -> Any:
        return net(x) + 1

    return predict


@pytest.mark.parametrize("kind", ["function", "construct", "method"])
def test_inference_is_native(kind: str) -> None:
    net = Scores() if kind != "function" else mlp()
    predict = {"function": function_of, "construct": lambda net: net, "method": _doubled}[kind](net)
    with aoe.mindspore.left_to_mindspore():
        wanted = predict(X).asnumpy()
    for _ in range(3):
        np.testing.assert_allclose(predict(X).asnumpy(), wanted, rtol=1e-4, atol=1e-5)
    assert native() == [2]


def _doubled(net: Any) -> Any:
    return net.doubled


def test_changed_weights_stay_with_mindspore_where_it_does_not_see_them() -> None:
    """MindSpore 2.10 goes on with the weights with which it has compiled a function."""
    net = mlp()
    predict = function_of(net)
    for _ in range(3):
        predict(X)
    for item in net.get_parameters():
        item.set_data(Tensor(item.asnumpy() + 0.125))
    with aoe.mindspore.left_to_mindspore():
        wanted = predict(X).asnumpy()
    for _ in range(3):
        np.testing.assert_allclose(predict(X).asnumpy(), wanted, rtol=1e-4, atol=1e-5)
    assert native()[0] == 2


def test_a_training_step_is_that_of_mindspore() -> None:
    net, other = mlp(), mlp()
    load(other, values(net))
    step, wanted = (jit_step(cell, nn.Adam(cell.trainable_params(), 0.01)) for cell in (net, other))
    data = batches(4, 5, 6)
    with aoe.mindspore.left_to_mindspore():
        losses = [float(wanted(*item).asnumpy()) for item in data]
    found = [float(step(*item).asnumpy()) for item in data]
    np.testing.assert_allclose(found, losses, rtol=1e-5)
    assert native() == [3]
    after = values(other)
    for name, value in values(net).items():
        np.testing.assert_allclose(value, after[name], rtol=1e-4, atol=1e-6)


def test_training_steps_of_two_shapes_share_parameters() -> None:
    net, other = mlp(), mlp()
    load(other, values(net))
    step, wanted = (jit_step(cell, nn.Adam(cell.trainable_params(), 0.01)) for cell in (net, other))
    pairs = zip(batches(4, 5, 6), batches(4, 3, 6), strict=True)
    data = [item for pair in pairs for item in pair]
    with aoe.mindspore.left_to_mindspore():
        losses = [float(wanted(*item).asnumpy()) for item in data]
    found = [float(step(*item).asnumpy()) for item in data]
    np.testing.assert_allclose(found, losses, rtol=1e-4)
    assert native() == [3, 3]
    after = values(other)
    for name, value in values(net).items():
        np.testing.assert_allclose(value, after[name], rtol=1e-4, atol=1e-5)


def test_a_function_inside_gradients_stays_with_mindspore() -> None:
    net = Scores()
    gradient = mindspore.grad(lambda x: net(x).sum())
    assert np.abs(gradient(X).asnumpy()).max() > 0
    assert native() == []


def test_other_arguments_stay_with_mindspore() -> None:
    net = mlp()

    @mindspore.jit  # type: ignore[untyped-decorator]
    def scaled(x: Any, scale: float = 2.0) -> Any:
        return net(x) * scale

    for _ in range(2):
        scaled(X, 3.0)
    (report,) = aoe.mindspore.reports()
    assert report.reason == "argument 1 is a float, not a Tensor"


def test_two_parameters_of_one_name_are_refused() -> None:
    one, other = nn.Dense(2, 2), nn.Dense(2, 2)
    with pytest.raises(UnsupportedModelError, match="two parameters of the name"):
        reachable_parameters(lambda x: one(other(x)))


def test_a_parameter_that_is_not_reached_is_named() -> None:
    with pytest.raises(UnsupportedModelError, match="'scale' is in no variable"):
        FrozenWeights({}, ())("scale")
