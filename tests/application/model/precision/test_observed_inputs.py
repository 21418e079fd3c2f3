"""What contractions read on average is seen while the model runs on made-up inputs."""

from __future__ import annotations

import numpy as np

from aoe.application.model.inputs import synthetic_arrays
from aoe.application.model.precision.observed_inputs import mean_inputs, observed, shown_outputs
from aoe.backends.compilation import compile_graph
from aoe.backends.cpu.target.host import host_target
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.graph.precision.mixed_precision import contractions
from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph
from aoe.runtime.offline_model import Manifest, OfflineModel
from tests.graph.models import model, weights

#: A convolution that reads the model's input, one that reads a channels-last value, a product.
NETWORK = """(float[2,8,6,6] x) => (float[2,10] y) {
    a = Conv<pads = [1, 1, 1, 1]>(x, c) r = Relu(a) b = Conv(r, d) s = Relu(b)
    n = GlobalAveragePool(s) f = Flatten(n) t = Tanh(f) y = MatMul(t, w) }"""
#: An output as long as the data ask for, and a product.
VARIABLE = """(float[16,32] x) => (int64[2,n] k, float[16,16] y) {
    a = MatMul(x, w) r = Relu(a) y = MatMul(r, v) k = NonZero(y) }"""


def network() -> OperatorGraph:
    constants = {"c": weights(32, 8, 3, 3), "d": weights(16, 32, 1, 1), "w": weights(16, 10)}
    return build(load_onnx(model(NETWORK, **constants)), "test")


def compiled(graph: OperatorGraph) -> OfflineModel:
    target = host_target(threads=1)
    return compile_graph(observed(graph), {}, Manifest(name="test", target=target))


def test_means_are_those_of_channels_and_steps() -> None:
    graph = network()
    offline = compiled(graph)
    found = mean_inputs(offline, graph, 1)
    _, second, product = contractions(graph)
    assert found.keys() == {second.name, product.name}
    runs = [
        evaluate(observed(graph), synthetic_arrays(offline.plan.inputs, seed)) for seed in (3, 4)
    ]
    for node, axes in ((second, (0, 2, 3)), (product, (0,))):
        expected = np.mean([run[node.inputs[0]].mean(axis=axes) for run in runs], axis=0)
        np.testing.assert_allclose(found[node.name], expected, atol=1e-4)


def test_values_that_take_too_much_memory_are_not_looked_at() -> None:
    graph = network()
    _, _, product = contractions(graph)
    assert mean_inputs(compiled(graph), graph, 1, most_bytes=1000).keys() == {product.name}


def test_half_a_gigabyte_of_values_is_looked_at() -> None:
    rows = 1 << 20
    proto = model(
        f"""(float[{rows},64] x) => (float[{rows},1] y) {{
        a = Exp(x) b = MatMul(a, w) c = Exp(b) y = MatMul(c, v) }}""",
        w=weights(64, 128),
        v=weights(128, 1),
    )
    graph = build(load_onnx(proto), "test")
    first, second = contractions(graph)
    sizes = [graph.tensors[node.inputs[0]].bytes for node in (first, second)]
    assert sizes == [1 << 28, 1 << 29]
    assert observed(graph).outputs == (*graph.outputs, first.inputs[0])


def test_outputs_that_users_do_not_see_stay_the_last() -> None:
    proto = model(VARIABLE, w=weights(32, 32), v=weights(32, 16))
    graph = build(load_onnx(proto), "test")
    (extent,) = graph.data_dependent_sizes
    changed = observed(graph)
    assert shown_outputs(graph) == ("k", "y")
    assert changed.outputs[:2] == ("k", "y")
    assert changed.outputs[-1] == extent.count
    assert len(changed.outputs) == 4
    assert len(shown_outputs(changed)) == 3
    assert mean_inputs(compiled(graph), graph, 1).keys() == {contractions(graph)[1].name}
