"""Every performance rule can be switched off; the model then has the same results."""

from __future__ import annotations

import numpy as np
import onnx
import pytest

from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import prepared_graph
from aoe.graph.prepare.prepare import PERFORMANCE_RULES
from aoe.operators.evaluate import evaluate
from tests.graph.models import inputs_of, model, weights

#: For each rule a model that it changes.
MODELS = {
    "channel_shuffle": model(
        """(float[1,8,6,6] x) => (float[1,8,6,6] y)
        <int64[5] apart = {1, 2, 4, 6, 6}, int64[4] again = {1, 8, 6, 6}> {
            a = Conv <group = 2> (x, g) r = Reshape(a, apart)
            t = Transpose <perm = [0, 2, 1, 3, 4]> (r) s = Reshape(t, again)
            y = Conv <group = 2> (s, h) }""",
        g=weights(8, 4, 1, 1),
        h=weights(8, 4, 1, 1, seed=1),
    ),
    "dilated_convolution": model(
        """(float[1,128,10,10] x) => (float[1,128,10,10] y) {
            y = Conv <dilations = [2, 2], pads = [2, 2, 2, 2]> (x, w) }""",
        w=weights(128, 128, 3, 3, scale=0.05),
    ),
    "joined_matmuls": model(
        """(float[4,6] x) => (float[3,4] y, float[5,4] z) {
            a = MatMul(x, w) b = MatMul(x, v) y = Transpose(a) z = Transpose(b) }""",
        w=weights(6, 3),
        v=weights(6, 5),
    ),
    "pixel_shuffle": model(
        """(float[1,5,6,7] x) => (float[1,3,12,14] y) {
            c = Conv(x, w) d = DepthToSpace <blocksize = 2, mode = "CRD"> (c) y = Relu(d) }""",
        w=weights(12, 5, 1, 1),
    ),
    "transposed_phases": model(
        """(float[1,4,5,5] x) => (float[1,3,10,10] y) {
            y = ConvTranspose <strides = [2, 2]> (x, w) }""",
        w=weights(4, 3, 2, 2),
    ),
}


def test_there_is_a_model_for_every_rule() -> None:
    assert MODELS.keys() == PERFORMANCE_RULES.keys()


@pytest.mark.parametrize(("rule", "proto"), MODELS.items(), ids=MODELS)
def test_a_rule_that_is_off_changes_nodes_and_no_results(rule: str, proto: onnx.ModelProto) -> None:
    others = [name for name in PERFORMANCE_RULES if name != rule]
    by_default = prepared_graph(load_onnx(proto), "test").unfused
    alone = prepared_graph(load_onnx(proto), "test", switched_off=others).unfused
    without = prepared_graph(load_onnx(proto), "test", switched_off=[rule]).unfused
    assert alone.nodes == by_default.nodes
    assert without.nodes != by_default.nodes
    feed = inputs_of(proto)
    expected, found = evaluate(by_default, feed), evaluate(without, feed)
    for name, array in expected.items():
        np.testing.assert_allclose(found[name], array, atol=1e-5 * np.abs(array).max())
