"""A decoder with an open past generates through one session what ONNX Runtime generates."""

from __future__ import annotations

from unittest.mock import Mock

import numpy as np
import onnxruntime
import pytest

from aoe.application.model.open_shapes.open_file import opened
from aoe.application.model.open_shapes.specialization import Specializer
from aoe.application.model.request.cache_request import CacheRequest
from aoe.application.model.request.compile_request import CompileRequest
from aoe.application.model.session import InferenceSession
from aoe.application.model.source import read_model
from aoe.frontends.frontend import ModelOrigin
from aoe.settings import read_settings
from tests.graph.models import model, one_thread, weights

HEADS, SIZE, WORDS = 2, 8, 32
WIDTH = HEADS * SIZE
#: One layer of attention over the past and the new tokens, whose keys and values it returns.
DECODER = model(
    """(int64[1,new] ids, float[1,2,past,8] past_k, float[1,2,past,8] past_v) =>
       (float[1,new,32] logits, float[1,2,all,8] k, float[1,2,all,8] v) {
        x = Gather(words, ids)
        qkv = MatMul(x, w_qkv)
        q1, k1, v1 = Split<axis = 2>(qkv)
        heads = Constant<value = int64[4] {0, 0, 2, 8}>()
        q2 = Reshape(q1, heads)
        k2 = Reshape(k1, heads)
        v2 = Reshape(v1, heads)
        q = Transpose<perm = [0, 2, 1, 3]>(q2)
        k3 = Transpose<perm = [0, 2, 1, 3]>(k2)
        v3 = Transpose<perm = [0, 2, 1, 3]>(v2)
        k = Concat<axis = 2>(past_k, k3)
        v = Concat<axis = 2>(past_v, v3)
        kt = Transpose<perm = [0, 1, 3, 2]>(k)
        scores = MatMul(q, kt)
        shape = Shape(scores)
        two = Constant<value = int64[1] {2}>()
        three = Constant<value = int64[1] {3}>()
        four = Constant<value = int64[1] {4}>()
        square = Slice(shape, two, four)
        ones = Expand(one, square)
        all_n = Slice(shape, three, four)
        new_n = Slice(shape, two, three)
        before = Sub(all_n, new_n)
        scalar = Constant<value = int64[1] {0}>()
        offset = Squeeze(before, scalar)
        past_offset = Add(offset, unit)
        masked = Trilu<upper = 1>(ones, past_offset)
        hidden = Mul(masked, large)
        visible = Sub(scores, hidden)
        p = Softmax(visible)
        mixed = MatMul(p, v)
        joined = Transpose<perm = [0, 2, 1, 3]>(mixed)
        flat = Constant<value = int64[3] {0, 0, 16}>()
        together = Reshape(joined, flat)
        out = MatMul(together, w_out)
        sum = Add(x, out)
        logits = MatMul(sum, w_words)
    }""",
    words=weights(WORDS, WIDTH),
    w_qkv=weights(WIDTH, 3 * WIDTH),
    w_out=weights(WIDTH, WIDTH),
    w_words=weights(WIDTH, WORDS, seed=1),
    one=np.ones(1, np.float32),
    large=np.array(1e4, np.float32),
    unit=np.array(1),
)
PROMPT = [3, 14, 15, 9]
#: The past gets longer than vectors of 16 numbers.
TOKENS = 16


def generated(
    session: InferenceSession | onnxruntime.InferenceSession, tokens: int
) -> tuple[list[int], list[np.ndarray]]:
    """Tokens after the prompt, each the most likely one, and all outputs of all steps."""
    ids = np.array([PROMPT])
    past = [np.zeros((1, HEADS, 0, SIZE), np.float32)] * 2
    found: list[int] = []
    outputs: list[np.ndarray] = []
    for _ in range(tokens):
        feed = {"ids": ids, "past_k": past[0], "past_v": past[1]}
        logits, *past = session.run(None, feed)
        outputs += [logits, *past]
        found.append(int(logits[0, -1].argmax()))
        ids = np.array([[found[-1]]])
    return found, outputs


def test_a_decoder_generates_what_onnx_runtime_generates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TE_PARALLEL_COMPILER", "1")
    theirs = onnxruntime.InferenceSession(
        DECODER.SerializeToString(), one_thread(), providers=["CPUExecutionProvider"]
    )
    wanted, wanted_outputs = generated(theirs, TOKENS)
    request = CompileRequest(read_settings(), 1, cache=CacheRequest("disable"))
    compiled = Mock(wraps=Specializer.compiled)
    monkeypatch.setattr(Specializer, "compiled", lambda *given, **more: compiled(*given, **more))
    with InferenceSession(opened(read_model(ModelOrigin(DECODER)), request, 1)) as session:
        for _ in range(2):
            found, outputs = generated(session, TOKENS)
            assert found == wanted
            for array, other in zip(outputs, wanted_outputs, strict=True):
                np.testing.assert_allclose(array, other, rtol=0, atol=1e-4 * np.abs(other).max())
    assert compiled.call_count == TOKENS, "each length is compiled once and stays"
