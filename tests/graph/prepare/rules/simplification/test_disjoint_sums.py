"""Sums of tensors that are zero but for a part each become one Concat."""

from __future__ import annotations

import numpy as np
import pytest

from tests.graph.models import checked_graph, model, node_types

TYPES = "(float[2,3] a, float[2,3] b, float[2,3] c) => (float[2,9] y)"
START = "p = Neg(a) q = Neg(b) r = Neg(c)"
FIRST, SECOND, THIRD = (
    "s = Concat<axis = 1>(p, zeros)",
    "t = Concat<axis = 1>(zero, q, zero)",
    "u = Concat<axis = -1>(zeros, r)",
)
ZEROS = {"zero": np.zeros((2, 3), np.float32), "zeros": np.zeros((2, 6), np.float32)}


def nodes(text: str) -> list[str]:
    used = {name: array for name, array in ZEROS.items() if name in text}
    proto = model(f"{TYPES} {{ {START} {text} }}", **used)
    checked_graph(proto)
    return [kind for kind in node_types(proto) if kind != "Neg"]


@pytest.mark.parametrize("order", ["d = Add(s, t) y = Add(d, u)", "d = Add(u, t) y = Add(s, d)"])
def test_parts_one_behind_another_are_joined(order: str) -> None:
    assert nodes(f"{FIRST} {SECOND} {THIRD} {order}") == ["Concat"]


def test_what_no_part_fills_stays_zero() -> None:
    assert nodes(f"{FIRST} {THIRD} y = Add(s, u)") == ["Concat"]


def test_a_part_that_reaches_into_zeros_of_two_is_taken_whole() -> None:
    text = "s = Concat<axis = 1>(p, q, zero) u = Concat<axis = 1>(zeros, r) y = Add(s, u)"
    assert nodes(text) == ["Concat"]


def test_many_parts_are_joined_at_once() -> None:
    parts = range(64)  # more than there are rounds of rules
    made = [f"p{i} = Neg(a) c{i} = Concat<axis = 0>(before{i}, p{i}, behind{i})" for i in parts]
    sums = [f"s{i} = Add({f's{i - 1}' if i > 1 else 'c0'}, c{i})" for i in parts if i]
    zeros = {
        f"{name}{i}": np.zeros((rows, 2), np.float32)
        for i in parts
        for name, rows in (("before", i), ("behind", len(parts) - 1 - i))
    }
    text = f"(float[1,2] a) => (float[64,2] y) {{ {' '.join(made)} {' '.join(sums)} y = Neg(s63) }}"
    proto = model(text, **zeros)
    checked_graph(proto)
    assert "Add" not in node_types(proto)


@pytest.mark.parametrize(
    "text",
    [
        "s = Concat<axis = 1>(p, q, zero) t = Concat<axis = 1>(zero, r, zero) y = Add(s, t)",
        "s = Concat<axis = 1>(p, q, r) t = Neg(s) y = Add(s, t)",
    ],
)
def test_parts_that_overlap_are_added(text: str) -> None:
    assert "Add" in nodes(text)


def test_along_other_axes_nothing_is_joined() -> None:
    text = """(float[1,6] a, float[3,1] b) => (float[3,6] y) {
        p = Neg(a) q = Neg(b) s = Concat<axis = 0>(p, rows) t = Concat<axis = 1>(columns, q)
        y = Add(s, t) }"""
    zeros = {"rows": np.zeros((2, 6), np.float32), "columns": np.zeros((3, 5), np.float32)}
    proto = model(text, **zeros)
    checked_graph(proto)
    assert "Add" in node_types(proto)
