"""Results of data-dependent size: computed at their largest size, cut by the session."""

from __future__ import annotations

import numpy as np
import onnxruntime
import pytest

import aoe
from aoe.errors import UnsupportedModelError
from tests.graph.models import model, one_thread, prepared


def assert_runs(
    text: str, feed: dict[str, np.ndarray], opset: int = 17, **constants: np.ndarray
) -> None:
    """A compiled model gives what ONNX Runtime does."""
    proto = model(text, opset, **constants)
    session = onnxruntime.InferenceSession(
        proto.SerializeToString(), one_thread(), providers=["CPUExecutionProvider"]
    )
    expected = session.run(None, feed)
    with aoe.compile(proto, threads=1) as compiled:
        computed = compiled.run(None, feed)
    assert len(computed) == len(expected)
    for ours, theirs in zip(computed, expected, strict=True):
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("shape", [(12,), (3, 5), (2, 3, 4)])
@pytest.mark.parametrize("chance", [0.0, 0.4, 1.0])
def test_coordinates_of_what_is_not_zero(shape: tuple[int, ...], chance: float) -> None:
    random = np.random.default_rng(0)
    x = (random.random(shape) < chance) * random.normal(size=shape)
    sizes = ",".join(map(str, shape))
    text = f"(float[{sizes}] x) => (int64[{len(shape)},n] y) {{ y = NonZero(x) }}"
    assert_runs(text, {"x": x.astype(np.float32)})


@pytest.mark.parametrize("value", [0.0, 2.0])
@pytest.mark.parametrize("rows", ["0", "1"])
def test_a_number_that_is_not_zero_has_no_coordinates(value: float, rows: str) -> None:
    """As in ONNX's text, where ONNX Runtime gives one."""
    proto = model(f"(float x) => (int64[{rows},n] y) {{ y = NonZero(x) }}", 17)
    (found,) = aoe.compile(proto, threads=1).run(None, {"x": np.asarray(value, np.float32)})
    assert found.shape == (0, int(value != 0))


def test_where_a_number_is_not_zero_is_turned_as_pytorch_gives_it() -> None:
    text = "(float x) => (int64[n,0] y) { p = NonZero(x) y = Transpose <perm = [1, 0]> (p) }"
    (found,) = aoe.compile(model(text, 17), threads=1).run(None, {"x": np.float32(3)})
    assert found.shape == (1, 0)


@pytest.mark.parametrize(
    ("axis", "shape"), [("<axis = 0>", "m,3"), ("<axis = 1>", "4,m"), ("", "m")]
)
def test_rows_where_a_condition_holds(axis: str, shape: str) -> None:
    text = f"(float[4,3] x, bool[3] c) => (float[{shape}] y) {{ y = Compress {axis} (x, c) }}"
    x = np.arange(12, dtype=np.float32).reshape(4, 3)
    assert_runs(text, {"x": x, "c": np.array([0, 1, 1], bool)})


@pytest.mark.parametrize("axis", ["", "<axis = 1>"])
@pytest.mark.parametrize("constant", [False, True])
def test_a_condition_of_several_dimensions_counts_by_its_elements(
    axis: str, constant: bool
) -> None:
    shape = "4,m" if axis else "m"
    given = "" if constant else ", bool[2,2] c"
    text = f"(float[4,5] x{given}) => (float[{shape}] y) {{ y = Compress {axis} (x, c) }}"
    c = np.array([[0, 1], [1, 1]], bool)
    feed = {"x": np.arange(20, dtype=np.float32).reshape(4, 5)}
    if constant:
        assert_runs(text, feed, c=c)
    else:
        assert_runs(text, {**feed, "c": c})


def test_a_condition_may_have_a_number_of_rows_but_not_of_columns_that_data_decide() -> None:
    text = """(float[2,2] x, bool[2] c, float[4] v) => (float[m] y) {{
        zero = Constant <value = float {{0.0}}> ()
        r = Compress <axis = {axis}> (x, c) p = Greater (r, zero) y = Compress (v, p) }}"""
    x, v = np.array([[-1, -1], [1, 1]], np.float32), np.arange(4, dtype=np.float32)
    assert_runs(text.format(axis=0), {"x": x, "c": np.array([0, 1], bool), "v": v})
    with pytest.raises(UnsupportedModelError, match=r"y' \(Compress\) needs to know how many rows"):
        aoe.compile(model(text.format(axis=1)), threads=1)


