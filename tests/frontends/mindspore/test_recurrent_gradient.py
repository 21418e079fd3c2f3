"""The gradient of an LSTM in a step of training, against differences."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import aoe
from tests.frontends.mindspore.files import MONAD, MindirWriter

STEPS, BATCH, FEATURES, HIDDEN = 4, 3, 5, 2
random = np.random.default_rng(0)
X = random.standard_normal((STEPS, BATCH, FEATURES))
DY = random.standard_normal((STEPS, BATCH, HIDDEN))
H, C, DH, DC = random.standard_normal((4, 1, BATCH, HIDDEN))


def sigmoid(x: np.ndarray) -> np.ndarray:
    return np.asarray(1 / (1 + np.exp(-x)))


def lstm(x: np.ndarray, h: np.ndarray, c: np.ndarray, w: np.ndarray) -> Sequence[np.ndarray]:
    """h after each step, and the last h and c. The gates are i, f, g, o."""
    rows, ends = 4 * HIDDEN, np.cumsum((4 * HIDDEN * FEATURES, 4 * HIDDEN * HIDDEN))
    of_input, of_state, bias = np.split(w.reshape(-1), ends)
    h, c, found = h[0], c[0], []
    for row in x:
        gates = row @ of_input.reshape(rows, -1).T + h @ of_state.reshape(rows, -1).T
        i, f, g, o = np.split(gates + (bias if bias.size else 0), 4, axis=1)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
        found.append(h)
    return np.array(found), h[None], c[None]


def slopes(given: Sequence[np.ndarray]) -> list[np.ndarray]:
    """The gradients of the operands of `lstm`, by differences."""

    def total() -> float:
        return sum(float((a * b).sum()) for a, b in zip(lstm(*given), (DY, DH, DC), strict=True))

    found = [np.zeros_like(item) for item in given]
    for item, slope in zip(given, found, strict=True):
        for place in np.ndindex(item.shape):
            middle = item[place]
            item[place] = middle + 1e-5
            above = total()
            item[place] = middle - 1e-5
            slope[place] = (above - total()) / 2e-5
            item[place] = middle
    return found


def step_of(layers: int, biases: bool, count: int, features: int = FEATURES) -> MindirWriter:
    """A step whose results are the gradients of the inputs, both first states and the weights."""
    sizes = {"hidden_size": HIDDEN, "num_layers": layers, "has_bias": biases}
    form = {"input_size": features, **sizes, "bidirectional": False, "dropout": 0.0}
    writer = MindirWriter()
    operands = [
        writer.input("x", (STEPS, BATCH, features)),
        *(writer.input(name, (layers, BATCH, HIDDEN)) for name in "hc"),
        writer.input("w", (count, 1, 1)),
    ]
    layer = writer.node("LSTM", *operands, **form)
    results = [writer.node("TupleGetItem", layer, number) for number in range(4)]
    of_results = (
        writer.input("dy", (STEPS, BATCH, HIDDEN)),
        *(writer.input(name, (layers, BATCH, HIDDEN)) for name in ("dh", "dc")),
    )
    gradient = writer.node("LSTMGrad", *operands, *results[:3], *of_results, results[3], **form)
    start = writer.constant(MONAD)
    changed = writer.node("Assign", writer.parameter("p", DY.astype(np.float32)), results[0], start)
    state = writer.node("UpdateState", start, changed)
    for number in range(4):
        part = writer.node("TupleGetItem", gradient, number)
        writer.output(writer.node("Depend", part, state))
    return writer


@pytest.mark.parametrize("biases", [True, False])
def test_gradients_are_those_of_differences(biases: bool, tmp_path: Path) -> None:
    count = 4 * HIDDEN * (FEATURES + HIDDEN + biases)
    w = random.uniform(-0.5, 0.5, (count, 1, 1))
    given = {"x": X, "h": H, "c": C, "w": w, "dy": DY, "dh": DH, "dc": DC, "p": DY}
    with aoe.compile(step_of(1, biases, count).write(tmp_path / "m.mindir")) as session:
        *found, after = session.run(
            None, {name: item.astype(np.float32) for name, item in given.items()}
        )
    for one, right in zip(found, slopes((X.copy(), H.copy(), C.copy(), w)), strict=True):
        assert one.shape == right.shape
        np.testing.assert_allclose(one, right, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(after, lstm(X, H, C, w)[0], rtol=1e-4, atol=1e-5)


def test_a_gradient_of_several_layers_in_one_node_is_refused(tmp_path: Path) -> None:
    writer = step_of(2, True, 2 * 4 * HIDDEN * (HIDDEN + HIDDEN + 1), HIDDEN)
    with pytest.raises(aoe.AoeError, match="one layer and one direction"):
        aoe.compile(writer.write(tmp_path / "m.mindir"), device="reference")
