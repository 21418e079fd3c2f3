"""Pooling of every kind gives the results of ONNX Runtime."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import TensorProto, helper

import aoe
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import by_onnxruntime, checked_graph, inputs_of, model, operator_types


def pool(
    kind: str,
    shape: tuple[int, ...],
    outputs: int = 1,
    opset: int = 22,
    element: int = TensorProto.FLOAT,
    **attributes: Any,
) -> onnx.ModelProto:
    """A model of one pooling node."""
    names = ["y", "indices"][:outputs]
    node = helper.make_node(kind, ["x"], names, **attributes)
    results = [
        helper.make_tensor_value_info("y", element, None),
        helper.make_tensor_value_info("indices", TensorProto.INT64, None),
    ][:outputs]
    x = helper.make_tensor_value_info("x", element, shape)
    graph = helper.make_graph([node], "pool", [x], results)
    imports = [helper.make_opsetid("", opset)]
    return onnx.shape_inference.infer_shapes(
        helper.make_model(graph, opset_imports=imports, ir_version=8)
    )


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_pooling_computes_what_onnx_runtime_does(data: st.DataObject) -> None:
    rank = data.draw(st.integers(1, 3))
    kind = data.draw(st.sampled_from(["MaxPool", "AveragePool", "LpPool"]))

    def each(low: int, high: int) -> list[int]:
        return [data.draw(st.integers(low, high)) for _ in range(rank)]

    kernel, strides, dilations = each(1, 3), each(1, 3), each(1, 2)
    spatial = [(k - 1) * d + 1 + n for k, d, n in zip(kernel, dilations, each(0, 5), strict=True)]
    attributes: dict[str, Any] = {"kernel_shape": kernel, "strides": strides}
    mode = data.draw(st.sampled_from(["NOTSET", "NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER"]))
    if mode == "NOTSET":
        attributes["pads"] = [data.draw(st.integers(0, k - 1)) for k in (*kernel, *kernel)]
        attributes["dilations"] = dilations
        if kind != "LpPool":  # ONNX Runtime's LpPool does not round up
            attributes["ceil_mode"] = data.draw(st.integers(0, 1))
    else:
        attributes["auto_pad"] = mode
        attributes["strides"] = [min(k, n) for k, n in zip(kernel, strides, strict=True)]
    outputs = 1
    if kind == "MaxPool":
        outputs = data.draw(st.integers(1, 2))
        attributes["storage_order"] = data.draw(st.integers(0, 1))
    if kind == "AveragePool":
        attributes["count_include_pad"] = data.draw(st.integers(0, 1))
    if kind == "LpPool":
        attributes["p"] = data.draw(st.integers(1, 3))
    checked_graph(pool(kind, (2, 3, *spatial), outputs, **attributes))


@pytest.mark.parametrize("power", [1, 2, 3])
def test_a_global_norm_is_a_norm_over_the_whole_map(power: int) -> None:
    checked_graph(pool("GlobalLpPool", (2, 3, 4, 5), opset=17, p=power))


def test_indices_that_nothing_uses_are_not_computed() -> None:
    graph = checked_graph(pool("MaxPool", (1, 2, 6, 6), kernel_shape=[2, 2]))
    assert operator_types(graph) == ["Pool"]


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_indices_of_windows_farther_apart_than_they_are_long_are_those_of_onnx_runtime(
    data: st.DataObject,
) -> None:
    """The modes SAME leave out elements in front of the first window and behind the last one."""
    rank = data.draw(st.integers(1, 3))

    def each(low: int, high: int) -> list[int]:
        return [data.draw(st.integers(low, high)) for _ in range(rank)]

    kernel = each(1, 3)
    strides = [k + n for k, n in zip(kernel, each(0, 5), strict=True)]
    mode = data.draw(st.sampled_from(["SAME_UPPER", "SAME_LOWER"]))
    attributes: dict[str, Any] = {"kernel_shape": kernel, "strides": strides, "auto_pad": mode}
    attributes["storage_order"] = data.draw(st.integers(0, 1))
    checked_graph(pool("MaxPool", (2, 3, *each(1, 12)), 2, **attributes))


def test_indices_alone_are_found_in_the_maxima() -> None:
    proto = pool("MaxPool", (1, 2, 6, 6), 2, kernel_shape=[2, 2], strides=[2, 2])
    assert operator_types(checked_graph(proto)) == ["Pool", "PoolIndices"]


@pytest.mark.parametrize("element", [TensorProto.INT8, TensorProto.UINT8])
def test_maxima_of_bytes(element: int) -> None:
    attributes: dict[str, Any] = {"kernel_shape": [3, 2], "strides": [2, 2], "pads": [1, 0, 1, 1]}
    checked_graph(pool("MaxPool", (2, 3, 7, 8), element=element, **attributes))
    checked_graph(pool("MaxPool", (2, 3, 7, 8), 2, element=element, **attributes))


#: Sums of so many numbers in float32, blocks of blocks, may be off by so much.
_LONG = 2.0**-17


@pytest.mark.parametrize("kind", ["AveragePool", "LpPool"])
@pytest.mark.parametrize(
    ("extents", "kernel", "strides"),
    [
        ((100_000,), (99_999,), (1,)),
        ((30_000,), (10_007,), (7,)),
        ((50_000,), (25_000,), (25_000,)),
        ((70_001,), (70_000,), (5,)),
        ((2100, 100), (2000, 97), (3, 2)),
    ],
)
def test_the_error_of_a_long_window_does_not_grow_with_its_length(
    kind: str, extents: tuple[int, ...], kernel: tuple[int, ...], strides: tuple[int, ...]
) -> None:
    norm = {"p": 2} if kind == "LpPool" else {}
    proto = pool(kind, (1, 2, *extents), kernel_shape=kernel, strides=strides, **norm)
    x = np.full((1, 2, *extents), 0.1, np.float32)
    x[:, :, ::3] = 0.3
    axes = tuple(range(2, 2 + len(kernel)))
    wide = x.astype(np.float64) ** norm.get("p", 1)
    seen = np.lib.stride_tricks.sliding_window_view(wide, kernel, axes)
    seen = seen[(slice(None), slice(None), *(slice(None, None, step) for step in strides))]
    ends = tuple(range(-len(kernel), 0))
    true = np.sqrt(seen.sum(ends)) if norm else seen.mean(ends)
    (found,) = aoe.compile(proto, threads=2).run(None, {"x": x})
    np.testing.assert_allclose(found, true, rtol=_LONG)


@pytest.mark.parametrize("op_type", ["AveragePool", "LpPool", "MaxPool"])
@pytest.mark.parametrize("mode", ["SAME_UPPER", "SAME_LOWER"])
@pytest.mark.parametrize(
    ("size", "kernel", "stride", "dilation"),
    [(9, 1, 5, 1), (8, 2, 5, 2), (8, 3, 2, 2), (5, 4, 5, 2)],
)
def test_padding_by_mode_is_that_of_onnxruntime(
    op_type: str, mode: str, size: int, kernel: int, stride: int, dilation: int
) -> None:
    """It is computed without dilations, and may cut off elements."""
    proto = model(
        f"""(float[1,2,{size}] x) => (float[1,2,n] y) {{ y = {op_type} <kernel_shape = [{kernel}],
        strides = [{stride}], dilations = [{dilation}], auto_pad = "{mode}"> (x) }}""",
        22,
    )
    try:
        by_onnxruntime(proto, inputs_of(proto))
    except Exception:  # it refuses what cuts off elements in float32 MaxPool
        assert op_type == "MaxPool"
        return
    checked_graph(proto)


def test_no_window_begins_behind_the_image() -> None:
    checked_graph(
        model(
            """(float[1,2,6,7] x) => (float[1,2,h,w] y)
            { y = AveragePool <ceil_mode = 1, kernel_shape = [1, 1], strides = [2, 4]> (x) }""",
            11,
        )
    )


def test_a_declared_shape_that_is_wrong_does_not_count() -> None:
    """Exporters declare what the inference of an old onnx told them."""
    proto = model(
        """(float[1,1,6] x) => (float[1,1,n] y) < float[1,1,4] p, int64[3] s > {
        p = MaxPool <ceil_mode = 1, kernel_shape = [1], strides = [2]> (x)
        s = Shape(p) z = ConstantOfShape(s) y = Add(p, z) }""",
        11,
    )
    feed = inputs_of(proto)
    found = evaluate(build(load_onnx(proto), "test"), feed)["y"]
    np.testing.assert_array_equal(found, feed["x"][..., ::2])


@pytest.mark.parametrize("opset", [7, 10, 11, 19, 22])
@pytest.mark.parametrize(
    "attributes",
    [
        {"kernel_shape": [7, 2], "strides": [4, 1]},
        {"kernel_shape": [7, 2], "strides": [4, 1], "auto_pad": "VALID"},
        {"kernel_shape": [2, 7], "strides": [1, 4], "pads": [1, 1, 0, 0]},
        {"kernel_shape": [7, 7], "strides": [4, 4], "pads": [0, 1, 2, 0]},
        {"kernel_shape": [3, 4], "strides": [2, 1], "pads": [1, 2, 1, 0]},
    ],
)
@pytest.mark.parametrize("ceil", [0, 1])
def test_an_average_that_counts_padding_over_a_window_larger_than_the_image(
    opset: int, attributes: dict[str, Any], ceil: int
) -> None:
    rounding = {"ceil_mode": ceil} if opset >= 10 else {}
    shape = (1, 2, 4, 4)
    proto = pool("AveragePool", shape, opset=opset, count_include_pad=1, **attributes, **rounding)
    checked_graph(proto)
