"""Models of contractions, and the operators that mixed precision makes of them."""

from __future__ import annotations

import numpy as np
import onnx

from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.graph.precision.mixed_precision import MixedPrecision, with_mixed_precision
from aoe.operators.operator_graph import OperatorGraph
from tests.backends.cpu.changed_target import changed
from tests.graph.models import model, weights
from tests.operators.operator_cases import target

TARGET = changed(target(2, 64), triple="x86_64-unknown-linux-gnu", features="+avx512vl,+avx512bf16")
TILES = changed(TARGET, features=f"{TARGET.features},+amx-tile,+amx-bf16")
W = weights(256, 256, scale=1 / 16)

CHAIN = """(float[64,256] x) => (float[64,256] y) {
    a = MatMul(x, w) r = Relu(a) b = MatMul(r, v) y = Tanh(b) }"""
#: A block of a transformer: a value that both a product and an addition read.
BLOCK = """(float[64,256] x) => (float[64,256] y) {
    n = LayerNormalization(x, s) a = MatMul(n, w) r = Relu(a) b = MatMul(r, v)
    t = Add(b, n) y = LayerNormalization(t, s) }"""
ATTENTION = """(float[1,64,256] x) => (float[1,64,256] y) {
    q = MatMul(x, w) k = MatMul(x, v) u = MatMul(x, w)
    qs = Reshape(q, heads) ks = Reshape(k, heads) us = Reshape(u, heads)
    qh = Transpose<perm = [0, 2, 1, 3]>(qs) kh = Transpose<perm = [0, 2, 3, 1]>(ks)
    uh = Transpose<perm = [0, 2, 1, 3]>(us)
    a = MatMul(qh, kh) p = Softmax(a) o = MatMul(p, uh)
    os = Transpose<perm = [0, 2, 1, 3]>(o) m = Reshape(os, flat) y = MatMul(m, v) }"""
CONVOLUTIONS = """(float[1,32,12,12] x) => (float[1,10] y) {
    a = Conv<pads = [1, 1, 1, 1]>(x, c, bias) r = Relu(a)
    d = Conv<strides = [2, 2]>(r, e) f = Conv<strides = [2, 2]>(r, e)
    g = Concat<axis = 1>(d, f) h = MaxPool<kernel_shape = [2, 2]>(g)
    i = Conv(h, j) k = Relu(i) l = Conv(k, j) m = Add(l, h) n = GlobalAveragePool(m)
    o = Flatten(n) y = MatMul(o, z) }"""
#: What is only pooled, or only moved, before convolutions read it.
MOVED = """(float[1,64,16,16] x) => (float[1,64,8,8] y) {
    a = Conv(x, c) r = Relu(a) p = MaxPool<kernel_shape = [2, 2], strides = [2, 2]>(r)
    o = Conv(p, f) d = DepthToSpace<blocksize = 2>(o)
    y = Conv<strides = [2, 2]>(d, c) }"""
#: The end of a U-Net: a layer back to the size of a value from before, which lie side by side.
UPWARDS = """(float[1,64,16,16] x) => (float[1,8,32,32] y) {
    a = Conv<pads = [1, 1, 1, 1]>(x, c) r = Relu(a) u = ConvTranspose<strides = [2, 2]>(r, t)
    b = ConvTranspose<strides = [2, 2]>(x, t) s = Relu(b) g = Concat<axis = 1>(u, s)
    y = Conv<pads = [1, 1, 1, 1]>(g, d) }"""
#: A stage of a network that goes down and up again: what three operators read, one of which puts it
#: beside the result of a transposed convolution.
SKIP = """(float[1,64,16,16] x) => (float[1,64,16,16] y) {
    a = Conv(x, c) r = Relu(a) p = MaxPool<kernel_shape = [2, 2], strides = [2, 2]>(r)
    t = ConvTranspose<strides = [2, 2]>(p, u) g = Concat<axis = 1>(t, r)
    d = Conv(g, e) s = Add(d, r) y = Conv(s, c) }"""
#: A recurrent layer, of 256 gates.
RECURRENCE = (
    """(float[8,1,64] x) => (float[8,1,1,64] y) { y, h = LSTM<hidden_size = 64>(x, w, r) }"""
)
CONSTANTS: dict[str, dict[str, np.ndarray]] = {
    CHAIN: {"w": W, "v": weights(256, 256, seed=1, scale=1 / 16)},
    BLOCK: {"w": W, "v": weights(256, 256, seed=1, scale=1 / 16), "s": np.ones(256, np.float32)},
    ATTENTION: {
        "w": W / 4,
        "v": weights(256, 256, seed=1, scale=1 / 16),
        "heads": np.array([1, 64, 4, 64]),
        "flat": np.array([1, 64, 256]),
    },
    CONVOLUTIONS: {
        "c": weights(64, 32, 3, 3, scale=0.05),
        "bias": weights(64),
        "e": weights(64, 64, 1, 1, scale=0.1),
        "j": weights(128, 128, 1, 1, scale=0.1),
        "z": weights(128, 10, scale=0.1),
    },
    MOVED: {
        "c": weights(64, 64, 1, 1, scale=0.1),
        "f": weights(256, 64, 1, 1, seed=1, scale=0.1),
    },
    UPWARDS: {
        "c": weights(64, 64, 3, 3, scale=0.05),
        "t": weights(64, 32, 2, 2, scale=0.1),
        "d": weights(8, 64, 3, 3, scale=0.05),
    },
    SKIP: {
        "c": weights(64, 64, 1, 1, scale=0.1),
        "e": weights(64, 128, 1, 1, seed=1, scale=0.1),
        "u": weights(64, 64, 2, 2, seed=2, scale=0.1),
    },
    RECURRENCE: {
        "w": weights(1, 256, 64, scale=0.1),
        "r": weights(1, 256, 64, seed=1, scale=0.1),
    },
}


def built(text: str) -> tuple[onnx.ModelProto, OperatorGraph]:
    proto = model(text, **CONSTANTS[text])
    return proto, build(load_onnx(proto), "test")


def mixed(
    text: str, wanted: MixedPrecision | None = None, target: CpuTarget = TARGET
) -> OperatorGraph:
    _, graph = built(text)
    return with_mixed_precision(graph, wanted or MixedPrecision(), target)
