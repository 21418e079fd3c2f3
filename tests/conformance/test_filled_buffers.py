"""Loops that fill a buffer place by place, and are cut to what is in it, beside ONNX Runtime."""

from __future__ import annotations

import numpy as np
import pytest

from tests.conformance.loops import compare, refusal
from tests.graph.models import model, weights

#: A decoder as Paddle exports it. The filled buffer leaves the loop by a state of its own that no
#: iteration reads, whose first value is a scalar.
DECODER = """(float[1,16] h0) => (float[1,n,16] out, int64[1] count) {
    unused, filled, count = Loop (most, yes, h0, nothing, zero) <
        body = b (int64 i, bool c, float[1,16] s, float unread, int64[1] place)
        => (bool d, float[1,16] r, float[1,9,16] after, int64[1] next) {
            m = MatMul(s, w) r = Tanh(m)
            coordinates = Reshape(numbers, down)
            here = Equal(coordinates, place) row = Unsqueeze(r, one)
            after = Where(here, row, buffer)
            next = Add(place, one)
            l = ReduceSum <keepdims = 0> (r) less = Less(l, bound) some = Less(next, size)
            some_scalar = Squeeze(some) d = And(less, some_scalar) }>
    cut = Slice(filled, zero, count, one)
    out = Softmax <axis = -1> (cut)
}"""


def constants(yes: bool = True) -> dict[str, np.ndarray]:
    return {
        "w": weights(16, 16, seed=3, scale=0.4),
        "most": np.asarray(1024),
        "yes": np.asarray(yes),
        "nothing": np.asarray(0, np.float32),
        "zero": np.asarray([0]),
        "one": np.asarray([1]),
        "size": np.asarray([9]),
        "numbers": np.arange(9),
        "down": np.asarray([1, -1, 1]),
        "buffer": np.zeros((1, 9, 16), np.float32),
        "bound": np.asarray(0.5, np.float32),
    }


def test_a_buffer_is_cut_to_what_the_loop_has_filled(device: str | None) -> None:
    feeds = [{"h0": weights(1, 16, seed=seed)} for seed in range(6)]
    compare(model(DECODER, **constants()), device, *feeds)


def test_a_state_without_a_first_value_needs_an_iteration() -> None:
    text = DECODER.replace("(float[1,16] h0) =>", "(float[1,16] h0, bool yes) =>")
    given = {name: value for name, value in constants().items() if name != "yes"}
    assert "the shape of its state 'after' is [] before the first" in refusal(text, **given)


@pytest.mark.parametrize("offset", [-12, -3, 0, 5])
def test_an_end_is_counted_from_behind_and_clamped(device: str | None, offset: int) -> None:
    text = DECODER.replace(
        "cut = Slice(filled, zero, count, one)",
        "end = Add(count, offset) cut = Slice(filled, zero, end, one)",
    )
    proto = model(text, offset=np.asarray([offset]), **constants())
    compare(proto, device, {"h0": weights(1, 16, seed=1)}, {"h0": weights(1, 16, seed=4)})
