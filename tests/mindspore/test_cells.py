"""Cells in graph mode: native code gives what MindSpore does, or MindSpore runs them."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import mindspore
import numpy as np
import pytest
from mindspore import Tensor, nn, ops

import aoe.mindspore
from aoe.mindspore.cells import _graphs
from tests.mindspore.nets import (
    Small,
    batches,
    load,
    mlp,
    step_of,
    trained,
    values,
)

X = Tensor(np.random.default_rng(1).standard_normal((2, 1, 8, 8)).astype(np.float32))


def test_inference_is_native_from_the_second_call_on() -> None:
    net = Small()
    net.set_train(False)
    with aoe.mindspore.left_to_mindspore():
        wanted = net(X).asnumpy()
    for _ in range(3):
        np.testing.assert_allclose(net(X).asnumpy(), wanted, rtol=1e-4, atol=1e-5)
    (report,) = aoe.mindspore.reports()
    assert (report.native, report.left) == (2, 1)


@pytest.mark.parametrize("way", ["asnumpy", "set_data", "assign"])
def test_changed_weights_count_at_once(way: str) -> None:
    net = mlp()
    net.set_train(False)
    x = Tensor(np.ones((2, 6), np.float32))
    for _ in range(2):
        net(x)
    weight = net[0].weight
    other = np.full(weight.shape, 0.25, np.float32)
    if way == "asnumpy":
        weight.asnumpy()[...] = other
    elif way == "set_data":
        weight.set_data(Tensor(other))
    else:
        ops.assign(weight, Tensor(other))
    with aoe.mindspore.left_to_mindspore():
        wanted = net(x).asnumpy()
    for _ in range(2):
        np.testing.assert_allclose(net(x).asnumpy(), wanted, rtol=1e-4, atol=1e-6)
    first, second = aoe.mindspore.reports()
    assert (first.native, second.native) == (1, 1)


OPTIMIZERS: dict[str, Any] = {
    "momentum": lambda given: nn.Momentum(given, 0.1, 0.9, weight_decay=0.01),
    "sgd": lambda given: nn.SGD(given, 0.1, momentum=0.5, dampening=0.1),
    "plain": lambda given: nn.SGD(given, 0.1),
    "adam": lambda given: nn.Adam(given, 0.01),
    "decay": lambda given: nn.AdamWeightDecay(given, 0.01, weight_decay=0.1),
    "schedule": lambda given: nn.Momentum(given, nn.exponential_decay_lr(0.1, 0.5, 10, 1, 1), 0.9),
}


def check_training(step: Any, data: Any, losses_within: float, values_within: float) -> None:
    """Trains with MindSpore and from the same parameters again, and compares both."""
    before = values(step)
    with aoe.mindspore.left_to_mindspore():
        losses, after = trained(step, data), values(step)
    load(step, before)
    np.testing.assert_allclose(trained(step, data), losses, rtol=losses_within)
    for name, value in values(step).items():
        np.testing.assert_allclose(
            value, after[name], rtol=values_within, atol=values_within / 10, err_msg=name
        )


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_steps_of_training_are_those_of_mindspore(optimizer: str) -> None:
    net = mlp()
    step = step_of(net, OPTIMIZERS[optimizer](net.trainable_params()))
    data = batches(4, 5, 6)
    check_training(step, data, 1e-5, 1e-4)
    (report,) = aoe.mindspore.reports()
    assert (report.native, report.left) == (3, 1)


@pytest.mark.parametrize("optimizer", ["momentum", "adam", "schedule"])
@pytest.mark.parametrize("order", ["in turns", "one after the other"])
def test_steps_of_two_shapes_share_parameters_and_the_state_of_the_optimizer(
    optimizer: str, order: str
) -> None:
    net = mlp()
    step = step_of(net, OPTIMIZERS[optimizer](net.trainable_params()))
    large, small = batches(4, 5, 6), batches(4, 3, 6)
    pairs = zip(large, small, strict=True)
    data = [item for pair in pairs for item in pair] if order == "in turns" else [*large, *small]
    data += [large[0], small[0]]
    check_training(step, data, 1e-4, 1e-4)
    assert [(item.native, item.left) for item in aoe.mindspore.reports()] == [(4, 1)] * 2


class Elements(nn.Cell):  # type: ignore[misc]
    """Functions of elements whose gradients are primitives of their own."""

    def construct(self, x: Any) -> Any:
        """Computes them."""
        x = x / ops.sqrt(x * x + 1.0) + ops.rsqrt(x * x + 2.0) + ops.reciprocal(x * x + 1.0)
        x = ops.elu(x) + ops.hardsigmoid(x) + ops.hardswish(x)
        return x + ops.hardshrink(x) + ops.softshrink(x)


def test_gradients_of_elements_are_those_of_mindspore() -> None:
    net = nn.SequentialCell(nn.Dense(6, 8), Elements(), nn.Dense(8, 3))
    schedule = nn.PolynomialDecayLR(0.1, 0.01, 3, 0.5)  # the base of its power becomes 0
    check_training(
        step_of(net, nn.Adam(net.trainable_params(), schedule)), batches(6, 5, 6), 1e-4, 1e-3
    )
    (report,) = aoe.mindspore.reports()
    assert (report.native, report.left) == (5, 1)


def test_steps_of_an_lstm_of_two_layers_and_directions_are_those_of_mindspore() -> None:
    class Words(nn.Cell):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.rows = nn.Embedding(9, 4)
            self.steps = nn.LSTM(4, 5, num_layers=2, batch_first=True, bidirectional=True)
            self.scores = nn.Dense(10, 3)

        def construct(self, words: Any) -> Any:
            states, (last, cells) = self.steps(self.rows(words))
            return self.scores(states[:, -1]) + last.sum() * 0.1 + cells.sum() * 0.05

    words = Tensor(np.random.default_rng(0).integers(0, 9, (3, 6)).astype(np.int32))
    labels = Tensor(np.array([0, 2, 1], np.int32))
    net, other = Words(), Words()
    load(other, values(net))
    with aoe.mindspore.left_to_mindspore():
        step = step_of(other, nn.Adam(other.trainable_params(), 0.05))
        wanted = trained(step, [(words, labels)] * 4)
    found = trained(step_of(net, nn.Adam(net.trainable_params(), 0.05)), [(words, labels)] * 4)
    np.testing.assert_allclose(found, wanted, rtol=1e-4)
    (report,) = aoe.mindspore.reports()
    assert (report.native, report.left) == (3, 1)


def test_a_step_with_other_numbers_stays_with_mindspore() -> None:
    """MindSpore's CPU kernel ignores `use_nesterov`, which open-aoe computes as it is defined."""
    net = mlp()
    step = step_of(net, nn.Momentum(net.trainable_params(), 0.1, 0.9, use_nesterov=True))
    data = batches(2, 5, 6)
    check_training(step, data, 1e-6, 1e-5)
    assert "its first run differs from the framework's" in aoe.mindspore.reports()[0].reason


