"""Matmuls of one value with constant matrices as one matmul."""

from __future__ import annotations

import numpy as np
import onnx
import pytest

from aoe.errors import PolicyError
from aoe.graph.layout import lay_out
from aoe.graph.subgraph.variants.variants import sites, with_variants
from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph
from tests.graph.models import inputs_of, model, operator_types, view_kinds, weights
from tests.graph.subgraph.variants.test_variants import fused

NAME = "joined_matmuls"
#: Three projections of (batch, length, width) to heads, and attention.
ATTENTION = """(float[2,9,12] x) => (float[2,9,12] y) {
    a = MatMul(x, wq) ab = Add(a, bq) ah = Reshape(ab, split)
    q = Transpose <perm = [0, 2, 1, 3]> (ah)
    c = MatMul(x, wk) ch = Reshape(c, split) k = Transpose <perm = [0, 2, 3, 1]> (ch)
    e = MatMul(x, wv) eb = Add(bv, e) eh = Reshape(eb, split)
    v = Transpose <perm = [0, 2, 1, 3]> (eh)
    s = MatMul(q, k) t = Mul(s, scale) p = Softmax <axis = -1> (t) o = MatMul(p, v)
    u = Transpose <perm = [0, 2, 1, 3]> (o) y = Reshape(u, joined) }"""


def attention() -> onnx.ModelProto:
    return model(
        ATTENTION,
        wq=weights(12, 12),
        wk=weights(12, 12, seed=1),
        wv=weights(12, 12, seed=2),
        bq=weights(12),
        bv=weights(12, seed=1),
        split=np.asarray([2, 9, 3, 4]),
        joined=np.asarray([2, 9, 12]),
        scale=np.asarray(0.5, np.float32),
    )


def joined(proto: onnx.ModelProto, values: tuple[str, ...]) -> OperatorGraph:
    """The graph with these matmuls joined; its results are the same."""
    graph = fused(proto)
    other = lay_out(with_variants(graph, dict.fromkeys(values, NAME)))
    feed = inputs_of(proto)
    expected, found = evaluate(graph, feed), evaluate(other, feed)
    for name in graph.outputs:
        np.testing.assert_allclose(found[name], expected[name], rtol=1e-4, atol=1e-5)
    return other


def test_projections_of_attention_are_one_matmul_whose_pieces_are_read_where_they_lie() -> None:
    proto = attention()
    (values,) = sites(fused(proto), NAME)
    assert values == ("ab", "c", "eb")
    other = joined(proto, values)
    assert operator_types(other) == ["MatMul", "Attention"]
    assert view_kinds(other).count("slice") == 3
    assert other.operator_nodes[0].operator.output.shape == (2, 9, 36)
    names = {name for name, _ in other.operator_nodes[0].sources}
    assert len(names) == 5, "it stands for three matmuls and two additions"


def test_only_those_that_are_chosen_are_joined() -> None:
    other = joined(attention(), ("ab", "eb"))
    assert operator_types(other) == ["MatMul", "MatMul", "Attention"]
    with pytest.raises(PolicyError, match="c is not made by an operator that has a variant"):
        with_variants(fused(attention()), {"c": NAME})


def test_projections_to_different_widths_are_joined() -> None:
    text = """(float[4,6] x) => (float[5,3] y) {
        a = MatMul(x, w) b = MatMul(x, v) c = Transpose(b) y = MatMul(c, a) }"""
    proto = model(text, w=weights(6, 3), v=weights(6, 5))
    (values,) = sites(fused(proto), NAME)
    assert operator_types(joined(proto, values)) == ["MatMul", "MatMul"]


APART = {
    "what computes reads one": "a = MatMul(x, w) b = MatMul(x, v) c = Transpose(a) d = Neg(b) "
    "y = Mul(c, d)",
    "one is an output": "y = MatMul(x, w) b = MatMul(x, v) z = Transpose(b)",
    "they are of different values": "r = Relu(x) a = MatMul(x, w) b = MatMul(r, v) "
    "c = Transpose(a) d = Transpose(b) e = MatMul(c, b) f = MatMul(d, a) y = MatMul(b, e)",
    "a reshape joins columns with rows": "a = MatMul(x, w) b = MatMul(x, v) "
    "c = Reshape(a, flat) y = Reshape(b, flat) z = Neg(c)",
    "an epilogue": "e = MatMul(x, w) a = Relu(e) b = MatMul(x, v) y = Transpose(a) "
    "z = Transpose(b)",
}


@pytest.mark.parametrize("body", APART.values(), ids=APART.keys())
def test_other_matmuls_stay_apart(body: str) -> None:
    shape = "float[16]" if "flat" in body else "float[4,4]"
    more = f", {shape} z" if " z = " in body else ""
    used = {"flat": np.asarray([16])} if "flat" in body else {}
    text = f"(float[4,6] x) => ({shape} y{more}) {{ {body} }}"
    proto = model(text, w=weights(6, 4), v=weights(6, 4, seed=1), **used)
    assert not [*sites(fused(proto), NAME)]
