"""A reduction and what looks up its elements become one operator, which computes the same, and are
apart again where that is decided.
"""

from __future__ import annotations

import numpy as np
import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import aoe
from aoe.errors import PolicyError
from aoe.frontends.onnx import load_onnx
from aoe.graph.fusion.fuse import fuse, stored_values
from aoe.graph.pipeline import prepared_graph
from aoe.graph.subgraph.mutations import neighbours
from tests.graph.models import (
    by_onnxruntime,
    checked_graph,
    imported,
    model,
    operator_of,
    operator_types,
    weights,
)
from tests.properties import examples

LOOKUP = "e = Gather(w, i)"
SUM = f"{LOOKUP} y = ReduceSum<keepdims = 0>(e, axes)"
TYPES = "(int64[3,5] i, float[3,5,1] m) => (float[3,7] y)"
BAGS = {
    "a sum": SUM,
    "a mean": f"{LOOKUP} y = ReduceMean<axes = [1], keepdims = 0>(e)",
    "a maximum": f"{LOOKUP} y = ReduceMax<axes = [1], keepdims = 0>(e)",
    "a norm": f"{LOOKUP} y = ReduceL2<axes = [1], keepdims = 0>(e)",
    "weights of samples": f"{LOOKUP} f = Mul(e, m) y = ReduceSum<keepdims = 0>(f, axes)",
    "a mean without what is masked": f"""{LOOKUP} f = Mul(e, m)
        s = ReduceSum<keepdims = 0>(f, axes) n = ReduceSum<keepdims = 0>(m, axes)
        o = Max(n, one) y = Div(s, o)""",
    "what follows the sum": f"{SUM.replace('y =', 's =')} r = Relu(s) y = Mul(r, two)",
}
CONSTANTS = {
    "axes": np.asarray([1]),
    "one": np.ones((), np.float32),
    "two": np.full((), 2, np.float32),
}


def bag_model(text: str, types: str = TYPES, table: tuple[int, ...] = (11, 7)) -> onnx.ModelProto:
    used = {name: value for name, value in CONSTANTS.items() if name in text}
    return model(f"{types} {{ {text} }}", w=weights(*table), **used)


@pytest.mark.parametrize("text", BAGS.values(), ids=BAGS.keys())
def test_compiled_bags_agree_with_onnx_runtime(text: str) -> None:
    proto = bag_model(text)
    random = np.random.default_rng(0)
    feed: dict[str, np.ndarray] = {
        "i": random.integers(-11, 11, (3, 5)),
        "m": random.integers(0, 2, (3, 5, 1)).astype(np.float32),
    }
    assert operator_types(checked_graph(proto)).count("EmbeddingBag") == 1
    expected = by_onnxruntime(proto, feed)["y"]
    (found,) = aoe.compile(proto, threads=2).run(None, feed)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-6 * np.abs(expected).max())


@given(
    table=st.lists(st.integers(1, 9), min_size=1, max_size=3),
    chosen=st.lists(st.integers(1, 9), min_size=1, max_size=3),
    data=st.data(),
)
@examples(20)
def test_sums_over_any_dimensions_of_the_indices_are_one_operator(
    table: list[int], chosen: list[int], data: st.DataObject
) -> None:
    axis = data.draw(st.integers(0, len(table) - 1))
    table[axis] = max(table[axis], 3)
    places = range(axis, axis + len(chosen))
    axes = sorted(data.draw(st.sets(st.sampled_from(places), min_size=1)))
    shape = [*table[:axis], *chosen, *table[axis + 1 :]]
    left = ",".join(str(1 if d in axes else n) for d, n in enumerate(shape))
    integers = data.draw(st.sampled_from(["int32", "int64"]))
    text = f"""({integers}[{",".join(map(str, chosen))}] i) => (float[{left}] y) {{
        e = Gather<axis = {axis}>(w, i) y = ReduceSum(e, axes) }}"""
    graph = checked_graph(model(text, w=weights(*table), axes=np.asarray(axes)))
    if max(shape[d] for d in axes) > 1:
        assert operator_types(graph) == ["EmbeddingBag"]


def test_the_bag_tells_all_nodes_that_it_is_made_of() -> None:
    graph = checked_graph(bag_model(BAGS["weights of samples"]))
    kinds = [kind for _, kind in operator_of(graph, "EmbeddingBag").sources]
    assert kinds == ["Gather", "Mul", "ReduceSum"]


APART = {
    "what is looked up is an output": (SUM, "(int64[3,5] i) => (float[3,7] y, float[3,5,7] e)"),
    "what is looked up is read twice": (
        f"{SUM.replace('y =', 's =')} z = ReduceMax<axes = [1], keepdims = 0>(e) y = Add(s, z)",
        "(int64[3,5] i) => (float[3,7] y)",
    ),
    "elements of a row are summed up": (
        f"{LOOKUP} y = ReduceMax<axes = [2], keepdims = 0>(e)",
        "(int64[3,5] i) => (float[3,5] y)",
    ),
    "elements are looked up one by one": (
        "e = GatherElements(w, i) y = ReduceMax<axes = [0], keepdims = 0>(e)",
        "(int64[5,7] i) => (float[7] y)",
    ),
}


@pytest.mark.parametrize(("text", "types"), APART.values(), ids=APART.keys())
def test_other_reductions_of_what_is_looked_up_stay_apart(text: str, types: str) -> None:
    assert "EmbeddingBag" not in operator_types(checked_graph(bag_model(text, types)))


def test_sums_of_integers_that_are_looked_up_stay_apart() -> None:
    text = f"(int64[3,5] i) => (int32[3,7] y) {{ {SUM} }}"
    table = np.arange(77, dtype=np.int32).reshape(11, 7)
    graph = checked_graph(model(text, w=table, axes=CONSTANTS["axes"]))
    assert operator_types(graph) == ["Gather", "Reduce"]


def test_whether_they_are_one_is_decided_by_what_is_stored() -> None:
    graph = imported(bag_model(SUM))
    together = fuse(graph)
    assert operator_types(together) == ["EmbeddingBag"]
    assert operator_types(fuse(graph, stored_values(together))) == ["EmbeddingBag"]
    assert operator_types(fuse(graph, {"e", "y"})) == ["Gather", "Reduce"]
    with pytest.raises(PolicyError, match="must be stored"):
        fuse(imported(bag_model(*APART["what is looked up is read twice"])), {"y"})


def test_a_search_goes_from_one_to_the_other_and_back() -> None:
    prepared = prepared_graph(load_onnx(bag_model(SUM)), "test")
    (subgraph,) = prepared.subgraphs
    default = subgraph.policy(prepared.decisions)
    apart = next(
        policy
        for policy in neighbours(subgraph, default)
        if operator_types(subgraph.formed(policy)) == ["Gather", "Reduce"]
    )
    assert default in set(neighbours(subgraph, apart))
