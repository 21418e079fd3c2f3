"""Reductions of equal slices, which unrolled loops leave, become one."""

from __future__ import annotations

import numpy as np
import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.graph.models import checked_graph, model, node_types, operator_types, weights
from tests.properties import examples


def pieces_model(
    text: str, bounds: list[int], types: str, before: str = "", **constants: np.ndarray
) -> onnx.ModelProto:
    """Results of all pieces, one behind the other, by `text` for each, where BEGIN and END are its
    bounds and _ its number.
    """
    given = {f"n{number}": np.asarray([bound]) for number, bound in enumerate(bounds)}
    count = len(bounds) - 1
    parts = [
        text.replace("BEGIN", f"n{number}")
        .replace("END", f"n{number + 1}")
        .replace("_", f"{number}")
        for number in range(count)
    ]
    names = ", ".join(f"r{number}" for number in range(count))
    body = f"{before} {' '.join(parts)} y = Concat<axis = 0>({names})"
    return model(f"{types} {{ {body} }}", 18, zero=np.asarray([0]), **given, **constants)


SUM = "s_ = Slice(x, BEGIN, END, zero) r_ = ReduceSum(s_, zero)"


@given(
    size=st.integers(2, 5),
    count=st.integers(2, 5),
    before=st.integers(0, 3),
    behind=st.integers(0, 3),
    reduction=st.sampled_from(["ReduceSum", "ReduceMean", "ReduceMax", "ReduceL2", "ReduceProd"]),
)
@examples(20)
def test_reductions_of_equal_pieces_are_one(
    size: int, count: int, before: int, behind: int, reduction: str
) -> None:
    rows = before + size * count + behind
    types = f"(float[{rows},3] x) => (float[{count},3] y)"
    bounds = [before + number * size for number in range(count + 1)]
    proto = pieces_model(SUM.replace("ReduceSum", reduction), bounds, types)
    assert operator_types(checked_graph(proto)).count("Reduce") == 1
    assert node_types(proto).count(reduction) == 1


TYPES = "(float[6,3] x) => (float[2,3] y)"
TWO = f"""{TYPES} {{ s = Slice(x, a, b, zero) t = Slice(x, c, d, zero)
    u = ReduceSum(s, zero) v = ReduceSum(t, zero) y = Concat<axis = 0>(u, v) }}"""


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        pytest.param(TWO, (0, 2, 2, 6), id="of pieces of unequal size"),
        pytest.param(TWO, (0, 3, 2, 5), id="of pieces that overlap"),
        pytest.param(TWO, (0, 2, 4, 6), id="of pieces with a gap between them"),
        pytest.param(TWO, (3, 6, 0, 3), id="of pieces in another order"),
        pytest.param(TWO.replace("v = ReduceSum", "v = ReduceMax"), (0, 3, 3, 6), id="unlike"),
    ],
)
def test_other_reductions_stay(text: str, bounds: tuple[int, ...]) -> None:
    places = {name: np.asarray([place]) for name, place in zip("abcd", bounds, strict=True)}
    graph = checked_graph(model(text, 18, zero=np.asarray([0]), **places))
    assert operator_types(graph).count("Reduce") == 2


LOOKUP = "e = Gather(w, i)"
WEIGHTED = f"{LOOKUP} v = Unsqueeze(p, one) f = Mul(e, v)"


@pytest.mark.parametrize(
    ("before", "text"),
    [
        pytest.param(LOOKUP, SUM.replace("x,", "e,"), id="pieces of what was looked up"),
        pytest.param(WEIGHTED, SUM.replace("x,", "f,"), id="pieces of that, weighted"),
        pytest.param(
            "",
            "s_ = Slice(i, BEGIN, END, zero) g_ = Gather(w, s_) r_ = ReduceMean(g_, zero)",
            id="pieces of indices",
        ),
        pytest.param(
            "",
            """s_ = Slice(i, BEGIN, END, zero) g_ = Gather(w, s_)
            t_ = Slice(p, BEGIN, END, zero) u_ = Unsqueeze(t_, one) m_ = Mul(g_, u_)
            r_ = ReduceSum(m_, zero)""",
            id="pieces of indices and weights",
        ),
    ],
)
def test_pieces_of_rows_that_are_looked_up_are_an_embedding_bag(before: str, text: str) -> None:
    types = "(int64[12] i, float[12] p) => (float[4,7] y)"
    constants = {"w": weights(11, 7), "one": np.asarray([1])}
    proto = pieces_model(text, [0, 3, 6, 9, 12], types, before, **constants)
    assert operator_types(checked_graph(proto)) == ["EmbeddingBag"]


def test_the_last_mean_may_be_a_sum_that_is_divided() -> None:
    text = f"""{TYPES} {{ s = Slice(x, a, b, a) t = Slice(x, b, c, a)
        u = ReduceMean(s, a) w = ReduceSum(t, a) v = Div(w, three) y = Concat<axis = 0>(u, v) }}"""
    bounds = {name: np.asarray([place]) for name, place in (("a", 0), ("b", 3), ("c", 6))}
    graph = checked_graph(model(text, 18, three=np.asarray([3], np.float32), **bounds))
    assert operator_types(graph) == ["Reduce"]
