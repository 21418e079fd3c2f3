"""Primitives of gradients and losses, against the formulas they stand for."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import aoe
from tests.frontends.mindspore.files import MindirWriter

generator = np.random.default_rng(0)
X, DY, Y = generator.standard_normal((3, 4, 5)).astype(np.float32)
WIDE = X * 3
LABELS = np.array([3, 0, 4, 3], np.int32)
HOT = np.eye(5, dtype=np.float32)[LABELS]
WEIGHTS = np.array([1, 2, 0.5, 1, 3], np.float32)


def softmax(x: np.ndarray) -> np.ndarray:
    powers = np.exp(x - x.max(-1, keepdims=True))
    return np.asarray(powers / powers.sum(-1, keepdims=True))


def slope_of(function: Callable[[np.ndarray], np.ndarray], x: np.ndarray) -> np.ndarray:
    """The derivative of a function of each element, by differences."""
    wide, step = x.astype(np.float64), 1e-6
    return np.asarray((function(wide + step) - function(wide - step)) / (2 * step))


def gelu(x: np.ndarray) -> np.ndarray:
    return np.asarray(0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))))


def silu(x: np.ndarray) -> np.ndarray:
    return np.asarray(x / (1 + np.exp(-x)))


def hard_swish(x: np.ndarray) -> np.ndarray:
    return np.asarray(x * np.clip(x + 3, 0, 6) / 6)


SIGMOID = 1 / (1 + np.exp(-Y))
LOG = np.log(softmax(Y))

Case = tuple[str, tuple[object, ...], dict[str, object], np.ndarray]
CASES: list[Case] = [
    ("ReluGrad", ("dy", "x"), {}, np.where(X > 0, DY, 0)),
    ("ReLU6Grad", ("dy", "x"), {}, np.where((X > 0) & (X <= 6), DY, 0)),
    ("LeakyReLUGradExt", ("dy", "x", 0.2, False), {}, np.where(X > 0, DY, DY * 0.2)),
    ("GeLUGrad", ("dy", "x", "y"), {}, DY * slope_of(gelu, X)),
    ("SiLUGrad", ("dy", "x"), {}, DY * slope_of(silu, X)),
    ("SigmoidGrad", ("y", "dy"), {}, DY * Y * (1 - Y)),
    ("TanhGrad", ("y", "dy"), {}, DY * (1 - Y * Y)),
    ("SqrtGrad", ("y", "dy"), {}, DY / (2 * Y)),
    ("RsqrtGrad", ("y", "dy"), {}, DY * -0.5 * Y**3),
    ("ReciprocalGrad", ("y", "dy"), {}, -DY * Y**2),
    ("InvGrad", ("y", "dy"), {}, -DY * Y**2),
    ("EluGrad", ("dy", "y"), {}, np.where(Y > 0, DY, DY * (Y + 1))),
    ("HSigmoidGrad", ("dy", "wide"), {}, np.where(np.abs(WIDE) < 3, DY / 6, 0)),
    ("HSwishGrad", ("dy", "wide"), {}, DY * slope_of(hard_swish, WIDE)),
    ("HShrinkGrad", ("dy", "x", 0.4), {}, np.where(np.abs(X) > 0.4, DY, 0)),
    ("SoftShrinkGrad", ("dy", "x", 0.4), {}, np.where(np.abs(X) > 0.4, DY, 0)),
    ("BiasAddGrad", ("dy", 0), {}, DY.sum(0)),
    ("SoftmaxBackward", ("dy", "y", -1), {}, Y * (DY - (DY * Y).sum(-1, keepdims=True))),
    ("LogSoftmaxGrad", ("y", "dy", -1), {}, DY - np.exp(Y) * DY.sum(-1, keepdims=True)),
    ("FlattenGrad", ("dy", (2, 10)), {}, DY.reshape(2, 10)),
    (
        "SparseSoftmaxCrossEntropyWithLogits",
        ("x", "labels"),
        {"is_grad": False},
        np.asarray(-np.log(softmax(X))[np.arange(4), LABELS].mean()),
    ),
    (
        "SparseSoftmaxCrossEntropyWithLogits",
        ("x", "labels"),
        {"is_grad": True},
        (softmax(X) - HOT) / 4,
    ),
]


@pytest.mark.parametrize(("primitive", "operands", "attributes", "wanted"), CASES)
def test_a_gradient_is_that_of_its_formula(
    primitive: str,
    operands: tuple[object, ...],
    attributes: dict[str, object],
    wanted: np.ndarray,
    tmp_path: Path,
) -> None:
    found = run(tmp_path, primitive, operands, attributes)
    np.testing.assert_allclose(found[0], wanted, rtol=1e-4, atol=1e-5)


def run(
    folder: Path, primitive: str, operands: tuple[object, ...], attributes: dict[str, object]
) -> list[np.ndarray]:
    """What a primitive gives. Operands that are texts are inputs."""
    arrays = {"x": X, "wide": WIDE, "dy": DY, "y": Y, "labels": LABELS, "hot": HOT}
    writer = MindirWriter()
    inputs = {
        name: writer.input(name, array.shape, array.dtype.name)
        for name, array in arrays.items()
        if any(isinstance(item, str) and item == name for item in operands)
    }
    given = [inputs[item] if isinstance(item, str) else item for item in operands]
    writer.output(writer.node(primitive, *given, **attributes))
    with aoe.compile(writer.write(folder / "m.mindir")) as session:
        return [
            np.asarray(item) for item in session.run(None, {name: arrays[name] for name in inputs})
        ]


def test_a_cross_entropy_gives_losses_and_their_gradient(tmp_path: Path) -> None:
    losses, slope = run(tmp_path, "SoftmaxCrossEntropyWithLogits", ("x", "hot"), {})
    np.testing.assert_allclose(losses, -(np.log(softmax(X)) * HOT).sum(1), rtol=1e-5)
    np.testing.assert_allclose(slope, softmax(X) - HOT, atol=1e-6)


@pytest.mark.parametrize(("reduction", "ignored"), [(1, -100), (0, 3), (2, -100), (1, 3)])
def test_a_likelihood_and_its_gradient_weigh_classes(
    reduction: int, ignored: int, tmp_path: Path
) -> None:
    counted = np.where(ignored == LABELS, 0, WEIGHTS[LABELS])
    losses = -X[np.arange(4), LABELS] * counted
    total = counted.sum()
    wanted = [losses.sum(), losses.sum() / total, losses][reduction]
    operands = ("x", "labels", WEIGHTS, reduction, ignored)
    loss, weight = run(tmp_path, "NLLLoss", operands, {})
    np.testing.assert_allclose(loss, wanted, rtol=1e-5)
    np.testing.assert_allclose(weight, total, rtol=1e-6)
    slope = np.asarray(0.5, np.float32) if reduction < 2 else np.full(4, 0.5, np.float32)
    whole = np.asarray(total, np.float32)
    given = ("x", slope, "labels", WEIGHTS, whole, reduction, ignored)
    (found,) = run(tmp_path, "NLLLossGrad", given, {})
    share = 0.5 * counted / (total if reduction == 1 else 1)
    np.testing.assert_allclose(found, -HOT * share[:, None], rtol=1e-5)


def test_rows_of_a_look_up_are_added_to_those_that_were_looked_up(tmp_path: Path) -> None:
    (found,) = run(tmp_path, "UnsortedSegmentSum", ("dy", "labels", 6), {})
    wanted = np.zeros((6, 5), np.float32)
    np.add.at(wanted, LABELS, DY)
    np.testing.assert_allclose(found, wanted, rtol=1e-6)


def test_a_row_normalization_and_its_gradient(tmp_path: Path) -> None:
    gamma, beta = generator.standard_normal((2, 5)).astype(np.float32)
    writer = MindirWriter()
    x, dy = writer.input("x", X.shape), writer.input("dy", DY.shape)
    g, b = writer.input("g", (5,)), writer.input("b", (5,))
    normal = writer.node("LayerNorm", x, g, b, 1, 1, 1e-3)
    mean, variance = (writer.node("TupleGetItem", normal, number) for number in (1, 2))
    slopes = writer.node("LayerNormGrad", x, dy, variance, mean, g, 1, 1)
    results = [writer.node("TupleGetItem", slopes, number) for number in range(3)]
    writer.output(writer.node("MakeTuple", writer.node("TupleGetItem", normal, 0), *results))
    with aoe.compile(writer.write(tmp_path / "m.mindir")) as session:
        y, to_x, to_gamma, to_beta = session.run(None, {"x": X, "dy": DY, "g": gamma, "b": beta})
    wide = X.astype(np.float64)
    inverse = 1 / np.sqrt(wide.var(1, keepdims=True) + 1e-3)
    normalized = (wide - wide.mean(1, keepdims=True)) * inverse
    share = DY * gamma
    rest = share - share.mean(1, keepdims=True)
    rest -= normalized * (share * normalized).mean(1, keepdims=True)
    np.testing.assert_allclose(y, normalized * gamma + beta, atol=1e-5)
    np.testing.assert_allclose(to_x, rest * inverse, atol=1e-5)
    np.testing.assert_allclose(to_gamma, (DY * normalized).sum(0), atol=1e-5)
    np.testing.assert_allclose(to_beta, DY.sum(0), atol=1e-5)
