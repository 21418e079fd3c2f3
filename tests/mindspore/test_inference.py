"""Cells whose `construct` is plain Python, compiled where a script says so."""

from __future__ import annotations

from typing import Any

import mindspore
import numpy as np
import pytest
from mindspore import Tensor, nn

import aoe.mindspore
from aoe.errors import UsageError
from tests.mindspore.nets import Small, mlp

X = Tensor(np.random.default_rng(1).standard_normal((4, 6)).astype(np.float32))


def native() -> list[int]:
    return [item.native for item in aoe.mindspore.reports()]


def same(found: Any, wanted: Any) -> None:
    np.testing.assert_allclose(found.asnumpy(), wanted.asnumpy(), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("mode", [mindspore.PYNATIVE_MODE, mindspore.GRAPH_MODE])
def test_a_compiled_cell_is_native_and_the_cell_itself_is_as_before(mode: int) -> None:
    mindspore.set_context(mode=mode)
    net = mlp()
    with aoe.mindspore.left_to_mindspore():
        wanted = net(X)
    predict = aoe.mindspore.compile(net)
    for _ in range(3):
        same(predict(X), wanted)
    assert native() == [2]
    if mode == mindspore.PYNATIVE_MODE:
        same(net(X), wanted)
        assert native() == [2]


def test_changed_weights_are_seen() -> None:
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    net = mlp()
    predict = aoe.mindspore.compile(net)
    for number in range(4):
        for item in net.get_parameters():
            item.set_data(Tensor(item.asnumpy() + 0.125 * number))
        same(predict(X), net(X))
    assert sum(native()) > 0


def test_training_and_inference_of_a_cell_are_two_graphs() -> None:
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    images = Tensor(np.random.default_rng(0).standard_normal((3, 1, 8, 8)).astype(np.float32))
    net = Small()
    net.set_train(False)
    predict = aoe.mindspore.compile(net)
    for _ in range(3):
        same(predict(images), net(images))
    assert native() == [2]


def test_gradients_stay_with_mindspore() -> None:
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    net = mlp()
    predict = aoe.mindspore.compile(net)
    found = mindspore.grad(lambda x: predict(x).sum())(X)
    same(found, mindspore.grad(lambda x: net(x).sum())(X))
    assert native() == []


def test_what_cannot_be_called_is_refused() -> None:
    with pytest.raises(UsageError, match="compile: a Parameter is neither a cell nor a function"):
        aoe.mindspore.compile(mlp()[0].weight)


def test_a_cell_that_makes_no_graph_stays_with_mindspore() -> None:
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)

    class Chosen(nn.Cell):  # type: ignore[misc]
        """A net whose branch Python chooses by data."""

        def construct(self, x: Any) -> Any:
            """Doubles or not, by what Python sees."""
            return x * (2 if np.asarray(x.asnumpy()).sum() > 0 else 1)

    net = Chosen()
    predict = aoe.mindspore.compile(net)
    for data in (X, -X, X):
        same(predict(data), net(data))


class Words(nn.Cell):  # type: ignore[misc]
    """Rows of a table, through a layer."""

    def __init__(self) -> None:
        super().__init__()
        self.table, self.layer = nn.Embedding(30, 6), nn.Dense(6, 3)

    def construct(self, words: Any) -> Any:
        return self.layer(self.table(words))


def test_tables_are_looked_up_where_they_are() -> None:
    words = Tensor(np.asarray([[3, 1, 29], [0, 3, 7]], np.int32))
    net = Words()
    net.set_train(False)

    def check() -> None:
        found = net(words)
        with aoe.mindspore.left_to_mindspore():
            same(found, net(words))

    for number in range(4):
        table = net.table.embedding_table
        table.set_data(Tensor(table.asnumpy() + 0.5 * number))
        check()
    assert native() == [3]  # the weights of the layer are constants all the time
    net.layer.weight.set_data(Tensor(net.layer.weight.asnumpy() * 2))
    before = net.table.embedding_table.asnumpy().copy()
    check()
    np.testing.assert_array_equal(net.table.embedding_table.asnumpy(), before)
    check()
    assert native() == [3, 1]


def test_recurrent_layers_are_native_and_see_changed_weights() -> None:
    net = nn.LSTM(8, 24, num_layers=2, bidirectional=True, batch_first=True)
    net.set_train(False)
    data = Tensor(np.random.default_rng(1).standard_normal((2, 5, 8)).astype(np.float32))
    for number in range(4):
        found = net(data)[0]
        with aoe.mindspore.left_to_mindspore():
            same(found, net(data)[0])
        if number == 1:
            for item in net.get_parameters():
                item.set_data(Tensor(item.asnumpy() * 1.5))
    assert native() == [1, 1]
