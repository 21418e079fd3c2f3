"""Steps that draw random numbers: native code reads MindSpore's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import mindspore
import numpy as np
import pytest
from mindspore import Tensor, nn, ops

import aoe
import aoe.mindspore
from aoe.mindspore.random_numbers import _seeds_of_mindspore
from tests.mindspore.nets import batches, jit_step, mlp, step_of, trained, values


@pytest.fixture(autouse=True)
def _seeds() -> Iterator[None]:
    yield
    _seeds_of_mindspore()._GLOBAL_SEED = None


class Dropping(nn.Cell):  # type: ignore[misc]
    """Layers with masks of a cell that is used twice, and of a function."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.last = nn.Dense(6, 8), nn.Dense(8, 3)
        self.drop, self.other = nn.Dropout(p=0.5), nn.Dropout(p=0.25)

    def construct(self, x: Any) -> Any:
        """Computes the scores."""
        x = self.drop(ops.relu(self.first(x)))
        return self.last(self.other(self.drop(ops.dropout(x, p=0.125))))


class Noisy(nn.Cell):  # type: ignore[misc]
    """Scores with noise of every kind."""

    def __init__(self) -> None:
        super().__init__()
        self.body = mlp()

    def construct(self, x: Any) -> Any:
        """Computes the scores."""
        shape = (x.shape[0], 3)
        noise = ops.standard_normal(shape) * ops.rand(shape) + ops.randn(shape)
        low, high = Tensor(-1.0, mindspore.float32), Tensor(1.0, mindspore.float32)
        return self.body(x) + noise + ops.uniform(shape, low, high)


def check_steps(make: Callable[[], tuple[Any, Callable[..., Any]]], *shapes: int) -> None:
    """Makes and trains a net twice from one seed, first with MindSpore alone."""
    data = [item for rows in zip(*(batches(4, n, 6) for n in shapes), strict=True) for item in rows]

    def run() -> tuple[list[float], dict[str, np.ndarray], dict[Any, int]]:
        mindspore.set_seed(7)
        net, step = make()
        found = trained(step, data)
        counted = _seeds_of_mindspore()._KERNEL_SEED
        return found, values(net), dict(counted)

    with aoe.mindspore.left_to_mindspore():
        losses, after, counted = run()
    found, native, native_counted = run()
    np.testing.assert_allclose(found, losses, rtol=1e-4)
    for wanted, value in zip(after.values(), native.values(), strict=True):
        np.testing.assert_allclose(value, wanted, rtol=1e-3, atol=1e-5)
    assert native_counted == counted
    assert [(item.native, item.left) for item in aoe.mindspore.reports()] == [(3, 1)] * len(shapes)


@pytest.mark.parametrize("kind", [Dropping, Noisy])
@pytest.mark.parametrize("shapes", [(5,), (5, 3)])
def test_steps_read_the_numbers_of_mindspore(kind: Any, shapes: tuple[int, ...]) -> None:
    def make() -> tuple[Any, Any]:
        net = kind()
        return net, step_of(net, nn.Adam(net.trainable_params(), 0.05))

    check_steps(make, *shapes)


def test_a_step_with_jit_reads_the_numbers_of_mindspore() -> None:
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)

    def make() -> tuple[Any, Any]:
        net = Dropping()
        net.set_train()
        step = jit_step(net, nn.Momentum(net.trainable_params(), 0.1, 0.9))
        return net, step

    check_steps(make, 5)


@pytest.mark.parametrize("kind", [Dropping, Noisy])
def test_a_script_without_a_seed_trains_natively(kind: Any) -> None:
    _seeds_of_mindspore()._GLOBAL_SEED = None
    net = kind()
    before = trained(step_of(net, nn.SGD(net.trainable_params(), 0.0)), batches(1, 5, 6) * 4)
    assert len(set(before)) == 4  # other numbers at each step
    assert mindspore.get_seed() is None
    assert [(item.native, item.left) for item in aoe.mindspore.reports()] == [(3, 1)]
    if kind is Dropping:
        assert (net.drop.dropout.Seed0, net.drop.dropout.Seed1) == (0, 0)


