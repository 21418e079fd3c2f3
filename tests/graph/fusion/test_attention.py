"""Products around a softmax become one operator, which computes the same, and are apart again where
that is decided.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import aoe
from aoe.backends.cpu.target.named_cpus import named_cpu
from aoe.backends.cuda.target.cuda_target import cuda_target
from aoe.backends.registry import backend_named
from aoe.errors import PolicyError
from aoe.frontends.onnx import load_onnx
from aoe.graph.fusion.fuse import fuse, stored_values
from aoe.graph.pipeline import prepared_graph
from aoe.graph.subgraph.mutations import neighbours
from aoe.operators.evaluate import evaluate
from tests.graph.models import (
    by_onnxruntime,
    checked_graph,
    imported,
    inputs_of,
    model,
    operator_of,
    operator_types,
    weights,
)
from tests.properties import examples

PLAIN = "t = MatMul(q, k) p = Softmax <axis = -1> (t) y = MatMul(p, v)"
SCORES = {
    "plain": "s = MatMul(q, k)",
    "divided": "t = MatMul(q, k) s = Div(t, root)",
    "queries scaled": "r = Mul(q, root) s = MatMul(r, k)",
    "masked by a sum": "t = MatMul(q, k) u = Div(t, root) s = Add(u, mask)",
    "masked by a choice": "t = MatMul(q, k) s = Where(some, t, low)",
    "masked twice": "t = MatMul(q, k) u = Where(some, t, low) s = Add(u, mask)",
}


def attention_model(
    scores: str, heads: int, queries: int, keys: int, size: int, values: int
) -> str:
    return f"""(float[2,{heads},{queries},{size}] q, float[2,{heads},{size},{keys}] k,
        float[2,{heads},{keys},{values}] v, float[2,1,1,{keys}] mask, bool[{queries},{keys}] some)
        => (float[2,{heads},{queries},{values}] y) {{
        {scores} p = Softmax <axis = -1> (s) y = MatMul(p, v) }}"""


CONSTANTS = {"root": np.asarray(0.7, np.float32), "low": np.asarray(-1e9, np.float32)}


@pytest.mark.parametrize("scores", SCORES.values(), ids=SCORES.keys())
@given(
    heads=st.integers(1, 2),
    queries=st.integers(8, 40),
    keys=st.integers(1, 40),
    size=st.integers(1, 20),
    values=st.integers(1, 20),
)
@examples(8)
def test_attention_is_one_operator_whatever_is_done_to_its_scores(
    scores: str, heads: int, queries: int, keys: int, size: int, values: int
) -> None:
    text = attention_model(scores, heads, queries, keys, size, values)
    used = {name: value for name, value in CONSTANTS.items() if name in scores}
    graph = checked_graph(model(text, **used))
    assert operator_types(graph) == ["Attention"]


@pytest.mark.parametrize("scores", SCORES.values(), ids=SCORES.keys())
@pytest.mark.parametrize("sizes", [(8, 21, 16, 16), (37, 64, 20, 9)])
@pytest.mark.parametrize(
    ("mode", "limit"),
    [
        pytest.param("force_fp32", 1e-5, id="whole numbers"),
        pytest.param("must_keep_origin_dtype", 3e-5, id="in parts where there are tiles"),
    ],
)
def test_compiled_attention_agrees_with_onnx_runtime(
    scores: str, sizes: tuple[int, int, int, int], mode: str, limit: float
) -> None:
    used = {name: value for name, value in CONSTANTS.items() if name in scores}
    proto = model(attention_model(scores, 3, *sizes), **used)
    feed = inputs_of(proto)
    if "mask" in scores:
        feed["mask"][0, ..., ::3] = -np.inf
    expected = by_onnxruntime(proto, feed)["y"]
    (found,) = aoe.compile(proto, threads=2, precision=mode).run(None, feed)
    np.testing.assert_allclose(found, expected, rtol=0, atol=limit * np.abs(expected).max())


def test_what_follows_attention_is_its_epilogue() -> None:
    text = f"""(float[3,9,4] q, float[3,4,5] k, float[3,5,6] v, float[3,9,6] r)
        => (float[3,9,6] z) {{ {PLAIN} a = Add(y, r) z = Relu(a) }}"""
    graph = checked_graph(model(text))
    assert operator_types(graph) == ["Attention"]
    kinds = [kind for _, kind in operator_of(graph, "Attention").sources]
    assert kinds == ["MatMul", "Softmax", "MatMul", "Add", "Relu"]


def test_heads_are_read_and_written_where_projections_have_them() -> None:
    text = """(float[2,11,12] x) => (float[2,11,12] y) {
        a = MatMul(x, w) b = Reshape(a, split) q = Transpose <perm = [0, 2, 1, 3]> (b)
        c = MatMul(x, w) d = Reshape(c, split) k = Transpose <perm = [0, 2, 3, 1]> (d)
        e = MatMul(x, w) f = Reshape(e, split) v = Transpose <perm = [0, 2, 1, 3]> (f)
        s = MatMul(q, k) p = Softmax <axis = -1> (s) o = MatMul(p, v)
        t = Transpose <perm = [0, 2, 1, 3]> (o) y = Reshape(t, joined) }"""
    shapes = {"split": np.asarray([2, 11, 3, 4]), "joined": np.asarray([2, 11, 12])}
    graph = checked_graph(model(text, w=weights(12, 12), **shapes))
    assert operator_types(graph).count("Attention") == 1
    assert "Pointwise" not in operator_types(graph)


APART = {
    "scores that are an output": (
        "(float[9,4] q, float[4,5] k, float[5,6] v) => (float[9,6] y, float[9,5] t)",
        PLAIN,
    ),
    "a softmax that is read twice": (
        "(float[9,4] q, float[4,5] k, float[5,6] v) => (float[9,6] y, float[9] z)",
        f"{PLAIN} z = ReduceMax <axes = [1], keepdims = 0> (p)",
    ),
    "a softmax of columns": (
        "(float[9,4] q, float[4,5] k, float[5,6] v) => (float[9,6] y)",
        PLAIN.replace("-1", "0"),
    ),
    "a softmax of doubles": (
        "(double[9,4] q, double[4,5] k, double[5,6] v) => (double[9,6] y)",
        PLAIN,
    ),
}


@pytest.mark.parametrize(("types", "body"), APART.values(), ids=APART.keys())
def test_other_matmuls_around_a_softmax_stay_apart(types: str, body: str) -> None:
    graph = checked_graph(model(f"{types} {{ {body} }}"))
    assert "Attention" not in operator_types(graph)


@pytest.mark.parametrize(
    ("queries", "keys", "size"), [(7, 40, 16), (16, (1 << 13) + 1, 2), (16, 20, 513)]
)
def test_attention_of_other_sizes_stays_apart_on_a_cpu_and_is_one_operator_elsewhere(
    queries: int, keys: int, size: int
) -> None:
    proto = model(attention_model(SCORES["plain"], 1, queries, keys, size, 4))
    cpu, reference = named_cpu("znver4", 2), backend_named("reference").machine.target()
    apart = prepared_graph(load_onnx(proto), "test", cpu).default
    assert operator_types(apart) == ["MatMul", "Softmax", "MatMul"]
    for target in (None, reference):
        assert operator_types(checked_graph(proto, target=target)) == ["Attention"]


def test_layers_with_a_softmax_between_them_stay_apart() -> None:
    proto = model(
        "(float[9,4] q) => (float[9,6] y) { " + PLAIN + " }", k=weights(4, 5), v=weights(5, 6)
    )
    assert operator_types(checked_graph(proto)) == ["MatMul", "Softmax", "MatMul"]


HEADS = "(float[3,9,4] q, float[3,4,5] k, float[3,5,6] v) => (float[3,9,6] y)"


def test_whether_the_three_are_one_is_decided_by_what_is_stored() -> None:
    graph = imported(model(f"{HEADS} {{ {PLAIN} }}"))
    together = fuse(graph)
    assert operator_types(together) == ["Attention"]
    assert operator_types(fuse(graph, stored_values(together))) == ["Attention"]
    assert operator_types(fuse(graph, {"t", "p", "y"})) == ["MatMul", "Softmax", "MatMul"]
    with pytest.raises(PolicyError, match="must be stored"):
        fuse(graph, {"p", "y"})


def test_a_search_goes_from_one_to_the_other_and_back() -> None:
    proto = model(f"{HEADS} {{ {PLAIN} }}")
    prepared = prepared_graph(load_onnx(proto), "test")
    (subgraph,) = prepared.subgraphs
    default = subgraph.policy(prepared.decisions)
    apart = next(
        policy
        for policy in neighbours(subgraph, default)
        if operator_types(subgraph.formed(policy)) == ["MatMul", "Softmax", "MatMul"]
    )
    assert default in set(neighbours(subgraph, apart))
    feed = inputs_of(proto)
    found = evaluate(prepared.formed({subgraph.key: apart}), feed)["y"]
    np.testing.assert_allclose(found, evaluate(prepared.default, feed)["y"], atol=1e-6)


@pytest.mark.parametrize(("queries", "keys"), [(1, 40), (3, 9000)])
def test_a_device_decides_about_few_queries_and_many_keys(queries: int, keys: int) -> None:
    proto = model(attention_model(SCORES["masked by a sum"], 2, queries, keys, 16, 16), **CONSTANTS)
    assert "Attention" in operator_types(checked_graph(proto, target=cuda_target("sm_90")))
    high = attention_model(SCORES["plain"], 2, queries, 40, 300, 16)
    found = operator_types(checked_graph(model(high), target=cuda_target("sm_90")))
    assert "Attention" not in found
