"""States of loops lie where their first values do, if nothing else reads these."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

import aoe
from aoe.backends.cpu.memory import planner
from aoe.backends.cpu.memory.loop_placement import PlacedLoop, place_with_loops
from aoe.backends.cpu.memory.placement import PlacedGraph
from aoe.operators.operator_graph import OperatorGraph
from tests.graph.models import model

ONE = np.ones(4, np.float32)
BODY = (
    "<body = b (int64 i, bool c, float[4] s) => (bool d, float[4] t) { d = Identity (c) t = %s }>"
)
#: What is computed of `a` = -x by a loop, the results for `n` iterations, and the copies: those of
#: the condition and of the next state, and one of the first state where it must be.
CASES: dict[str, tuple[str, Callable[[np.ndarray, int], np.ndarray], int | None]] = {
    "the loop alone reads it": (
        f"y = Loop (n, on, a) {BODY % 'Add (s, one)'}",
        lambda a, n: a + n,
        2,
    ),
    "read behind": (
        f"l = Loop (n, on, a) {BODY % 'Add (s, one)'} y = Add (l, a)",
        lambda a, n: 2 * a + n,
        3,
    ),
    "read in the body": (f"y = Loop (n, on, a) {BODY % 'Add (s, a)'}", lambda a, n: a + n * a, 3),
    "seen behind": (
        f"v = Reshape (a, shape) l = Loop (n, on, a) {BODY % 'Add (s, one)'}"
        " w = Reshape (l, shape) z = Add (v, w) y = Reshape (z, flat)",
        lambda a, n: 2 * a + n,
        3,
    ),
    "of two loops": (
        f"l = Loop (n, on, a) {BODY % 'Add (s, one)'}"
        f" m = Loop (n, on, a) {BODY % 'Mul (s, two)'} y = Sub (l, m)",
        lambda a, n: a + n - a * 2.0**n,
        None,
    ),
    "one behind the other": (
        f"l = Loop (n, on, a) {BODY % 'Add (s, one)'} y = Loop (n, on, l) {BODY % 'Mul (s, two)'}",
        lambda a, n: (a + n) * 2.0**n,
        4,
    ),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("device", ["cpu", "reference"])
def test_a_loop_overwrites_its_first_state_only_if_nothing_else_reads_it(
    case: str, device: str
) -> None:
    text, result, copies = CASES[case]
    proto = model(
        f"(float[4] x, int64 n) => (float[4] y) {{ a = Neg (x) {text} }}",
        on=np.asarray(True),
        one=ONE,
        two=2 * ONE,
        shape=np.asarray([2, 2]),
        flat=np.asarray([4]),
    )
    x = np.asarray([1, 2, 3, -4], np.float32)
    with aoe.compile(proto, threads=1, device=device) as session:
        for n in (0, 1, 3, 0):
            (found,) = session.run(None, {"x": x, "n": np.asarray(n)})
            np.testing.assert_array_equal(found, result(-x, n))
        made = [call for call in session.model.plan.calls if "(copy)" in call.operator]
    if device == "cpu" and copies is not None:
        assert len(made) == copies


def test_a_reader_between_the_results_of_a_loop_sees_the_first_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The second result is placed behind a product that reads the first value of a state."""

    def apart(
        graph: OperatorGraph, reuse_memory: bool = True
    ) -> tuple[PlacedGraph, tuple[PlacedLoop, ...]]:
        outputs = [node.output for node in graph.nodes]
        second, y = outputs.index("l_4_output"), outputs.index("y")
        nodes = list(graph.nodes)
        nodes.insert(y, nodes.pop(second))
        return place_with_loops(replace(graph, nodes=tuple(nodes)), reuse_memory)

    monkeypatch.setattr(planner, "place_with_loops", apart)
    body = (
        "<body = b (int64 i, bool c, float[4] s, float[4] r) => (bool d, float[4] t, float[4] u)"
        " { d = Identity (c) t = Add (s, one) u = Mul (r, two) }>"
    )
    proto = model(
        "(float[4] x, int64 n) => (float[4] y, float[4] z) { a = Neg (x) b0 = Abs (x)"
        f" l, m = Loop (n, on, a, b0) {body} q = MatMul (a, w) y = Add (q, l) z = Neg (m) }}",
        on=np.asarray(True),
        one=ONE,
        two=2 * ONE,
        w=3 * np.eye(4, dtype=np.float32),
    )
    x = np.asarray([1, 2, 3, -4], np.float32)
    with aoe.compile(proto, threads=1) as session:
        y, z = session.run(None, {"x": x, "n": np.asarray(2)})
    np.testing.assert_array_equal(y, -3 * x + (-x + 2))
    np.testing.assert_array_equal(z, -4 * np.abs(x))