def test_a_net_of_images_trains_and_is_tested_in_turns() -> None:
    net = Small()
    step = step_of(net, nn.Momentum(net.trainable_params(), 0.05, 0.9))
    before, data = values(step), batches(4, 2, 1, 8, 8)

    def turns() -> list[float]:
        found = []
        for item in data:
            step.set_train()
            found.append(float(step(*item).asnumpy()))
            net.set_train(False)
            found.append(float(np.abs(net(X).asnumpy()).sum()))
        return found

    with aoe.mindspore.left_to_mindspore():
        wanted = turns()
    load(step, before)
    np.testing.assert_allclose(turns(), wanted, rtol=1e-3)
    training, *testing = aoe.mindspore.reports()
    assert training.native == 3
    assert sum(item.native for item in testing) == 2


def test_parameters_that_a_script_sets_count_in_the_next_step() -> None:
    net = mlp()
    step = step_of(net, nn.Momentum(net.trainable_params(), 0.1, 0.9))
    before, data = values(step), batches(3, 5, 6)
    first = trained(step, data)
    load(step, before)
    np.testing.assert_allclose(trained(step, data), first, rtol=1e-6)


class Several(nn.Cell):  # type: ignore[misc]
    """Results of several forms."""

    def construct(self, x: Any) -> Any:
        """Two tensors in a tuple, beside one."""
        return (ops.relu(x), ops.neg(x)), ops.abs(x)


