"""MaxRoiPool means what ONNX Runtime computes, wherever regions lie."""

from __future__ import annotations

import numpy as np
import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.target.host import host_target
from aoe.backends.registry import require_computable
from aoe.errors import UnsupportedModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import prepared_graph
from aoe.operators.types.window.max_roi_pool import OPERATOR
from tests.operators.source_node import ArrayNode, assert_agrees
from tests.properties import examples


def node(regions: list[list[float]], bins: list[int], scale: float = 1.0) -> ArrayNode:
    """Regions of two images of 7 × 9 pixels."""
    x = np.random.default_rng(1).standard_normal((2, 3, 7, 9)).astype(np.float32)
    given = np.asarray(regions, np.float32).reshape(-1, 5)
    return ArrayNode("MaxRoiPool", [x, given], {"pooled_shape": bins, "spatial_scale": scale})


@examples(60)
@given(data=st.data())
def test_any_region_is_pooled_as_by_onnx_runtime(data: st.DataObject) -> None:
    scale = data.draw(st.sampled_from([1.0, 0.0625, 1.3]))
    corner = st.integers(-12, 40).map(lambda halves: halves / 2 / scale)
    region = st.tuples(st.integers(0, 1), corner, corner, corner, corner).map(list)
    regions = data.draw(st.lists(region, min_size=1, max_size=4))
    bins = data.draw(st.lists(st.integers(1, 8), min_size=2, max_size=2))
    assert_agrees(node(regions, bins, scale), 0.0)


def test_bins_without_pixels_are_zero() -> None:
    beyond = node([[0, 20, 20, 30, 30]], [2, 2])
    assert_agrees(beyond, 0.0)
    operator = OPERATOR.import_node(beyond).operator
    x, regions = (array for array in beyond.arrays if array is not None)
    assert not OPERATOR.reference(operator, [x, regions]).any()


def test_regions_have_five_numbers() -> None:
    x = np.zeros((1, 2, 4, 4), np.float32)
    wrong = ArrayNode("MaxRoiPool", [x, np.zeros((3, 4), np.float32)], {"pooled_shape": [2, 2]})
    with pytest.raises(UnsupportedModelError, match=r"regions \(3, 4\) do not fit"):
        OPERATOR.import_node(wrong)


def test_a_model_with_it_is_one_operator() -> None:
    text = """<ir_version: 9, opset_import: ["": 22]>
    g (float[1,3,7,9] x, float[4,5] regions) => (float[4,3,2,2] y) {
        y = MaxRoiPool <pooled_shape = [2, 2]> (x, regions) }"""
    graph = prepared_graph(load_onnx(onnx.parser.parse_model(text)), "test").default
    types = [item.operator.type for item in graph.operator_nodes]
    assert types[0] == OPERATOR.type
    require_computable(graph, host_target())
