"""Loops with a computed end, on all backends, beside ONNX Runtime."""

from __future__ import annotations

import logging
from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.errors import AoeError
from aoe.graph.prepare.rules.control_flow import scan_and_loop
from tests.conformance.loops import compare, compare_outputs
from tests.graph.models import by_onnxruntime, model, weights

#: Doubles a vector until its sum reaches the end; collects the sums and the numbers.
UNTIL = """(float[3] x, float e) => (float[3] y, float[n] s, int64[n] k) {
    y, s, k = Loop (most, , x) <body = b (int64 i, bool c, float[3] a)
        => (bool d, float[3] f, float t, int64 j) {
            f = Add(a, a) t = ReduceSum <keepdims = 0> (f) d = Less(t, e) j = Identity(i) }> }"""


@pytest.mark.parametrize("end", [0.0, 7.0, 50.0, 1e9])
def test_a_loop_ends_where_its_condition_says(device: str | None, end: float) -> None:
    """After the first, a middle and the last iteration that the trip count allows."""
    proto = model(UNTIL, most=np.asarray(8))
    compare(proto, device, {"x": np.ones(3, np.float32), "e": np.float32(end)})


def test_one_session_runs_as_often_as_each_input_asks_for(device: str | None) -> None:
    x = np.ones(3, np.float32)
    feeds = [{"x": x, "e": np.float32(end)} for end in (1e9, 0.0, 20.0)]
    compare(model(UNTIL, most=np.asarray(8)), device, *feeds)


WHILE = """(float[3] x, bool go, float e) => (float[3] y, int64 z) {
    y, z = Loop (, go, x, zero) <body = b (int64 i, bool c, float[3] a, int64 n)
        => (bool d, float[3] f, int64 m) {
            f = Add(a, a) t = ReduceSum <keepdims = 0> (f) d = Less(t, e) m = Add(n, one) }> }"""


@pytest.mark.parametrize("go", [True, False])
def test_a_loop_without_a_trip_count(device: str | None, go: bool) -> None:
    feed = {"x": np.ones(3, np.float32), "go": np.asarray(go), "e": np.float32(1e4)}
    compare(model(WHILE, zero=np.asarray(0), one=np.asarray(1)), device, feed)


def test_a_loop_that_is_not_entered_collects_nothing(device: str | None) -> None:
    text = """(float[3] x, bool go) => (float[3] y, float[n,3] s) {
        y, s = Loop (most, go, x) <body = b (int64 i, bool c, float[3] a)
            => (bool d, float[3] f, float[3] g) { f = Exp(a) g = Neg(f) d = Identity(c) }> }"""
    proto = model(text, most=np.asarray(3))
    feeds = [{"x": np.zeros(3, np.float32), "go": np.asarray(go)} for go in (False, True)]
    compare(proto, device, *feeds)


def test_a_trip_count_that_another_part_of_the_model_computes(device: str | None) -> None:
    text = """(float[100] x) => (float y) {
        p = Greater(x, zero) q = Cast <to = 7> (p) n = ReduceSum <keepdims = 0> (q)
        y = Loop (n, , zero) <body = b (int64 i, bool c, float a) => (bool d, float f) {
            d = Identity(c) g = Cast <to = 1> (i) f = Add(a, g) }> }"""
    proto = model(text, zero=np.asarray(0, np.float32))
    x = weights(100)
    compare(proto, device, {"x": x}, {"x": -np.abs(x)}, {"x": np.abs(x)})


