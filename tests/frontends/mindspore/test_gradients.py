"""Primitives of gradients and losses, against the formulas they stand for."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

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


def fast_gelu(x: np.ndarray) -> np.ndarray:
    return np.asarray(x / (1 + np.exp(-1.702 * x)))


def among_zeros(shape: tuple[int, ...], places: Any, values: np.ndarray) -> np.ndarray:
    """A tensor of zeros with some elements, which are added up where they meet."""
    found = np.zeros(shape, np.float32)
    np.add.at(found, places, values)
    return found


SIGMOID = 1 / (1 + np.exp(-Y))
PLACES = np.array([[1, 0, 1, 4, -1]] * 4, np.int32)
LOG = np.log(softmax(Y))

Case = tuple[str, tuple[object, ...], dict[str, object], np.ndarray]
CASES: list[Case] = [
    ("ReluGrad", ("dy", "x"), {}, np.where(X > 0, DY, 0)),
    ("ReLU6Grad", ("dy", "x"), {}, np.where((X > 0) & (X <= 6), DY, 0)),
    ("LeakyReLUGradExt", ("dy", "x", 0.2, False), {}, np.where(X > 0, DY, DY * 0.2)),
    ("GeLUGrad", ("dy", "x", "y"), {}, DY * slope_of(gelu, X)),
    ("SiLUGrad", ("dy", "x"), {}, DY * slope_of(silu, X)),
    ("SoftplusGrad", ("dy", "x"), {}, DY / (1 + np.exp(-X))),
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
    ("FastGeLUGrad", ("dy", "wide"), {}, DY * slope_of(fast_gelu, WIDE)),
    (
        "StridedSliceGrad",
        ("dy", (6, 7), (1, 0), (5, 5), (1, 1)),
        {},
        among_zeros((6, 7), np.s_[1:5, :5], DY),
    ),
    (
        "StridedSliceGrad",
        ("dy", (4, 2, 5), (0, -1, 0), (4, 0, 5), (1, 1, 1)),
        {"shrink_axis_mask": 2, "begin_mask": 1},
        among_zeros((4, 2, 5), np.s_[:, 1], DY),
    ),
    (
        "StridedSliceGrad",
        ("dy", (8, 5), (0, 4), (8, -6), (2, -1)),
        {},
        among_zeros((8, 5), np.s_[::2, ::-1], DY),
    ),
    (
        "StridedSliceGrad",
        ("dy", (9, 4, 5), (3,), (4,), (1,)),
        {"shrink_axis_mask": 1},
        among_zeros((9, 4, 5), np.s_[3], DY),
    ),
    (
        "GatherDGradV2",
        ("x", 1, "places", "dy"),
        {},
        among_zeros((4, 5), (np.arange(4)[:, None], PLACES), DY),
    ),
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


@pytest.mark.parametrize("primitive", ["ReluGrad", "ReLU6Grad", "HSigmoidGrad", "HSwishGrad"])
def test_the_gradient_of_nan_is_not_hidden(primitive: str, tmp_path: Path) -> None:
    spoilt = np.where(np.eye(4, 5, dtype=bool), np.nan, X).astype(np.float32)
    (found,) = run(tmp_path, primitive, (spoilt, spoilt), {})
    np.testing.assert_array_equal(np.isnan(found), np.isnan(spoilt))


def run(
    folder: Path, primitive: str, operands: tuple[object, ...], attributes: dict[str, object]
) -> list[np.ndarray]:
    """What a primitive gives. Operands that are texts are inputs."""
    arrays = {"x": X, "wide": WIDE, "dy": DY, "y": Y, "labels": LABELS, "hot": HOT}
    arrays |= {"places": PLACES}
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


@pytest.mark.parametrize("count", [1, 5])
def test_a_prelu_has_gradients_of_values_and_weights(count: int, tmp_path: Path) -> None:
    weights = WEIGHTS[:count]
    to_x, to_weights = run(tmp_path, "PReLUGrad", ("dy", "x", weights), {})
    np.testing.assert_allclose(to_x, np.where(X > 0, DY, DY * weights), rtol=1e-5)
    below = np.where(X > 0, 0, DY * X)
    wanted = below.sum(0) if count > 1 else [below.sum()]
    np.testing.assert_allclose(to_weights, wanted, rtol=1e-4, atol=1e-5)


def test_a_normalization_of_groups_has_three_gradients(tmp_path: Path) -> None:
    """The derivative of the sum of its results, each times a number, by differences."""
    shape, groups = (2, 6, 3), 3
    x, slope = np.random.default_rng(1).standard_normal((2, *shape))
    gamma = np.random.default_rng(2).standard_normal(6)

    def total(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray) -> float:
        rows = x.reshape(2, groups, -1)
        apart = rows - rows.mean(-1, keepdims=True)
        normal = apart / np.sqrt((apart**2).mean(-1, keepdims=True) + 1e-5)
        scaled = normal.reshape(shape) * gamma[:, None] + beta[:, None]
        return float((scaled * slope).sum())

    def differences(which: int) -> np.ndarray:
        given = [x, gamma, np.zeros(6)]
        found = np.empty(given[which].shape)
        for place in np.ndindex(found.shape):
            both = []
            for step in (1e-6, -1e-6):
                moved = [item.copy() for item in given]
                moved[which][place] += step
                both.append(total(*moved))
            found[place] = (both[0] - both[1]) / 2e-6
        return found

    writer = MindirWriter()
    given = {"x": x, "dy": slope, "gamma": gamma}
    values = {name: writer.input(name, array.shape, "float32") for name, array in given.items()}
    zeros = np.zeros(6, np.float32)
    normal = writer.node("GroupNorm", values["x"], groups, values["gamma"], zeros, 1e-5)
    mean, inverse = (writer.node("TupleGetItem", normal, place) for place in (1, 2))
    operands = (values["dy"], values["x"], mean, inverse, values["gamma"], groups, True, True, True)
    writer.output(writer.node("GroupNormGrad", *operands))
    with aoe.compile(writer.write(tmp_path / "m.mindir")) as session:
        feeds = {name: array.astype(np.float32) for name, array in given.items()}
        for found, which in zip(session.run(None, feeds), range(3), strict=True):
            np.testing.assert_allclose(found, differences(which), rtol=1e-3, atol=1e-4)


def test_elements_are_put_in_place_into_what_a_node_made(tmp_path: Path) -> None:
    writer = MindirWriter()
    x, labels = writer.input("x", (4, 5)), writer.input("labels", (4, 1), "int32")
    made = writer.node("Mul", x, 2.0)
    writer.output(writer.node("InplaceScatterSrc", made, 1, labels, x))
    with aoe.compile(writer.write(tmp_path / "m.mindir")) as session:
        (found,) = session.run(None, {"x": X, "labels": LABELS[:, None]})
    wanted = X * 2
    wanted[np.arange(4), LABELS] = X[:, 0]
    np.testing.assert_allclose(found, wanted, rtol=1e-6)


def logistic(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """With a weight of 3 for what is wanted."""
    return np.asarray((1 - y) * x + (1 + 2 * y) * np.log1p(np.exp(-x)))


def binary(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.asarray(-(y * np.log(x) + (1 - y) * np.log(1 - x)))


def smooth(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    apart = np.abs(x - y)
    return np.asarray(np.where(apart < 0.7, apart**2 / 1.4, apart - 0.35))


def divergence(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.asarray(y * (np.log(y) - x))


POSITIVE = np.full(5, 3, np.float32)
#: A loss, its gradient, the derivative's formula, where the loss comes among the operands, others.
LOSSES: list[tuple[str, str, Callable[..., np.ndarray], int, tuple[object, ...], tuple[float, ...]]]
LOSSES = [
    (
        "BCEWithLogitsLoss",
        "BinaryCrossEntropyWithLogitsBackward",
        logistic,
        0,
        (None, POSITIVE),
        (),
    ),
    ("BinaryCrossEntropy", "BinaryCrossEntropyGrad", binary, 2, (None,), ()),
    ("SmoothL1Loss", "SmoothL1LossGrad", smooth, 2, (), (0.7,)),
    ("KLDivLoss", "KLDivLossGrad", divergence, 0, (), ()),
]


@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
@pytest.mark.parametrize(("loss", "gradient", "formula", "place", "more", "last"), LOSSES)
def test_a_loss_of_elements_and_its_gradient(
    loss: str,
    gradient: str,
    formula: Callable[..., np.ndarray],
    place: int,
    more: tuple[object, ...],
    last: tuple[float, ...],
    reduction: str,
    tmp_path: Path,
) -> None:
    x, y = np.random.default_rng(3).uniform(0.1, 0.9, (2, 4, 5)).astype(np.float32)
    along = DY if reduction == "none" else np.float32(0.3)
    scale = 1 / x.size if reduction == "mean" else 1.0
    writer = MindirWriter()
    values = [writer.input(name, (4, 5)) for name in "xy"]
    slope = writer.input("along", np.shape(along))
    named = {"reduction": reduction} if loss == "KLDivLoss" else {}
    end = (*last, *(() if named else (("sum", "mean", "none").index(reduction),)))
    writer.output(writer.node(loss, *values, *more, *end, **named))
    operands = [*values[:place], slope, *values[place:]]
    writer.output(writer.node(gradient, *operands, *more, *end, **named))
    with aoe.compile(writer.write(tmp_path / "m.mindir")) as session:
        found, to_x = session.run(None, {"x": x, "y": y, "along": np.asarray(along)})
    losses = formula(x.astype(np.float64), y.astype(np.float64))
    wanted = losses if reduction == "none" else losses.sum() * scale
    np.testing.assert_allclose(np.squeeze(found), np.squeeze(wanted), rtol=1e-4, atol=1e-5)
    derivative = slope_of(lambda value: formula(value, y.astype(np.float64)), x)
    np.testing.assert_allclose(to_x, derivative * along * scale, rtol=1e-3, atol=1e-5)


def test_labels_below_zero_have_a_gradient(tmp_path: Path) -> None:
    labels = np.array([[0, -0.25, 0.5, -1, 1]] * 4, np.float32)
    (found,) = run(tmp_path, "KLDivLossGrad", ("dy", "x", labels), {"reduction": "none"})
    np.testing.assert_allclose(found, -labels * DY, rtol=1e-6)


def test_a_prelu_passes_the_gradient_where_its_operand_is_no_number(tmp_path: Path) -> None:
    x = np.array([[np.nan, -2, 3]], np.float32)
    slope = np.array([[1, 2, 3]], np.float32)
    found = run(tmp_path, "PReLUGrad", (slope, x, np.full(1, 0.5, np.float32)), {})
    np.testing.assert_array_equal(found[0], [[1, 1, 3]])
    np.testing.assert_array_equal(found[1], [-4])