def test_inference_that_drops_reads_the_numbers_of_mindspore_and_changed_weights() -> None:
    net = Dropping()
    net.set_train()
    (x, _), found = batches(1, 5, 6)[0], []
    for scale in (1.0, 1.0, 2.0, 0.0):
        for item in net.last.get_parameters():
            item.set_data(Tensor(item.asnumpy() * np.float32(scale)))
        found.append(net(x).asnumpy())
    assert not np.array_equal(found[0], found[1])
    assert not found[3].any()
    assert [(item.native, item.left) for item in aoe.mindspore.reports()] == [(3, 1)]


def test_a_graph_whose_numbers_have_gone_on_stays_with_mindspore() -> None:
    net = Dropping()
    step = step_of(net, nn.Adam(net.trainable_params(), 0.05))
    data = batches(2, 5, 6)
    with aoe.mindspore.left_to_mindspore():
        trained(step, data)
    trained(step, data)
    (report,) = aoe.mindspore.reports()
    assert report.left == 2
    assert report.reason.endswith("make it anew if it has been run without open-aoe")


class Normal(nn.Cell):  # type: ignore[misc]
    """Adds numbers of a primitive."""

    def __init__(self, *seeds: int) -> None:
        super().__init__()
        self.normal = ops.StandardNormal(*seeds)

    def construct(self, x: Any) -> Any:
        """Adds them."""
        return x + self.normal((2, 6))


def test_a_primitive_that_begins_anywhere_stays_with_mindspore() -> None:
    assert Normal()(Tensor(np.ones((2, 6), np.float32))).shape == (2, 6)
    assert re.search(
        "^StandardNormal '.+' draws random numbers that begin anywhere and cannot be compared. ",
        aoe.mindspore.reports()[0].reason,
    )


def test_numbers_that_mindspore_cannot_draw_apart_leave_the_cell_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Failing(nn.Cell):  # type: ignore[misc]
        """A cell that MindSpore cannot compile."""

        def construct(self) -> Any:
            raise RuntimeError("no kernel")

    monkeypatch.setattr(aoe.mindspore.random_numbers, "_cell_of", lambda draws: Failing())
    net, x = Normal(3, 4), Tensor(np.ones((2, 6), np.float32))
    for _ in range(2):
        assert net(x).shape == (2, 6)
    (report,) = aoe.mindspore.reports()
    assert (report.native, report.left) == (0, 2)
    assert re.search(
        "MindSpore cannot draw the random numbers of StandardNormal '.*' apart .*no kernel",
        report.reason,
    )


def test_attention_of_mindspore_says_what_it_may_not_drop() -> None:
    class Attention(nn.Cell):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.body = nn.MultiheadAttention(6, 2, dropout=0.1, batch_first=True)

        def construct(self, x: Any) -> Any:
            return self.body(x, x, x)[0]

    net = Attention()
    net.set_train()
    assert net(Tensor(np.ones((1, 2, 6), np.float32))).shape == (1, 2, 6)
    assert aoe.mindspore.reports()[0].reason.endswith(
        "Give it a seed, or nn.MultiheadAttention dropout=0"
    )


def test_numbers_of_a_branch_that_depends_on_data_stay_with_mindspore() -> None:
    class Branch(nn.Cell):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.drop = nn.Dropout(p=0.5)

        def construct(self, x: Any) -> Any:
            if x.sum() > 0:
                x = self.drop(x)
            return x * 2

    net = Branch()
    net.set_train()
    assert net(Tensor(np.ones((2, 6), np.float32))).shape == (2, 6)
    (report,) = aoe.mindspore.reports()
    assert "it draws random numbers in a graph that is called" in report.reason


def test_a_step_that_drops_is_written_for_tuning(tmp_path: Path) -> None:
    mindspore.set_context(aoe_tune_mode="offline")
    net = Dropping()
    trained(step_of(net, nn.Adam(net.trainable_params(), 0.05)), batches(1, 5, 6))
    with aoe.compile(str(tmp_path / "aoe_dump" / "step_0_TrainOneStepCell.mindir")) as session:
        drawn = [item.name for item in session.get_inputs() if item.name.startswith("random.")]
    assert len(drawn) == 4