def test_more_iterations_than_can_be_unrolled(
    device: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = """(float[2] x) => (float[2] y) {
        y = Loop (n, , x) <body = b (int64 i, bool c, float[2] a) => (bool d, float[2] f) {
            d = Identity(c) f = Add(a, one) }> }"""
    turns = 60_000
    if device is not None:  # it takes seconds for so many
        turns = 600
        monkeypatch.setattr(scan_and_loop, "MOST_NODES", 500)
    proto = model(text, n=np.asarray(turns), one=np.asarray(1, np.float32))
    compare(proto, device, {"x": np.zeros(2, np.float32)})


def test_states_that_change_places(device: str | None) -> None:
    text = """(float[2,3] x, float[2,3] y, float e) => (float[2,3] u, float[2,3] v, float[2,3] w) {
        u, v, w = Loop (most, , x, y, x) <
            body = b (int64 i, bool c, float[2,3] p, float[2,3] q, float[2,3] r)
            => (bool d, float[2,3] s, float[2,3] t, float[2,3] a) {
                s = Identity(q) t = Identity(p) a = Add(r, q)
                g = ReduceMax <keepdims = 0> (a) d = Less(g, e) }> }"""
    proto = model(text, most=np.asarray(7))
    x, y = np.abs(weights(2, 3)), np.abs(weights(2, 3, seed=1))
    feeds = [{"x": x, "y": y, "e": np.float32(end)} for end in (0.0, 1.5, 2.5, 99.0)]
    compare(proto, device, *feeds)


def test_layers_inside_read_weights_and_values_from_outside(device: str | None) -> None:
    """Also a state that is used in the graph before and after, and a transposed row."""
    text = """(float[4,16] x, float e) => (float[4,16] y, float[n,16,4] z, float[4,16] u) {
        h = Relu(x) k = MatMul(x, v)
        r, z = Loop (most, , h) <body = b (int64 i, bool c, float[4,16] a)
            => (bool d, float[4,16] f, float[16,4] o) {
                m = MatMul(a, w) g = Add(m, k) f = Tanh(g) o = Transpose <perm = [1, 0]> (f)
                t = ReduceSum <keepdims = 0> (f) d = Less(t, e) }>
        y = Add(r, h) u = Mul(k, h) }"""
    proto = model(text, w=weights(16, 16), v=weights(16, 16, seed=1), most=np.asarray(9))
    feeds = [{"x": weights(4, 16, seed=2), "e": np.float32(e)} for e in (-99.0, 0.0, 99.0)]
    compare(proto, device, *feeds)


def test_convolutions_inside(device: str | None) -> None:
    text = """(float[1,8,9,9] x, float e) => (float[1,8,9,9] y) {
        h = Conv <pads = [1,1,1,1]> (x, w)
        r = Loop (most, , h) <body = b (int64 i, bool c, float[1,8,9,9] a)
            => (bool d, float[1,8,9,9] f) {
                m = Conv <pads = [1,1,1,1]> (a, w) g = Add(m, h) f = Tanh(g)
                t = ReduceSum <keepdims = 0> (f) d = Less(t, e) }>
        y = Conv <pads = [1,1,1,1]> (r, w) }"""
    proto = model(text, w=weights(8, 8, 3, 3, scale=0.2), most=np.asarray(5))
    compare(proto, device, {"x": weights(1, 8, 9, 9), "e": np.float32(99)})


def test_a_loop_inside_a_loop(device: str | None) -> None:
    text = """(float[3] x, float e) => (float[3] y, float[n] z) {
        y, z = Loop (most, , x) <body = b (int64 i, bool c, float[3] a)
            => (bool d, float[3] f, float t) {
                k = Loop (most, , a) <body = l (int64 j, bool o, float[3] p)
                    => (bool q, float[3] r) {
                        r = Add(p, x) s = ReduceSum <keepdims = 0> (r) q = Less(s, lap) }>
                f = Mul(k, half) t = ReduceSum <keepdims = 0> (f) d = Less(t, e) }> }"""
    numbers = {"lap": np.float32(11), "half": np.float32(0.75)}
    proto = model(text, most=np.asarray(6), **{k: np.asarray(v) for k, v in numbers.items()})
    feeds = [{"x": np.full(3, 0.5, np.float32), "e": np.float32(e)} for e in (0, 8.5, 100)]
    compare(proto, device, *feeds)


def test_one_loop_after_another(device: str | None) -> None:
    body = """body = b{0} (int64 i, bool c, float[3] a) => (bool d, float[3] f) {{
        f = Add(a, x) t = ReduceSum <keepdims = 0> (f) d = Less(t, {1}) }}"""
    text = f"""(float[3] x, float e) => (float[3] y, float[3] p) {{
        p = Loop (, , x) <{body.format(1, "e")}>
        q = Neg(p)
        y = Loop (most, , q) <{body.format(2, "zero")}> }}"""
    proto = model(text, most=np.asarray(3), zero=np.asarray(0, np.float32))
    compare(proto, device, {"x": np.ones(3, np.float32), "e": np.float32(14)})


BRANCHES = """(float[3] x, bool go, float e) => (float[3] y) {
    y = If (go) <then_branch = t () => (float[3] u) {
        u = Loop (, , x) <body = b (int64 i, bool c, float[3] a) => (bool d, float[3] f) {
            f = Add(a, x) t = ReduceSum <keepdims = 0> (f) d = Less(t, e) }> },
      else_branch = l () => (float[3] v) { v = Neg(x) }> }"""


def test_a_loop_in_a_branch(device: str | None) -> None:
    x = np.ones(3, np.float32)
    feeds = [{"x": x, "go": np.asarray(go), "e": np.float32(14)} for go in (True, False)]
    compare(model(BRANCHES), device, *feeds)


def test_a_loop_in_a_branch_that_is_not_taken_need_not_end(device: str | None) -> None:
    feed = {"x": -np.ones(3, np.float32), "go": np.asarray(False), "e": np.float32(14)}
    compare(model(BRANCHES), device, feed)


def test_a_long_loop_in_a_branch_that_is_not_taken() -> None:
    text = """(float[2] x, bool go) => (float[60000,2] y) {
        y = If (go) <then_branch = t () => (float[60000,2] u) {
            w, u = Loop (n, , x) <body = b (int64 i, bool c, float[2] a)
                => (bool d, float[2] f, float[2] g) {
                    f = Add(a, one) g = Neg(f) d = Identity(c) }> },
          else_branch = l () => (float[60000,2] v) { v = Expand(x, shape) }> }"""
    numbers = {"n": np.asarray(60_000), "shape": np.asarray([60_000, 2])}
    proto = model(text, one=np.asarray(1, np.float32), **numbers)
    feeds = [{"x": np.zeros(2, np.float32), "go": np.asarray(go)} for go in (True, False)]
    compare(proto, None, *feeds)


def test_a_branch_in_a_loop(device: str | None) -> None:
    text = """(float[3] x, float e) => (float[3] y) {
        y = Loop (most, , x) <body = b (int64 i, bool c, float[3] a) => (bool d, float[3] f) {
            s = ReduceSum <keepdims = 0> (a) o = Less(s, lap)
            f = If (o) <then_branch = p () => (float[3] u) { u = Add(a, x) },
                else_branch = q () => (float[3] v) { v = Mul(a, a) }>
            t = ReduceSum <keepdims = 0> (f) d = Less(t, e) }> }"""
    proto = model(text, most=np.asarray(9), lap=np.asarray(5, np.float32))
    compare(proto, device, {"x": np.ones(3, np.float32), "e": np.float32(1000)})


#: A greedy decoder: embeds the last token, mixes it into a state, writes to a cache of fixed size.
DECODER = """(int64[1] first, float[1,16] h0) => (int64[n,1] tokens, float[1,16] h, float[12,16] k)
{
    t9, h, k, tokens = Loop (most, , first, h0, room) <
        body = b (int64 i, bool c, int64[1] token, float[1,16] s, float[12,16] cache)
        => (bool d, int64[1] next, float[1,16] r, float[12,16] kept, int64[1] out) {
            v = Gather(table, token) m = MatMul(s, w) a = Add(m, v) r = Tanh(a)
            at = Unsqueeze(i, axis) where = Unsqueeze(at, axis)
            kept = ScatterND(cache, where, r) p = ReduceMean <axes = [0], keepdims = 1> (kept)
            q = Add(p, r) l = MatMul(q, o) next = ArgMax <axis = 1, keepdims = 0> (l)
            out = Identity(next) e = Equal(next, eos) f = Not(e) d = Squeeze(f) }> }"""


def decoder(seed: int, eos: int) -> onnx.ModelProto:
    return model(
        DECODER,
        w=weights(16, 16, seed=seed),
        o=weights(16, 11, seed=seed + 1),
        table=weights(11, 16, seed=seed + 2),
        room=np.zeros((12, 16), np.float32),
        most=np.asarray(12),
        eos=np.asarray([eos]),
        axis=np.asarray([0]),
    )


@pytest.mark.parametrize("eos", range(11))
def test_a_greedy_decoder_stops_at_its_last_token(eos: int) -> None:
    compare(decoder(3, eos), None, {"first": np.asarray([1]), "h0": weights(1, 16, seed=9)})


def test_a_greedy_decoder_on_every_backend(device: str | None) -> None:
    compare(decoder(4, 3), device, {"first": np.asarray([1]), "h0": weights(1, 16, seed=9)})


def test_a_trip_count_that_an_input_gives_bounds_what_is_collected() -> None:
    text = UNTIL.replace("float e)", "float e, int64 most)")
    feeds = [
        {"x": np.ones(3, np.float32), "e": np.float32(e), "most": np.asarray(most)}
        for e, most in ((50.0, 8), (1e9, 5), (50.0, 0))
    ]
    compare_outputs(model(text), None, *feeds)


def test_a_saved_model_has_its_loops(tmp_path: object) -> None:
    path = f"{tmp_path}/loop.om"
    proto = model(UNTIL, most=np.asarray(8))
    feed = {"x": np.ones(3, np.float32), "e": np.asarray(20, np.float32)}
    aoe.compile(proto, threads=2).save(path)
    with aoe.InferenceSession(path) as session:
        found = session.run(None, feed)
        assert [item.shape for item in session.get_outputs()] == [[3], [None], [None]]
        seconds = session.profile(feed)
    assert all(time >= 0 for _, time in seconds)
    for output, wanted in zip(found, by_onnxruntime(proto, feed).values(), strict=True):
        np.testing.assert_array_equal(output, wanted)


@pytest.mark.parametrize("limit", ["", "endless"])
def test_collecting_without_a_limit(device: str | None, limit: str) -> None:
    proto = model(UNTIL.replace("most", limit), endless=np.asarray(np.iinfo(np.int64).max))
    feeds = [{"x": np.ones(3, np.float32), "e": np.float32(end)} for end in (0.0, 50.0, 1e9)]
    compare(proto, device, *feeds)


#: Collects as many rows as an input says, without a trip count.
COUNTED = """(int64 x, int64 e) => (int64[n] s) {
    y, s = Loop (, , x) <body = b (int64 i, bool c, int64 a) => (bool d, int64 f, int64 t) {
        f = Add(a, one) t = Neg(f) d = Less(f, e) }> }"""
#: The same, of any shape.
COUNTED_ROWS = """(int64[k] x, int64 e) => (int64[n,k] s) {
    y, s = Loop (, , x) <body = b (int64 i, bool c, int64[k] a)
        => (bool d, int64[k] f, int64[k] t) {
        f = Add(a, one) t = Neg(f) g = ReduceMax <keepdims = 0> (f) d = Less(g, e) }> }"""


@pytest.mark.parametrize("text", [COUNTED, COUNTED_ROWS], ids=["fixed", "open"])
def test_room_grows_for_rows_without_a_limit(text: str) -> None:
    first = 1 << 16
    x = np.zeros(() if text is COUNTED else 1, np.int64)
    with aoe.compile(model(text, one=np.asarray(1)), threads=1) as session:
        for count in (first, first + 1, 17 * first, 3):
            (rows,) = session.run(None, {"x": x, "e": np.asarray(count)})
            np.testing.assert_array_equal(rows.reshape(-1), -np.arange(1, count + 1))


@pytest.mark.parametrize("text", [COUNTED, COUNTED_ROWS], ids=["fixed", "open"])
def test_inferences_begin_with_the_room_that_one_needed(
    text: str, caplog: pytest.LogCaptureFixture
) -> None:
    feed = {"x": np.zeros(() if text is COUNTED else 1, np.int64), "e": np.asarray(5 << 16)}
    with (
        caplog.at_level(logging.INFO, "aoe.application.model.open_shapes.shape_cache"),
        aoe.compile(model(text, one=np.asarray(1)), threads=1) as session,
    ):
        first = session.run(None, feed)
        caplog.clear()
        np.testing.assert_array_equal(session.run(None, feed)[0], first[0])
    assert not [item for item in caplog.messages if "repeating" in item]


def test_rows_without_an_end_are_an_error_where_there_is_no_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "aoe.application.model.open_shapes.shape_cache.available_memory", lambda: 1 << 23
    )
    feed = {"x": np.asarray(0), "e": np.asarray(1 << 62)}
    with (
        aoe.compile(model(COUNTED, one=np.asarray(1)), threads=1) as session,
        pytest.raises(
            AoeError, match=r"there is no memory .* give the loop its largest trip count"
        ),
    ):
        session.run(None, feed)


