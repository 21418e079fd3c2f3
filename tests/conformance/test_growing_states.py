"""States of loops to which elements are appended, beside ONNX Runtime."""

from __future__ import annotations

import numpy as np
import onnx
import pytest

import aoe
from aoe.errors import UnsupportedModelError
from tests.conformance.loops import compare, compare_outputs
from tests.graph.models import model, weights

#: A greedy decoder that appends each token to a list, of which it reads the last one.
LIST = """(int64[first] ids0, float[1,16] h0) => (int64[n] ids, float[1,16] h) {
    ids, h = Loop (most, , ids0, h0) <
        body = b (int64 i, bool c, int64[k] seen, float[1,16] s)
        => (bool d, int64[m] longer, float[1,16] r) {
            last = LAST
            v = Gather(table, last) g = MatMul(s, w) a = Add(g, v) r = Tanh(a)
            l = MatMul(r, o) next = ArgMax <axis = 1, keepdims = 0> (l)
            longer = Concat <axis = 0> (seen, next)
            e = Equal(next, eos) f = Not(e) d = Squeeze(f) }> }"""


@pytest.mark.parametrize("most", [0, 1, 9, np.iinfo(np.int64).max])
@pytest.mark.parametrize("last", ["Gather(seen, minus)", "Slice(seen, minus, end, axis)"])
def test_a_list_of_tokens_of_which_the_last_is_read(last: str, most: int) -> None:
    tokens = {"minus": [-1], "end": [np.iinfo(np.int64).max], "axis": [0]}
    proto = model(
        LIST.replace("LAST", last).replace("int64[first]", "int64[3]"),
        w=weights(16, 16, seed=5, scale=0.1),
        o=weights(16, 11, seed=6),
        table=weights(11, 16, seed=7),
        most=np.asarray(most),
        eos=np.asarray([4]),
        **{name: np.asarray(value) for name, value in tokens.items()},
    )
    feeds = [{"ids0": np.asarray([2, 7, k]), "h0": weights(1, 16, seed=k)} for k in range(5)]
    compare_outputs(proto, None, *feeds)


def test_results_that_are_appended(device: str | None) -> None:
    """Along another axis than the first, two at once, to something and to nothing."""
    text = """(float[2,3] x, float e) => (float[2,n] y, float[m,3] z) {
        w, y, z = Loop (, , x, x, none) <
            body = b (int64 i, bool c, float[2,3] a, float[2,p] s, float[q,3] t)
            => (bool d, float[2,3] f, float[2,r] u, float[o,3] v) {
                f = Add(a, a) u = Concat <axis = 1> (s, f, a) v = Concat <axis = 0> (t, f)
                g = ReduceSum <keepdims = 0> (f) d = Less(g, e) }> }"""
    proto = model(text, none=np.zeros((0, 3), np.float32))
    feeds = [{"x": np.abs(weights(2, 3)), "e": np.float32(end)} for end in (0, 9.0, 1e4)]
    compare(proto, device, *feeds)


#: A greedy decoder that reads the whole list, and a cache that begins empty.
WHOLE = """(int64[2] ids0) => (int64[n] ids, float[k,16] cache, float[r,16] rows) {
    ids, cache, rows = Loop (most, , ids0, nothing) <
        body = b (int64 i, bool c, int64[p] seen, float[q,16] kept)
        => (bool d, int64[m] longer, float[s,16] more, float[16] row) {
            v = Gather(table, seen) p1 = ReduceMean <axes = [0], keepdims = 1> (v)
            more = Concat <axis = 0> (kept, p1)
            p2 = ReduceSum <keepdims = 1> (more, axis) row = Squeeze(p2, axis)
            l = MatMul(p2, o) next = ArgMax <axis = 1, keepdims = 0> (l)
            longer = Concat <axis = 0> (seen, next)
            e = Equal(next, eos) f = Not(e) d = Squeeze(f) }> }"""


def whole(eos: int, most: int = 7) -> onnx.ModelProto:
    return model(
        WHOLE,
        o=weights(16, 11, seed=6),
        table=weights(11, 16, seed=7),
        most=np.asarray(most),
        nothing=np.zeros((0, 16), np.float32),
        eos=np.asarray([eos]),
        axis=np.asarray([0]),
    )


@pytest.mark.parametrize("eos", [0, 3, 10])
def test_a_list_of_tokens_that_is_read_whole(device: str | None, eos: int) -> None:
    feeds = [{"ids0": np.asarray(ids)} for ids in ([1, 2], [5, 0], [8, 9])]
    compare(whole(eos), device, *feeds)


def counted(most: int | None) -> onnx.ModelProto:
    """Appends the sum of a list to it until the sum is large; as often as an input says."""
    text = """(int64[1] x, int64 e) => (int64[n] s) {
        s = Loop (MOST, , x) <body = b (int64 i, bool c, int64[k] a) => (bool d, int64[m] f) {
            t = ReduceMax <keepdims = 1> (a) u = Add(t, one) f = Concat <axis = 0> (a, u)
            z = Size(f) d = Less(z, e) }> }"""
    if most is None:
        return model(text.replace("MOST", ""), one=np.asarray(1))
    return model(text.replace("MOST", "most"), one=np.asarray(1), most=np.asarray(most))


@pytest.mark.parametrize(("most", "device"), [(None, "cpu"), (10**9, "reference")])
def test_a_list_that_is_read_whole_without_a_small_trip_count(
    most: int | None, device: str
) -> None:
    # 16 iterations are compiled at first, then 64.
    feeds = [{"x": np.asarray([5]), "e": np.asarray(end)} for end in (2, 16, 17, 18, 40)]
    compare_outputs(counted(most), device, *feeds, threads=1)


def test_a_list_that_is_read_whole_needs_an_end_that_is_near(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("aoe.graph.prepare.loops.form.MOST_OPERATORS", 150)
    feed = {"x": np.asarray([5]), "e": np.asarray(10**6)}
    with (
        aoe.compile(counted(None), device="reference") as session,
        pytest.raises(UnsupportedModelError) as caught,
    ):
        session.run(None, feed)
    assert "(Loop): the shape of its state 'f' is [1] before" in str(caught.value)
    assert "there may be at most" in str(caught.value)
