"""Gradients and other functions in plain Python, compiled where a script says so."""

from __future__ import annotations

from typing import Any

import mindspore
import numpy as np
import pytest
from mindspore import Tensor, nn

import aoe.mindspore
from tests.mindspore.nets import batches, mlp

X = Tensor(np.random.default_rng(1).standard_normal((4, 6)).astype(np.float32))


def native() -> list[int]:
    return [item.native for item in aoe.mindspore.reports()]


def same(found: Any, wanted: Any) -> None:
    np.testing.assert_allclose(found.asnumpy(), wanted.asnumpy(), rtol=1e-4, atol=1e-5)


def gradients_of(net: Any, optimizer: Any) -> Any:
    """The loss and gradients of a net as MindSpore's tutorials compute them, in plain Python."""
    measure = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")

    def forward(x: Any, y: Any) -> Any:
        scores = net(x)
        return measure(scores, y), scores

    return mindspore.value_and_grad(forward, None, optimizer.parameters, has_aux=True)


@pytest.mark.parametrize("mode", [mindspore.PYNATIVE_MODE, mindspore.GRAPH_MODE])
@pytest.mark.parametrize("is_dropping", [False, True])
def test_gradients_are_native_and_those_of_mindspore(mode: int, is_dropping: bool) -> None:
    mindspore.set_context(mode=mode)
    data = batches(4, 5, 6)

    def trained(change: Any) -> list[Any]:
        mindspore.set_seed(5)
        net = mlp()
        if is_dropping:
            net = nn.SequentialCell(net, nn.Dropout(p=0.25))
        net.set_train()
        optimizer = nn.Adam(net.trainable_params(), 0.05)
        gradients, found = change(gradients_of(net, optimizer)), []
        for x, y in data:
            (loss, scores), slopes = gradients(x, y)
            optimizer(slopes)
            found += [loss.asnumpy(), scores.asnumpy(), *(item.asnumpy() for item in slopes)]
        return found

    with aoe.mindspore.left_to_mindspore():
        wanted = trained(lambda function: function)
    found = trained(aoe.mindspore.compile)
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)
    assert native() == [3, 3]  # gradients, and the optimizer


def test_a_gradient_by_an_input_is_native() -> None:
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    net = mlp()

    def total(x: Any) -> Any:
        return net(x).sum()

    gradient = mindspore.grad(total)
    wanted, compiled = gradient(X), aoe.mindspore.compile(gradient)
    for _ in range(3):
        same(compiled(X), wanted)
    assert native() == [2]


def test_a_function_that_mindspore_cannot_read_stays_with_it() -> None:
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    net, seen = mlp(), []

    def scores(x: Any) -> Any:
        with open("/dev/null") as file:
            seen.append(file.name)
        return net(x)

    compiled = aoe.mindspore.compile(scores)
    for _ in range(2):
        same(compiled(X), net(X))
    assert len(seen) == 2
    assert native() == [0]


def test_a_function_that_reaches_too_much_stays_with_mindspore() -> None:
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    net, many = mlp(), [[number] for number in range(20_000)]

    def scores(x: Any) -> Any:
        return net(x) * len(many)

    compiled = aoe.mindspore.compile(scores)
    for _ in range(2):
        same(compiled(X), net(X) * len(many))
    (report,) = aoe.mindspore.reports()
    assert (report.native, report.left) == (0, 2)
    assert report.reason == "it reaches more than 10000 objects of Python"


@pytest.mark.parametrize("is_cell", [False, True])
def test_an_inner_cell_that_ceases_to_train_is_another_graph(is_cell: bool) -> None:
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    net = nn.SequentialCell(mlp(), nn.Dropout(p=0.5))
    net.set_train()

    def scores(x: Any) -> Any:
        return net(x)

    compiled = aoe.mindspore.compile(net if is_cell else scores)
    for _ in range(2):
        assert (compiled(X).asnumpy() == 0).any()
    net[1].set_train(False)
    for _ in range(3):
        same(compiled(X), net[0](X))
    assert native() == [1, 2]