def test_results_keep_their_form() -> None:
    net, x = Several(), Tensor(np.array([-1, 2], np.float32))
    for _ in range(2):
        (relu, neg), positive = net(x)
        found = [item.asnumpy().tolist() for item in (relu, neg, positive)]
        assert found == [[0, 2], [1, -2], [1, 2]]
    assert aoe.mindspore.reports()[0].native == 1


class Scaled(nn.Cell):  # type: ignore[misc]
    """A cell with a number among its arguments."""

    def construct(self, x: Any, factor: float = 2.0) -> Any:
        """Multiplies."""
        return x * factor


@pytest.mark.parametrize("several", [False, True])
def test_a_parameter_that_a_cell_changes_and_gives_has_its_new_value(several: bool) -> None:
    class Moving(nn.Cell):  # type: ignore[misc]
        """Keeps a moving sum."""

        def __init__(self) -> None:
            super().__init__()
            self.sum = mindspore.Parameter(Tensor(np.ones((6, 3), np.float32)), name="sum")
            self.dense = nn.Dense(4, 3, weight_init="ones", has_bias=False)

        def construct(self, x: Tensor, way: Tensor) -> Any:
            y = self.dense(x)
            self.sum = self.sum * 0.5 + ops.matmul(way, y)
            return (y, self.sum) if several else self.sum

    x, way = np.full((2, 4), 0.25, np.float32), np.ones((6, 2), np.float32)
    cell, wanted = Moving(), np.ones((6, 3), np.float32)
    for _ in range(4):
        found = cell(Tensor(x), Tensor(way))
        wanted = wanted * 0.5 + 2
        np.testing.assert_allclose((found[1] if several else found).asnumpy(), wanted, rtol=1e-5)
        np.testing.assert_allclose(cell.sum.asnumpy(), wanted, rtol=1e-5)
    assert aoe.mindspore.reports()[-1].native == 3


def test_calls_with_other_things_than_tensors_stay_with_mindspore() -> None:
    net, x = Scaled(), Tensor(np.ones(2, np.float32))
    assert net(x, 3.0).asnumpy().tolist() == [3, 3]
    (report,) = aoe.mindspore.reports()
    assert report.reason == "argument 1 is a float, not a Tensor"
    assert str(report).startswith("step_0_Scaled stays with the framework: argument 1")


def test_a_cell_that_is_not_read_stays_with_mindspore(
    caplog: pytest.LogCaptureFixture,
) -> None:
    net = nn.SequentialCell(nn.Conv2d(1, 4, 3), nn.Dropout2d(p=0.5))
    net.set_train()
    assert net(X).shape == (2, 4, 8, 8)
    assert "Dropout2D" in aoe.mindspore.reports()[0].reason
    assert "stays with the framework" in caplog.text


def test_a_graph_that_was_loaded_stays_with_mindspore(tmp_path: Path) -> None:
    """MindSpore can compile it once only, and exporting compiles it."""
    net, (x, _) = mlp(), batches(1, 5, 6)[0]
    mindspore.export(net, x, file_name=str(tmp_path / "net"), file_format="MINDIR")
    loaded = nn.GraphCell(mindspore.load(str(tmp_path / "net.mindir")))
    for _ in range(3):
        np.testing.assert_allclose(loaded(x).asnumpy(), net(x).asnumpy(), rtol=1e-4, atol=1e-5)
    assert "which MindSpore can compile once only" in aoe.mindspore.reports()[0].reason


def test_each_shape_of_arguments_has_a_graph() -> None:
    net = mlp()
    net.set_train(False)
    for rows in (2, 3, 2, 3):
        assert net(Tensor(np.ones((rows, 6), np.float32))).shape == (rows, 3)
    assert [item.native for item in aoe.mindspore.reports()] == [1, 1]


def test_graphs_go_with_their_cell() -> None:
    net = mlp()
    net.set_train(False)
    net(Tensor(np.ones((2, 6), np.float32)))
    assert len(_graphs()) > 0
    before = len(_graphs())
    del net
    gc.collect()
    assert len(_graphs()) < before


def test_cells_run_by_mindspore_in_pynative_mode() -> None:
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    assert mlp()(Tensor(np.ones((2, 6), np.float32))).shape == (2, 3)
    assert not aoe.mindspore.reports()
