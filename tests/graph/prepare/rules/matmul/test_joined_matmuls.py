import numpy as np
import pytest

from tests.graph.models import checked_graph, model, operator_types, view_kinds, weights

#: Three projections of (batch, length, width) to heads, and attention.
ATTENTION = """(float[2,9,12] x) => (float[2,9,12] y) {
    a = MatMul(x, wq) ab = Add(a, bq) ah = Reshape(ab, split)
    q = Transpose <perm = [0, 2, 1, 3]> (ah)
    c = MatMul(x, wk) ch = Reshape(c, split) k = Transpose <perm = [0, 2, 3, 1]> (ch)
    e = MatMul(x, wv) eb = Add(bv, e) eh = Reshape(eb, split)
    v = Transpose <perm = [0, 2, 1, 3]> (eh)
    s = MatMul(q, k) t = Mul(s, scale) p = Softmax <axis = -1> (t) o = MatMul(p, v)
    u = Transpose <perm = [0, 2, 1, 3]> (o) y = Reshape(u, joined) }"""


def test_projections_of_attention_are_one_matmul_whose_pieces_are_read_where_they_lie() -> None:
    proto = model(
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
    graph = checked_graph(proto)
    assert operator_types(graph) == ["MatMul", "Attention"]
    assert view_kinds(graph).count("slice") == 3
    assert graph.operator_nodes[0].operator.output.shape == (2, 9, 36)


def test_projections_to_different_widths_are_joined() -> None:
    text = """(float[4,6] x) => (float[4,3] y, float[5,4] z) {
        a = MatMul(x, w) b = MatMul(x, v) z = Transpose(b) c = Transpose(a) y = Transpose(c) }"""
    graph = checked_graph(model(text, w=weights(6, 3), v=weights(6, 5)))
    assert operator_types(graph).count("MatMul") == 1


APART = {
    "what computes reads one": "a = MatMul(x, w) b = MatMul(x, v) y = Mul(a, b)",
    "one is an output": "y = MatMul(x, w) b = MatMul(x, v) z = Transpose(b)",
    "they are of different values": "r = Relu(x) a = MatMul(x, w) b = MatMul(r, v) "
    "c = Transpose(a) d = Transpose(b) e = MatMul(c, b) f = MatMul(d, a) y = MatMul(b, e)",
    "a reshape joins columns with rows": "a = MatMul(x, w) b = MatMul(x, v) "
    "c = Reshape(a, flat) y = Reshape(b, flat) z = Neg(c)",
}


@pytest.mark.parametrize("body", APART.values(), ids=APART.keys())
def test_other_matmuls_stay_apart(body: str) -> None:
    shape = "float[16]" if "flat" in body else "float[4,4]"
    more = f", {shape} z" if " z = " in body else ""
    used = {"flat": np.asarray([16])} if "flat" in body else {}
    text = f"(float[4,6] x) => ({shape} y{more}) {{ {body} }}"
    proto = model(text, w=weights(6, 4), v=weights(6, 4, seed=1), **used)
    assert operator_types(checked_graph(proto)).count("MatMul") >= 2
