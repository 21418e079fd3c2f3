"""BatchNormalization behind every form of a layer, beside ONNX Runtime without optimisations."""

from __future__ import annotations

import numpy as np
import pytest

from tests.graph.models import inputs_of, model, weights
from tests.graph.unoptimized import assert_as_unoptimized

Shape = tuple[int, ...]

#: A layer of 4 channels by its text, the shapes of input and output, and those of its constants.
LAYERS: dict[str, tuple[str, Shape, Shape, dict[str, Shape]]] = {
    "conv": ("Conv(x, w)", (1, 2, 5, 5), (1, 4, 3, 3), {"w": (4, 2, 3, 3)}),
    "conv with a bias": ("Conv(x, w, b)", (1, 2, 5), (1, 4, 3), {"w": (4, 2, 3), "b": (4,)}),
    "conv in groups": (
        "Conv <group = 2, pads = [1,0,1,0]> (x, w, b)",
        (2, 4, 5, 5),
        (2, 4, 5, 3),
        {"w": (4, 2, 3, 3), "b": (4,)},
    ),
    "transposed": (
        "ConvTranspose(x, w, b)",
        (1, 3, 5, 5),
        (1, 4, 7, 7),
        {"w": (3, 4, 3, 3), "b": (4,)},
    ),
    "transposed in groups": (
        "ConvTranspose <group = 2> (x, w)",
        (1, 6, 5),
        (1, 4, 7),
        {"w": (6, 2, 3)},
    ),
    "gemm": ("Gemm(x, w)", (3, 5), (3, 4), {"w": (5, 4)}),
    "gemm with factors": (
        "Gemm <beta = 3.0, transB = 1> (x, w, b)",
        (3, 5),
        (3, 4),
        {"w": (4, 5), "b": (4,)},
    ),
    "gemm with a number": ("Gemm(x, w, b)", (3, 5), (3, 4), {"w": (5, 4), "b": ()}),
    "gemm with a column": ("Gemm(x, w, b)", (3, 5), (3, 4), {"w": (5, 4), "b": (3, 1)}),
    "gemm with a matrix": (
        "Gemm <beta = 0.5, transA = 1> (x, w, b)",
        (5, 3),
        (3, 4),
        {"w": (5, 4), "b": (3, 4)},
    ),
    "gemm without a third input": ("Gemm(x, w, )", (3, 5), (3, 4), {"w": (5, 4)}),
    "conv without a third input": ("Conv(x, w, )", (1, 2, 5), (1, 4, 3), {"w": (4, 2, 3)}),
}


def check(layer: str, scale: np.ndarray, variance: np.ndarray, epsilon: float) -> list[str]:
    text, given, found, constants = LAYERS[layer]
    shapes = [",".join(map(str, shape)) for shape in (given, found)]
    proto = model(
        f"""(float[{shapes[0]}] x) => (float[{shapes[1]}] y) {{ a = {text}
        y = BatchNormalization <epsilon = {epsilon}> (a, scale, add, mean, variance) }}""",
        15,
        scale=scale.astype(np.float32),
        variance=variance.astype(np.float32),
        add=weights(4, seed=1),
        mean=weights(4, seed=2),
        **{name: weights(*shape) for name, shape in constants.items()},
    )
    return assert_as_unoptimized(proto, inputs_of(proto), 1e-5)


@pytest.mark.parametrize("layer", LAYERS)
def test_normalisation_is_folded_into_any_layer(layer: str) -> None:
    left = check(layer, weights(4, seed=3), abs(weights(4, seed=4)) + 0.1, 1e-3)
    assert not {"BatchNormalization", "Mul"} & set(left)
    assert layer.startswith("gemm") or left == ["Conv"]


@pytest.mark.parametrize("layer", ["conv", "transposed", "gemm"])
def test_a_factor_beyond_the_range_of_the_weights_stays_behind_the_layer(layer: str) -> None:
    huge = np.asarray([1, 2e38, 3, 4])
    assert "Mul" in check(layer, huge, np.full(4, 1e-4), 0.0)
    tiny = np.asarray([1, 1e-37, 3, 4])
    assert "Mul" in check(layer, tiny, np.full(4, 1e10), 0.0)


def test_a_channel_without_variance_keeps_its_infinities() -> None:
    check("conv", np.ones(4), np.asarray([1.0, 0.0, 1.0, 1.0]), 0.0)


def test_weights_of_two_layers_are_folded_into_both() -> None:
    text = """(float[1,2,5] x, float[1,2,5] z) => (float[1,4,3] y, float[1,4,3] u) {
        a = Conv(x, w) y = BatchNormalization(a, s, s, s, s)
        b = Conv(z, w) u = BatchNormalization(b, t, t, t, t) }"""
    s, t = abs(weights(4)) + 0.5, abs(weights(4, seed=1)) + 0.5
    proto = model(text, 15, w=weights(4, 2, 3), s=s, t=t)
    assert assert_as_unoptimized(proto, inputs_of(proto), 1e-5) == ["Conv", "Conv"]


def test_a_result_that_something_else_reads_stays() -> None:
    text = """(float[1,2,5] x) => (float[1,4,3] y, float[1,4,3] a) {
        a = Conv(x, w) y = BatchNormalization(a, s, s, s, s) }"""
    proto = model(text, 15, w=weights(4, 2, 3), s=abs(weights(4)) + 0.5)
    assert "Conv" in assert_as_unoptimized(proto, inputs_of(proto), 1e-5)


def test_normalisations_in_a_row_are_folded_into_one_layer() -> None:
    text = """(float[1,2,5] x) => (float[1,4,3] y) { a = Conv(x, w)
        b = BatchNormalization(a, s, s, s, s) y = BatchNormalization(b, s, s, s, s) }"""
    proto = model(text, 15, w=weights(4, 2, 3), s=abs(weights(4)) + 0.5)
    assert assert_as_unoptimized(proto, inputs_of(proto), 1e-5) == ["Conv"]
