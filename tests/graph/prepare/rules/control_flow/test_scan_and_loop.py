import numpy as np
import pytest

from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from tests.graph.models import checked_graph, model, node_types, operator_types

LOOP = """(float[3] x) => (float[3] y, float[{turns},3] z) {{
    y, z = Loop (n, {condition}, x) <body = b (int64 i, bool c, float[3] a)
        => (bool d, float[3] e, float[3] f) {{
            d = Identity(c) g = Cast <to = 1> (i) h = Add(a, g) e = Mul(h, x) f = Neg(e) }}> }}"""


@pytest.mark.parametrize("turns", [1, 4])
@pytest.mark.parametrize("condition", ["", "true"])
def test_a_loop_of_constant_length_is_written_out(turns: int, condition: str) -> None:
    text = LOOP.format(turns=turns, condition=condition)
    given = {"true": np.asarray(True)} if condition else {}
    checked_graph(model(text, n=np.asarray(turns), **given))


def test_a_loop_without_turns_gives_what_it_was_given() -> None:
    text = """(float[3] x) => (float[3] y) { a = Relu(x)
        b = Loop (n, , a) <body = b (int64 i, bool c, float[3] a) => (bool d, float[3] e) {
            d = Identity(c) e = Exp(a) }> y = Neg(b) }"""
    assert node_types(model(text, n=np.asarray(0))) == ["Neg", "Relu"]


def test_what_a_loop_without_turns_collects_keeps_its_rank() -> None:
    """Sizes that the body leaves open are 0, as in ONNX Runtime."""
    text = """(float[4,2] x) => (float[k,a,4] y) {
        z, s = Loop (n, , x) <body = b (int64 i, bool c, float[p,q] v)
            => (bool d, float[p,q] e, float[p,q] f) {
                d = Identity(c) e = Exp(v) f = Neg(v) }>
        y = Transpose <perm = [0, 2, 1]> (s) }"""
    checked_graph(model(text, n=np.asarray(0)))


@pytest.mark.parametrize("trips", ["m", ""])
def test_a_loop_of_computed_length_is_not_written_out(trips: str) -> None:
    text = f"""(float[3] x, int64 m, bool go) => (float[3] y) {{
        y = Loop ({trips}, go, x) <body = b (int64 i, bool c, float[3] a) => (bool d, float[3] e) {{
            d = Identity(c) e = Exp(a) }}> }}"""
    assert operator_types(build(load_onnx(model(text)), "test")) == ["LoopResult"]


COUNTING = """(float[3] x) => (float[{turns},3] z) {{
    y, k, z = Loop ({trips}, go, x, first) <body = b (int64 i, bool c, float[3] a, int64 n)
        => (bool d, float[3] e, int64 m, float[3] f) {{
            m = Add(n, step) t = {condition} d = Not(t)
            g = Cast <to = 1> (n) e = Mul(a, g) f = Neg(e) }}> }}"""


@pytest.mark.parametrize(
    ("trips", "condition", "turns"),
    [
        pytest.param("", "GreaterOrEqual(m, end)", 3, id="a state that is counted"),
        pytest.param("", "GreaterOrEqual(i, step)", 3, id="the number of the turn"),
        pytest.param("most", "GreaterOrEqual(m, end)", 2, id="the trip count comes first"),
        pytest.param("", "Equal(n, first)", 1, id="one turn"),
    ],
)
def test_a_loop_that_counts_with_constants_is_written_out(
    trips: str, condition: str, turns: int
) -> None:
    numbers = {"first": 1, "step": 2, "end": 7, "most": 2}
    text = COUNTING.format(trips=trips, condition=condition, turns=turns)
    used = {
        name: np.asarray(number)
        for name, number in numbers.items()
        if name in f"first step {trips} {condition}"
    }
    checked_graph(model(text, go=np.asarray(True), **used))


@pytest.mark.parametrize(
    "condition",
    [
        pytest.param("Equal(n, computed)", id="a condition that is computed"),
        pytest.param("Less(m, first)", id="a condition that never ends"),
    ],
)
def test_a_loop_that_counts_with_something_else_is_not_written_out(condition: str) -> None:
    text = COUNTING.format(trips="", condition=condition, turns="n").replace(
        "float[3] x)", "float[3] x, int64 computed)"
    )
    numbers = {name: np.asarray(number) for name, number in (("first", 1), ("step", 2))}
    graph = build(load_onnx(model(text, go=np.asarray(True), **numbers)), "test")
    assert "LoopResult" in operator_types(graph)


def test_what_only_a_removed_branch_reads_is_not_computed() -> None:
    text = """(float[3] x) => (float[6] y) { a = Exp(x) s = SequenceEmpty()
        t, k = Loop (n, , s, zero) <body = b (int64 i, bool c, r, int64 p)
            => (bool d, q, int64 m) {
                d = Identity(c) m = Add(p, one) last = Equal(p, two)
                v = If (last) <then_branch = t () => (float[3] e) { e = Neg(a) },
                               else_branch = e () => (float[3] f) { f = Relu(x) }>
                q = SequenceInsert(r, v) }>
        y = ConcatFromSequence <axis = 0> (t) }"""
    numbers = {"n": 2, "zero": 0, "one": 1, "two": 2}
    proto = model(text, **{name: np.asarray(number) for name, number in numbers.items()})
    checked_graph(proto)
    assert "Exp" not in node_types(proto)


SCAN = """(float[2] s, float[4,2] x, float[2,4] w) => (float[2] y, float[{z}] z) {{
    y, z = Scan <num_scan_inputs = 2, {attributes}, body = b (float[2] a, float[2] p, float[2] q)
        => (float[2] c, float[2] d) {{ e = Mul(a, p) c = Add(e, q) d = Sub(c, s) }}> (s, x, w) }}"""


@pytest.mark.parametrize(
    ("attributes", "shape"),
    [
        ("scan_input_axes = [0, 1]", "4,2"),
        ("scan_input_axes = [0, 1], scan_input_directions = [1, 0]", "4,2"),
        ("scan_input_axes = [-2, -1], scan_output_directions = [1]", "4,2"),
        ("scan_input_axes = [0, 1], scan_output_axes = [1]", "2,4"),
    ],
)
def test_a_scan_is_written_out(attributes: str, shape: str) -> None:
    checked_graph(model(SCAN.format(attributes=attributes, z=shape)))


def test_a_scan_in_a_loop_is_written_out() -> None:
    text = """(float[2] x, float[3,2] w) => (float[2] y) {
        y = Loop (n, , x) <body = b (int64 i, bool c, float[2] a) => (bool d, float[2] e) {
            d = Identity(c)
            e = Scan <num_scan_inputs = 1, body = s (float[2] f, float[2] g) => (float[2] h) {
                k = Mul(f, g) h = Add(k, x) }> (a, w) }> }"""
    checked_graph(model(text, n=np.asarray(2)))