@pytest.mark.parametrize("axis", ["", "<axis = 0>"])
def test_nothing_has_no_unique_elements(axis: str) -> None:
    text = f"""(int64[0] x) => (int64[a] y, int64[b] first, int64[c] inverse, int64[d] count) {{
        y, first, inverse, count = Unique {axis} (x) }}"""
    assert_runs(text, {"x": np.zeros(0, np.int64)})


def test_what_is_computed_of_them_row_by_row_is_cut_too() -> None:
    text = """(float[9] x, float[9,4] table) => (float[n,4] rows, int32[n] twice) {
        zero = Constant <value = float {0.0}> ()
        two = Constant <value = int32 {2}> ()
        flags = Greater(x, zero)
        found = NonZero(flags)
        columns = Transpose <perm = [1, 0]> (found)
        axis = Constant <value = int64[1] {1}> ()
        list = Squeeze(columns, axis)
        picked = Gather(table, list)
        rows = Relu(picked)
        small = Cast <to = 6> (list)
        twice = Mul(small, two) }"""
    random = np.random.default_rng(1)
    x, table = (random.normal(size=s).astype(np.float32) for s in ((9,), (9, 4)))
    assert_runs(text, {"x": x, "table": table})


@pytest.mark.parametrize("centre", [0, 1])
def test_boxes_that_overlap_a_better_one_are_left_out(centre: int) -> None:
    text = f"""(float[2,40,4] boxes, float[2,3,40] scores) => (int64[n,3] y) {{
        most = Constant <value = int64[1] {{7}}> ()
        iou = Constant <value = float[1] {{0.3}}> ()
        score = Constant <value = float[1] {{0.4}}> ()
        y = NonMaxSuppression <center_point_box = {centre}> (boxes, scores, most, iou, score) }}"""
    random = np.random.default_rng(2)
    shapes = {"boxes": (2, 40, 4), "scores": (2, 3, 40)}
    assert_runs(text, {k: random.random(s).astype(np.float32) for k, s in shapes.items()})


@pytest.mark.parametrize("threshold", [-1.0, 0.5, 0.9])
def test_boxes_are_chosen_among_many_of_equal_scores_and_among_none(threshold: float) -> None:
    text = f"""(float[1,701,4] boxes, float[1,3,701] scores) => (int64[n,3] y) {{
        most = Constant <value = int64[1] {{60}}> ()
        iou = Constant <value = float[1] {{0.3}}> ()
        score = Constant <value = float[1] {{{threshold}}}> ()
        y = NonMaxSuppression(boxes, scores, most, iou, score) }}"""
    random = np.random.default_rng(4)
    corner, size = random.random((1, 701, 2)) * 20, random.random((1, 701, 2)) + 1
    boxes = np.concatenate([corner, corner + size], axis=2).astype(np.float32)
    scores = random.integers(0, 50, (1, 3, 701)).astype(np.float32) / 64
    scores[0, 1, :] = 0.0  # no candidates of a class between others
    scores[0, 2, 650:] = 0.95
    assert_runs(text, {"boxes": boxes, "scores": scores})


def test_limits_of_suppression_must_be_known() -> None:
    text = """(float[2,40,4] boxes, float[2,3,40] scores, int64[1] most) => (int64[n,3] y) {
        y = NonMaxSuppression(boxes, scores, most) }"""
    with pytest.raises(UnsupportedModelError, match="make input 2 an initializer"):
        prepared(model(text))


@pytest.mark.parametrize("ordered", [0, 1])
@pytest.mark.parametrize("size", [1, 30])
def test_elements_that_differ(ordered: int, size: int) -> None:
    text = f"""(float[{size}] x)
        => (float[n] y, int64[n] first, int64[{size}] back, int64[n] often) {{
        y, first, back, often = Unique <sorted = {ordered}> (x) }}"""
    x = np.random.default_rng(3).integers(0, 9, size).astype(np.float32)
    assert_runs(text, {"x": x})


@pytest.mark.parametrize("ordered", [0, 1])
@pytest.mark.parametrize(("axis", "slices"), [(0, 12), (1, 3), (-1, 2)])
def test_slices_that_differ(ordered: int, axis: int, slices: int) -> None:
    shape: list[str | int] = [12, 3, 2]
    shape[axis] = "n"
    text = f"""(float[12,3,2] x)
        => (float[{",".join(map(str, shape))}] y, int64[n] first, int64[{slices}] back,
            int64[n] often) {{
        y, first, back, often = Unique <axis = {axis}, sorted = {ordered}> (x) }}"""
    x = np.random.default_rng(3).integers(0, 2, (12, 3, 2)).astype(np.float32)
    assert_runs(text, {"x": x})