def test_an_offline_model_of_fixed_shapes_has_the_first_room_only(tmp_path: Path) -> None:
    proto = model(COUNTED, one=np.asarray(1))
    with aoe.compile(proto, threads=1) as session:
        session.save(tmp_path / "m.om")
    with (
        aoe.InferenceSession(tmp_path / "m.om", threads=1) as session,
        pytest.raises(AoeError, match="no trip count and collects more than the 65536 rows"),
    ):
        session.run(None, {"x": np.asarray(0), "e": np.asarray((1 << 16) + 1)})


STATES = """(bool[2] p, int64 k, float[] x, float[2] u, float e)
    => (bool[2] q, int64 m, float y, float[2] v, float[n] s, bool[n,2] t) {
    q, m, y, v, s, t = Loop (most, go, p, k, x, u) <
        body = b (int64 i, bool c, bool[2] p0, int64 k0, float x0, float[2] u0)
        => (bool d, bool[2] p1, int64 k1, float x1, float[2] u0, float x2, bool[2] p2) {
            p1 = Not(p0) k1 = Add(k0, i) x1 = Add(x0, e) x2 = Identity(x1) p2 = Identity(p0)
            d = Less(x1, ten) }> }"""


@pytest.mark.parametrize("go", [True, False])
@pytest.mark.parametrize("threads", [1, 2])
def test_states_of_several_types(threads: int, go: bool) -> None:
    """Also numbers, and one that is handed on as it is."""
    text = STATES.replace("float[] x", "float x")
    proto = model(text, most=np.asarray(6), ten=np.asarray(10, np.float32), go=np.asarray(go))
    feed = {"p": np.asarray([True, False]), "k": np.asarray(3), "u": weights(2)}
    feeds = [{**feed, "x": np.float32(x), "e": np.float32(4.5)} for x in (-100, 0, 11)]
    compare_outputs(proto, None, *feeds, threads=threads)


