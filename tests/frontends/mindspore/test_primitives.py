"""Primitives that MindSpore does not compute on a CPU, against NumPy; attributes of old files."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest

import aoe
from tests.frontends.mindspore.files import MindirWriter

X = np.random.default_rng(0).standard_normal((2, 3, 4)).astype(np.float32)
SQUARES = np.ascontiguousarray(X[:, :, :3]) + 2 * np.eye(3, dtype=np.float32)
W = np.random.default_rng(1).standard_normal(4).astype(np.float32)
B = np.random.default_rng(2).standard_normal(4).astype(np.float32)


def erf(x: np.ndarray) -> np.ndarray:
    return np.asarray(np.vectorize(math.erf)(x))


def layer_norm(x: np.ndarray) -> np.ndarray:
    mean, variance = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
    return np.asarray((x - mean) / np.sqrt(variance + 1e-5) * W + B)


def rms_norm(x: np.ndarray) -> np.ndarray:
    return np.asarray(x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-6) * W)


def gelu(x: np.ndarray) -> np.ndarray:
    return np.asarray(x * (1 + erf(x / math.sqrt(2))) / 2)


def approximate_gelu(x: np.ndarray) -> np.ndarray:
    inner = math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)
    return np.asarray(x * (1 + np.tanh(inner)) / 2)


def softplus(x: np.ndarray) -> np.ndarray:
    return np.where(2 * x > 1, x, np.log1p(np.exp(2 * x)) / 2)


def windows(x: np.ndarray, size: tuple[int, int], stride: tuple[int, int]) -> np.ndarray:
    """Windows of images with a row of zeros above and below, each a column."""
    padded = np.pad(x, [(0, 0), (0, 0), (1, 1), (0, 0)])
    views = np.lib.stride_tricks.sliding_window_view(padded, size, (2, 3))
    chosen = views[:, :, :: stride[0], :: stride[1]].transpose(0, 1, 4, 5, 2, 3)
    return chosen.reshape(len(x), x.shape[1] * size[0] * size[1], -1)


def digamma(x: np.ndarray) -> np.ndarray:
    """The derivative of the logarithm of the gamma function, from differences of it."""
    step = 1e-5
    log_gamma, places = np.vectorize(math.lgamma), x.astype(np.float64)
    return np.asarray((log_gamma(places + step) - log_gamma(places - step)) / (2 * step))


def inverse_erf(x: np.ndarray) -> np.ndarray:
    quantile = np.vectorize(NormalDist().inv_cdf)
    inside = np.abs(x) < 1
    found = quantile(np.where(inside, (x.astype(np.float64) + 1) / 2, 0.5)) / math.sqrt(2)
    return np.where(inside, found, np.nan)


Case = tuple[str, tuple[object, ...], Callable[[np.ndarray], np.ndarray]]
CASES: list[Case] = [
    ("GeluExt", (0,), gelu),
    ("GeluExt", (1,), approximate_gelu),
    ("SoftplusExt", (2, 1.0), softplus),
    ("Log2", (), np.log2),
    ("Log10", (), np.log10),
    ("Erfc", (), np.vectorize(math.erfc)),
    ("Lgamma", (), np.vectorize(math.lgamma)),
    ("Digamma", (), digamma),
    ("Erfinv", (), inverse_erf),
    ("MatrixInverse", (False,), np.linalg.inv),
    ("MatrixInverse", (True,), lambda x: np.linalg.inv(np.swapaxes(x, -1, -2))),
    ("MatrixDeterminant", (), np.linalg.det),
    ("LayerNormExt", ((4,), W, B, 1e-5), layer_norm),
    ("RmsNorm", (W, 1e-6), rms_norm),
    ("Roll", ((1, -1), (1, 2)), lambda x: np.roll(x, (1, -1), (1, 2))),
    ("Roll", ((3,), ()), lambda x: np.roll(x, 3)),
    ("Std", ((1,), 1, False), lambda x: x.std(1, ddof=1)),
    ("Var", (None, 0, False), lambda x: x.var()),
    ("SumExt", ((0, 2), True, None), lambda x: x.sum((0, 2), keepdims=True)),
    ("MeanExt", (None, False, None), lambda x: x.mean()),
    ("ProdExt", (1, False, None), lambda x: x.prod(1)),
    ("MaxDim", (1, False), lambda x: x.max(1)),
    ("MinDim", (2, True), lambda x: x.min(2, keepdims=True)),
    ("ArgMaxExt", (None, False), lambda x: np.asarray(x.argmax())),
    ("ArgMinExt", (2, True), lambda x: x.argmin(2, keepdims=True)),
    ("TopkExt", (2, 1, False, True), lambda x: np.sort(x, 1)[:, :2]),
    ("SortExt", (1, True, False), lambda x: -np.sort(-x, 1)),
    ("CumsumExt", (1, None), lambda x: x.cumsum(1)),
    ("Cummax", (1,), lambda x: np.maximum.accumulate(x, 1)),
    ("Cummin", (-1,), lambda x: np.minimum.accumulate(x, 2)),
    ("Diagonal", (0, 0, 1), lambda x: x.diagonal()),
    ("Diagonal", (2, -2, -1), lambda x: x.diagonal(2, 1, 2)),
    ("Diagonal", (-1, 2, 0), lambda x: x.diagonal(-1, 2, 0)),
    ("Im2ColExt", ((2, 3), (1, 1), (1, 0), (2, 1)), lambda x: windows(x[None], (2, 3), (2, 1))[0]),
    ("MedianExt", (), lambda x: np.sort(x.reshape(-1))[(x.size - 1) // 2]),
    ("MedianDim", (-1, True), lambda x: np.sort(x, -1)[..., 1:2]),
    ("MedianDim", (1, False), lambda x: np.sort(x, 1)[:, 1]),
    ("Atan2", (-W,), lambda x: np.arctan2(x, -W)),
    ("SliceExt", (2, 1, 4, 2), lambda x: x[:, :, 1:4:2]),
    ("SelectExtView", (1, -1), lambda x: x[:, -1]),
    ("Narrow", (2, -3, 2), lambda x: x[:, :, 1:3]),
    ("FlattenExt", (1, -1), lambda x: x.reshape(2, 12)),
    ("TransposeExtView", (0, -1), lambda x: np.swapaxes(x, 0, 2)),
    ("SplitTensor", (2, 1), lambda x: x[:, :2]),
    ("Chunk", (3, 2), lambda x: x[:, :, :2]),
    ("SplitWithSize", ((1, 2), 1), lambda x: x[:, :1]),
    ("UnstackExtView", (1,), lambda x: x[:, 0]),
    (
        "ConstantPadND",
        ((1, 2), 3.0),
        lambda x: np.pad(x, [(0, 0)] * 2 + [(1, 2)], constant_values=3),
    ),
    ("ReplicationPad1D", ((1, 2),), lambda x: np.pad(x, [(0, 0)] * 2 + [(1, 2)], "edge")),
    ("ReflectionPad1D", ((2, 1),), lambda x: np.pad(x, [(0, 0)] * 2 + [(2, 1)], "reflect")),
    ("ClampScalar", (-0.5, None), lambda x: np.maximum(x, -0.5)),
    ("LeakyReLUExt", (0.2,), lambda x: np.where(x > 0, x, 0.2 * x)),
    ("EluExt", (1.5,), lambda x: np.where(x > 0, x, 1.5 * np.expm1(x))),
    ("DivMods", (0.3, 2), lambda x: np.floor(x / np.float32(0.3))),
    ("RemainderTensorScalar", (0.3,), lambda x: np.mod(x, np.float32(0.3))),
    ("AddScalar", (2, 0.5), lambda x: x + 1),
    ("LinalgVectorNorm", (2.0, (1,), False, None), lambda x: np.sqrt((x * x).sum(1))),
    ("LinalgVectorNorm", (1.0, (1,), True, None), lambda x: np.abs(x).sum(1, keepdims=True)),
    ("LogSoftmaxExt", (1, None), lambda x: x - np.log(np.exp(x).sum(1, keepdims=True))),
    ("ToDtype", (34, False, False), lambda x: x.astype(np.int32)),
    ("Exp2", (), np.exp2),
]


@pytest.mark.parametrize("number", range(len(CASES)), ids=lambda n: f"{CASES[n][0]}-{n}")
def test_a_primitive_computes_its_definition(number: int, tmp_path: Path) -> None:
    primitive, arguments, define = CASES[number]
    writer = MindirWriter()
    given = np.abs(X) if primitive == "Log10" else X
    given = SQUARES if primitive.startswith("Matrix") else given
    value = writer.node(primitive, writer.input("x", given.shape), *arguments)
    if primitive in ("LayerNormExt", "RmsNorm"):
        value = writer.node("TupleGetItem", value, 0)
    found = compute(writer, value, given, tmp_path)
    expected = define(given)
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=2e-5, atol=2e-6)


def compute(writer: MindirWriter, value: str, x: np.ndarray, folder: Path) -> np.ndarray:
    """What a model computes; of several results the first."""
    writer.output(value)
    with aoe.compile(writer.write(folder / "m.mindir")) as session:
        return np.asarray(session.run(None, {"x": x})[0])


@pytest.mark.parametrize("primitive", ["ReduceAll", "ReduceAny"])
@pytest.mark.parametrize("columns", [0, 2])
def test_flags_of_a_row_are_those_of_numpy(primitive: str, columns: int, tmp_path: Path) -> None:
    given = np.asarray([[1, 0], [0, 0], [2, 3]], np.float32)[:, :columns]
    writer = MindirWriter()
    found = compute(
        writer, writer.node(primitive, writer.input("x", given.shape), (1,), False), given, tmp_path
    )
    expected = {"ReduceAll": np.all, "ReduceAny": np.any}[primitive](given != 0, axis=1)
    np.testing.assert_array_equal(found, expected)


def test_a_running_extreme_has_the_place_of_the_last_of_equals(tmp_path: Path) -> None:
    given = np.asarray([[1, 0, 1, 3, 2, 3], [5, 5, 4, 3, 6, 6]], np.float32)
    writer = MindirWriter()
    found = writer.node("Cummax", writer.input("x", given.shape), 1)
    places = compute(writer, writer.node("TupleGetItem", found, 1), given, tmp_path)
    np.testing.assert_array_equal(places, [[0, 0, 2, 3, 3, 5], [0, 1, 1, 1, 4, 5]])


def test_windows_of_images_become_columns_of_each_channel(tmp_path: Path) -> None:
    images = np.random.default_rng(5).standard_normal((2, 3, 5, 4)).astype(np.float32)
    writer = MindirWriter()
    x = writer.input("x", images.shape)
    columns = writer.node("Im2Col", x, ksizes=(3, 2), strides=(2, 1), dilations=(1, 1), pads=(1, 0))
    expected = windows(images, (3, 2), (2, 1)).reshape(2, 3, 6, -1)
    np.testing.assert_array_equal(compute(writer, columns, images, tmp_path), expected)


@pytest.mark.parametrize(("number", "dtype"), [(3, np.int32), (4, np.int64)])
def test_places_of_maxima_are_counted_in_a_channel(
    number: int, dtype: type[np.generic], tmp_path: Path
) -> None:
    images = np.random.default_rng(7).standard_normal((2, 3, 6, 4)).astype(np.float32)
    writer = MindirWriter()
    found = writer.node(
        "MaxPoolWithArgmaxV2", writer.input("x", images.shape), kernel_size=(3, 2),
        strides=(3, 2), pads=(0, 0), dilation=(1, 1), ceil_mode=False, argmax_type=number,
    )  # fmt: skip
    places = compute(writer, writer.node("TupleGetItem", found, 1), images, tmp_path)
    assert places.dtype == dtype
    parts = images.reshape(2, 3, 2, 3, 2, 2).transpose(0, 1, 2, 4, 3, 5).reshape(2, 3, 2, 2, 6)
    row, column = np.divmod(parts.argmax(-1), 2)
    first = np.arange(2)
    expected = (first[:, None] * 3 + row) * 4 + first * 2 + column
    np.testing.assert_array_equal(places, expected)


def test_a_determinant_of_many_rows_is_a_loop(tmp_path: Path) -> None:
    rng = np.random.default_rng(6)
    matrix = (rng.standard_normal((70, 70)) / 8 + np.eye(70)).astype(np.float32)
    writer = MindirWriter()
    found = writer.node("MatrixDeterminant", writer.input("x", matrix.shape))
    expected = np.linalg.det(matrix.astype(np.float64))
    np.testing.assert_allclose(compute(writer, found, matrix, tmp_path), expected, rtol=1e-3)


def test_statistics_of_a_normalization_are_refused_where_they_are_used(tmp_path: Path) -> None:
    writer = MindirWriter()
    norm = writer.node("LayerNormExt", writer.input("x", X.shape), (4,), W, B, 1e-5)
    first = writer.node("TupleGetItem", norm, 0)
    np.testing.assert_allclose(compute(writer, first, X, tmp_path), layer_norm(X), atol=1e-5)
    writer = MindirWriter()
    norm = writer.node("LayerNormExt", writer.input("x", X.shape), (4,), W, B, 1e-5)
    writer.output(writer.node("ReLU", writer.node("TupleGetItem", norm, 1)))
    with pytest.raises(aoe.AoeError, match=r"ReLU .*: the statistics of a normalization"):
        aoe.compile(writer.write(tmp_path / "m.mindir"))


@pytest.mark.parametrize("older", [False, True])
def test_attributes_may_be_those_of_older_files(older: bool, tmp_path: Path) -> None:
    """As MindSpore 1 wrote them, and as operands since 2."""
    image = np.random.default_rng(3).standard_normal((1, 2, 6, 6)).astype(np.float32)
    weight = np.random.default_rng(4).standard_normal((3, 2, 3, 3)).astype(np.float32)
    writer = MindirWriter(older=older)
    x = writer.input("x", image.shape)
    w = writer.parameter("w", weight)
    y = writer.node(
        "Conv2D", x, w, kernel_size=(3, 3), pad_mode="same", pad=(0, 0, 0, 0), stride=(1, 1, 2, 2),
        dilation=(1, 1, 1, 1), group=1, format="NCHW", out_channel=3, mode=1,
    )  # fmt: skip
    if older:
        y = writer.node(
            "AvgPool",
            y,
            kernel_size=(1, 1, 3, 3),
            strides=(1, 1, 1, 1),
            pad_mode="VALID",
            format="NCHW",
        )
        y = writer.node("ReduceSum", y, (1,), keep_dims=True)
        y = writer.node("Squeeze", y, axis=(2, 3))
    else:
        y = writer.node("AvgPool", y, (3, 3), (1, 1), 2, 0)
        y = writer.node("ReduceSum", y, (1,), True, False)
        y = writer.node("Squeeze", y, (2, 3))
    padded = np.pad(image, [(0, 0), (0, 0), (0, 1), (0, 1)])
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (2, 3))[:, :, ::2, ::2]
    expected = np.einsum("ncijkl,ockl->noij", windows, weight).mean((2, 3)).sum(1, keepdims=True)
    np.testing.assert_allclose(compute(writer, y, image, tmp_path), expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(("layers", "both"), [(1, False), (2, True)])
def test_weights_of_an_lstm_may_be_computed(layers: int, both: bool, tmp_path: Path) -> None:
    random = np.random.default_rng(0)
    features, directions = (8, 2) if both else (5, 1)
    data = random.uniform(-1, 1, (3, 2, features)).astype(np.float32)
    count = layers * directions * 16 * (features + 4 + 1)
    numbers = random.uniform(-0.5, 0.5, (count, 1, 1)).astype(np.float32)
    zeros = np.zeros((layers * directions, 2, 4), np.float32)
    found = []
    for computed in (False, True):
        writer = MindirWriter()
        x, weights = writer.input("x", data.shape), writer.parameter("w", numbers)
        if computed:
            nothing = writer.node("Mul", writer.node("ReduceMean", x, (0, 1, 2), False), 0.0)
            weights = writer.node("Add", weights, nothing)
        layer = writer.node(
            "LSTM",
            x,
            *(writer.parameter(name, zeros) for name in ("h", "c")),
            weights,
            input_size=features,
            hidden_size=4,
            num_layers=layers,
            has_bias=True,
            bidirectional=both,
            dropout=0.0,
        )
        result = writer.node("TupleGetItem", layer, 0)
        found.append(compute(writer, result, data, tmp_path))
    assert found[0].shape == (3, 2, 4 * directions)
    np.testing.assert_allclose(found[1], found[0], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    ("layers", "both", "biases", "count", "reason"),
    [
        (1, True, False, 2 * 16 * (5 + 4), "several layers or directions and no biases"),
        (2, False, True, 2 * 16 * (5 + 4 + 1), "layers have inputs of different sizes"),
        (1, True, True, 2 * 16 * (5 + 4 + 2), "352 weights, not 320"),
    ],
)
def test_weights_of_an_lstm_that_may_lie_in_another_order_are_refused(
    layers: int, both: bool, biases: bool, count: int, reason: str, tmp_path: Path
) -> None:
    writer = MindirWriter()
    states = [writer.input(name, (layers * (1 + both), 2, 4)) for name in ("h", "c")]
    weights = writer.parameter("w", np.zeros((count, 1, 1), np.float32))
    found = writer.node(
        "LSTM",
        writer.input("x", (3, 2, 5)),
        *states,
        weights,
        input_size=5,
        hidden_size=4,
        num_layers=layers,
        has_bias=biases,
        bidirectional=both,
        dropout=0.0,
    )
    writer.output(writer.node("TupleGetItem", found, 0))
    with pytest.raises(aoe.AoeError, match=reason):
        aoe.compile(writer.write(tmp_path / "m.mindir"), device="reference")


@pytest.mark.parametrize(("number", "expected"), [(-3.0, 1), (0.0, 0)])
def test_the_order_0_counts_what_is_not_0_in_a_number_too(
    number: float, expected: float, tmp_path: Path
) -> None:
    writer = MindirWriter()
    found = writer.node("LinalgVectorNorm", writer.input("x", ()), 0.0)
    assert compute(writer, found, np.asarray(number, np.float32), tmp_path) == expected


def test_axes_may_be_a_tensor(tmp_path: Path) -> None:
    writer = MindirWriter()
    x = writer.input("x", X.shape)
    y = writer.node("ReduceSum", x, np.asarray([0, 2]), False, False)
    np.testing.assert_allclose(compute(writer, y, X, tmp_path), X.sum((0, 2)), rtol=1e-5)


def test_what_is_no_number_of_bfloat16_is_replaced(tmp_path: Path) -> None:
    writer = MindirWriter()
    x = writer.node("Cast", writer.input("x", (3,)), 45)
    y = writer.node("Cast", writer.node("NanToNum", x, 2.0, 3.0), 43)
    found = compute(writer, y, np.asarray([np.nan, np.inf, 0.5], np.float32), tmp_path)
    np.testing.assert_array_equal(found, [2, 3, 0.5])


@pytest.mark.parametrize(
    ("form", "blocks"), [("ND", {"block_shape": (2, 2)}), ("", {"block_size": 2})]
)
def test_blocks_of_both_forms_become_images_and_go_back(
    form: str, blocks: dict[str, object], tmp_path: Path
) -> None:
    images = np.arange(48, dtype=np.float32).reshape(1, 3, 4, 4)
    writer = MindirWriter()
    x = writer.input("x", images.shape)
    moved = writer.node(f"SpaceToBatch{form}", x, **blocks, paddings=((0, 0), (2, 0)))
    back = writer.node(f"BatchToSpace{form}", moved, **blocks, crops=((1, 0), (2, 1)))
    writer.output(moved, back)
    with aoe.compile(writer.write(tmp_path / "m.mindir"), device="reference") as session:
        found, cut = session.run(None, {"x": images})
    padded = np.pad(images, [(0, 0), (0, 0), (0, 0), (2, 0)])
    expected = [padded[:, :, i::2, j::2] for i in range(2) for j in range(2)]
    np.testing.assert_array_equal(found, np.concatenate(expected))
    np.testing.assert_array_equal(cut, images[:, :, 1:, :3])