def test_slices_too_wide_to_sort_are_refused() -> None:
    text = "(float[2,2000] x) => (float[n,2000] y) { y = Unique <axis = 0> (x) }"
    with pytest.raises(UnsupportedModelError, match="slices of 2000 elements"):
        prepared(model(text))


def test_outputs_of_unknown_length_are_described_so() -> None:
    text = "(float[3,5] x) => (int64[2,n] y) { y = NonZero(x) }"
    with aoe.compile(model(text), threads=1) as session:
        assert [item.shape for item in session.get_outputs()] == [[2, None]]
        assert session.run(["y"], {"x": np.eye(3, 5, dtype=np.float32)})[0].shape == (2, 3)


def test_what_needs_their_number_is_refused() -> None:
    text = "(float[9] x) => (int64[1,n] y) { n = NonZero(x) y = CumSum <reverse = 1> (n, one) }"
    with pytest.raises(UnsupportedModelError, match=r"CumSum.* needs to know how many"):
        prepared(model(text, one=np.asarray(1)))


@pytest.mark.parametrize("chance", [0.0, 0.4, 1.0])
def test_rows_of_any_number_are_added_to_a_value(chance: float) -> None:
    text = """(float[3,5] x, float[3,5,2] whole) => (float[3,5,2] sum) {
        found = NonZero(x)
        places = Transpose <perm = [1, 0]> (found)
        rows = GatherND(whole, places)
        sum = ScatterND <reduction = "add"> (whole, places, rows) }"""
    random = np.random.default_rng(0)
    x = ((random.random((3, 5)) < chance) * random.normal(size=(3, 5))).astype(np.float32)
    assert_runs(text, {"x": x, "whole": random.normal(size=(3, 5, 2)).astype(np.float32)}, 18)


@pytest.mark.parametrize("count", [0, 2])
@pytest.mark.parametrize("first", [False, True])
def test_rows_that_a_loop_collects_keep_their_number_in_a_branch(count: int, first: bool) -> None:
    text = """(float[3] x, int64 n, bool c) => (float[k,3] y) {
        last, rows = Loop (n, , x) <body = b (int64 i, bool on, float[3] v)
            => (bool d, float[3] w, float[3] r) { d = Identity(on) w = Neg(v) r = Identity(w) }>
        z = If (c) <then_branch = t () => (float[p,q] a) { a = Neg(rows) },
            else_branch = e () => (float[p,q] b) { b = Abs(rows) }>
        y = Neg(z) }"""
    feed = {"x": np.arange(3, dtype=np.float32), "n": np.asarray(count), "c": np.asarray(first)}
    assert_runs(text, feed)


_FUNCTIONS = (
    *("Acos", "Acosh", "Asin", "Asinh", "Atan", "Atanh", "Celu", "Cosh", "IsInf", "IsNaN", "Mish"),
    *("Shrink", "Sinh", "Tan", "ThresholdedRelu"),
)


@pytest.mark.parametrize(
    ("computed", "dtype"),
    [
        *((f"{name}(r)", "float") for name in _FUNCTIONS),
        *((f"{name}(r, r, k)", "float") for name in ("Sum", "Mean")),
        *((f"Bitwise{name}(r, k)", "int32") for name in ("And", "Or", "Xor")),
        ("BitwiseNot(r)", "int32"),
        ('BitShift <direction = "LEFT"> (r, k)', "uint32"),
    ],
)
def test_rows_are_computed_element_by_element(computed: str, dtype: str) -> None:
    text = f"""({dtype}[6] x, bool[6] c) => (float[n] y) {{
        r = Compress <axis = 0> (x, c) z = {computed} y = Cast <to = 1> (z) }}"""
    kind = np.dtype("float32" if dtype == "float" else dtype)
    proto = model(text, 18, k=np.asarray(3, kind))
    x = np.asarray([1, 4, 0.5, 0, -0.7, 1] if dtype == "float" else [1, 4, 5, 0, 7, 2], kind)
    session = onnxruntime.InferenceSession(
        proto.SerializeToString(), one_thread(), providers=["CPUExecutionProvider"]
    )
    with aoe.compile(proto, threads=1) as compiled:
        for c in ([1, 0, 1, 1, 1, 0], [0] * 6):
            feed = {"x": x, "c": np.asarray(c, bool)}
            (expected,), (found,) = session.run(None, feed), compiled.run(None, feed)
            np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)
