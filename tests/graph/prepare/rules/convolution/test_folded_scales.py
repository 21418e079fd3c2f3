"""A constant of each channel that is added behind a convolution becomes part of its bias."""

from __future__ import annotations

import numpy as np
import onnx
import pytest

from tests.graph.models import checked_graph, model, weights
from tests.graph.unoptimized import assert_as_unoptimized


def added(shape: tuple[int, ...], bias: bool = False, outputs: str = "") -> onnx.ModelProto:
    text = f"""(float[2,3,5,5] x) => (float[2,4,5,5] y{outputs}) {{
        c = Conv <pads = [1, 1, 1, 1]> (x, w{", b" if bias else ""})
        y = Add (c, a)
    }}"""
    constants = {"w": weights(4, 3, 3, 3), "a": weights(*shape)}
    return model(text, **constants, **({"b": weights(4)} if bias else {}))


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("shape", [(1, 4, 1, 1), (4, 1, 1), (1, 1, 1)])
def test_an_addend_of_each_channel_becomes_the_bias(shape: tuple[int, ...], bias: bool) -> None:
    graph = checked_graph(added(shape, bias))
    wanted = checked_graph(
        model(
            """(float[2,3,5,5] x) => (float[2,4,5,5] y) {
        y = Conv <pads = [1, 1, 1, 1]> (x, w, b) }""",
            w=weights(4, 3, 3, 3),
            b=weights(4),
        )
    )
    keys = [[item.operator.key for item in made.operator_nodes] for made in (graph, wanted)]
    assert keys[0] == keys[1]


@pytest.mark.parametrize(
    "proto",
    [added((5, 5)), added((4, 1, 1), outputs=", float[2,4,5,5] c")],
    ids=["of each pixel", "with a result that is an output"],
)
def test_other_addends_stay(proto: onnx.ModelProto) -> None:
    checked_graph(proto)


def test_an_addend_stays_where_its_sum_with_the_bias_is_not_finite() -> None:
    large = np.full(1, 3e38, np.float32)
    proto = model(
        """(float[1,1,2] x) => (float[1,1,2] y) { c = Conv (x, w, b) y = Add (c, a) }""",
        w=np.full((1, 1, 1), -1e38, np.float32),
        b=large,
        a=large.reshape(1, 1, 1),
    )
    assert_as_unoptimized(proto, {"x": np.full((1, 1, 2), 3, np.float32)})


def normalised_rows(rows: int, columns: int) -> onnx.ModelProto:
    """A product with rows of 6 elements, which is reshaped and normalised as a matrix."""
    return model(
        f"""(float[2,3,8] x) => (float[{rows},{columns}] y) {{
            p = MatMul (x, w) r = Reshape (p, to) y = BatchNormalization (r, g, b, m, v) }}""",
        w=weights(8, 6),
        to=np.array([rows, columns]),
        g=weights(columns),
        b=weights(columns),
        m=weights(columns),
        v=np.abs(weights(columns)) + 0.5,
    )


def test_a_normalisation_behind_a_reshape_follows_the_product_of_its_rows() -> None:
    graph = checked_graph(normalised_rows(6, 6))
    assert [node.operator.type for node in graph.operator_nodes] == ["MatMul"]


def test_a_normalisation_of_rows_that_a_reshape_cuts_stays_behind_it() -> None:
    graph = checked_graph(normalised_rows(12, 3))
    assert [node.operator.type for node in graph.operator_nodes] == ["MatMul", "Pointwise"]