def test_a_scan_that_is_too_long_to_be_unrolled() -> None:
    text = """(float[3] x, float[3,20000] z) => (float[3] y, float[3,20000] s) {
        y, s = Scan <num_scan_inputs = 1, scan_input_axes = [1], scan_output_axes = [1],
            scan_input_directions = [1], scan_output_directions = [1],
            body = b (float[3] a, float[3] r) => (float[3] f, float[3] t) {
                g = Mul(a, half) f = Add(g, r) t = Neg(f) }> (x, z) }"""
    proto = model(text, half=np.asarray(0.5, np.float32))
    compare(proto, None, {"x": weights(3), "z": weights(3, 20000)})


@pytest.mark.parametrize(("rows", "others"), [(0, 2), (2, 0), (0, 0)])
def test_values_without_elements_in_a_computed_loop(
    device: str | None, rows: int, others: int
) -> None:
    text = """(float[n,3] x, float[m,3] z) => (float[n,3] y, float k, float[q,n,3] r) {
        y, k, r = Loop (, , x, one) <body = b (int64 i, bool c, float[n,3] a, float s)
            => (bool d, float[n,3] e, float t, float[n,3] f) {
                p = Concat <axis = 0> (a, z) u = ReduceSum <keepdims = 0> (p)
                v = Add(u, one) t = Add(v, s) d = Less(t, ten) e = Relu(a) f = Neg(a) }> }"""
    proto = model(text, one=np.asarray(1, np.float32), ten=np.asarray(10, np.float32))
    feed = {"x": np.ones((rows, 3), np.float32), "z": np.ones((others, 3), np.float32)}
    compare_outputs(proto, device, feed)
