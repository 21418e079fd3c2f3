"""A node of each operator of ONNX Runtime's domain that is computed, with the outputs it gives."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tests.graph.models import weights


@dataclass(frozen=True)
class Example:
    """A node.

    Attributes:
        reads: The inputs of a model of it.
        node: The node in ONNX's text form, without its domain. It gives `z`, and perhaps more.
        constants: By name.
    """

    reads: str
    node: str
    constants: dict[str, np.ndarray] = field(default_factory=dict)


def _bytes(*shape: int, dtype: str = "uint8") -> np.ndarray:
    return np.random.default_rng(shape).integers(0, 100, shape).astype(dtype)


def _facts(*names: str, dtype: str = "uint8") -> dict[str, np.ndarray]:
    """Scales of the names that end with s, zero points of the others."""
    return {
        name: np.asarray(0.05, np.float32) if name.endswith("s") else np.asarray(3, dtype)
        for name in names
    }


_X = "float[2,3,4] x"
_BYTES = "uint8[2,3,4] x"
_IMAGE = "uint8[1,3,6,5] x"
_ONE = _facts("xs", "xz", "ys", "yz") | {"ys": np.asarray(0.071, np.float32)}
_TWO = _ONE | _facts("bs", "bz")
_LENGTHS = {"l": np.asarray([4, 4], np.int32), "t": np.asarray(5, np.int32)}
_NORM = {"s": weights(4), "b": weights(4, seed=1)}
_COLUMNS = {"w": _bytes(4, 5, dtype="int8"), "ws": np.full(5, 0.01, np.float32)}
_COLUMNS["wz"] = np.zeros(5, np.int8)
_LSTM = {
    "w": _bytes(1, 4, 12, dtype="int8"),
    "r": _bytes(1, 3, 12, dtype="int8"),
    "ws": np.full(1, 0.01, np.float32),
    "wz": np.zeros(1, np.int8),
}
_TABLES = {"words": weights(9, 4), "places": weights(7, 4), **_NORM}
_BYTE_TABLES = {
    "words": _bytes(9, 4),
    "places": _bytes(7, 4),
    "s": _bytes(4),
    "b": _bytes(4),
    **_facts("ws", "wz"),
}
_ENDS = {"a": np.asarray(1, np.float32), "e": np.asarray(7, np.float32)}

EXAMPLES = {
    "Attention": Example(
        "float[2,3,8] x, float[2,2,2,5,4] p",
        "z, u = Attention <num_heads = 2> (x, w, b, , p)",
        {"w": weights(8, 24), "b": weights(24)},
    ),
    "MultiHeadAttention": Example(
        "float[2,3,8] x, float[2,5,8] k, float[2,5,8] v",
        "z = MultiHeadAttention <num_heads = 2> (x, k, v)",
    ),
    "GroupQueryAttention": Example(
        "float[2,5,64] q, float[2,5,32] k, float[2,5,32] v",
        "z, u, v2 = GroupQueryAttention <num_heads = 4, kv_num_heads = 2> (q, k, v, , , l, t)",
        _LENGTHS,
    ),
    "RotaryEmbedding": Example(
        "float[2,3,8] x, int64[2,3] p",
        "z = RotaryEmbedding <num_heads = 2> (x, p, c, s)",
        {"c": weights(4, 2), "s": weights(4, 2, seed=1)},
    ),
    "QAttention": Example(
        "uint8[2,3,8] x",
        "z = QAttention <num_heads = 2> (x, w, b, xs, xs, , xz, wz)",
        {
            "w": _bytes(8, 24, dtype="int8"),
            "b": weights(24),
            "wz": np.asarray(0, np.int8),
            **_facts("xs", "xz"),
        },
    ),
    "Gelu": Example(_X, "z = Gelu (x)"),
    "BiasGelu": Example(_X, "z = BiasGelu (x, b)", {"b": weights(4)}),
    "FastGelu": Example(_X, "z = FastGelu (x, b)", {"b": weights(4)}),
    "QuickGelu": Example(_X, "z = QuickGelu (x)"),
    "FusedMatMul": Example(
        "float[3,2,4] x, float[2,5,4] k",
        "z = FusedMatMul <transBatchA = 1, transB = 1, alpha = 0.5> (x, k)",
    ),
    "TransposeMatMul": Example(
        "float[2,4,3] x, float[4,5] k", "z = TransposeMatMul <transA = 1> (x, k)"
    ),
    "FusedConv": Example(
        "float[1,3,6,5] x",
        'z = FusedConv <activation = "Relu", strides = [2, 1], pads = [1, 0, 0, 1]> (x, w)',
        {"w": weights(4, 3, 3, 2)},
    ),
    "FusedGemm": Example(
        "float[3,4] x",
        'z = FusedGemm <activation = "Relu", transB = 1> (x, w, b)',
        {"w": weights(5, 4), "b": weights(5)},
    ),
    "SkipLayerNormalization": Example(
        "float[2,3,4] x, float[2,3,4] k",
        "z, , , u = SkipLayerNormalization (x, k, s, b)",
        _NORM,
    ),
    "SkipSimplifiedLayerNormalization": Example(
        "float[2,3,4] x, float[2,3,4] k",
        "z, , , u = SkipSimplifiedLayerNormalization (x, k, s)",
        {"s": weights(4)},
    ),
    "SimplifiedLayerNormalization": Example(
        _X, "z, u = SimplifiedLayerNormalization (x, s)", {"s": weights(4)}
    ),
    "EmbedLayerNormalization": Example(
        "int32[2,3] i, int32[2,3] m",
        "z, u, v = EmbedLayerNormalization (i, , words, places, , s, b, m)",
        _TABLES,
    ),
    "QEmbedLayerNormalization": Example(
        "int32[2,3] i, int32[2,3] m",
        "z, u = QEmbedLayerNormalization (i, , words, places, , s, b, m, "
        "ws, ws, , ws, ws, wz, wz, , wz, wz)",
        _BYTE_TABLES,
    ),
    "QLinearAdd": Example(
        "uint8[2,3,4] x, uint8[3,1] k", "z = QLinearAdd (x, xs, xz, k, bs, bz, ys, yz)", _TWO
    ),
    "QLinearMul": Example(
        "uint8[3,1] x, uint8[2,3,4] k", "z = QLinearMul (x, xs, xz, k, bs, bz, ys, yz)", _TWO
    ),
    "QLinearSigmoid": Example(_BYTES, "z = QLinearSigmoid (x, xs, xz, ys, yz)", _ONE),
    "QLinearLeakyRelu": Example(_BYTES, "z = QLinearLeakyRelu (x, xs, xz, ys, yz)", _ONE),
    "QLinearSoftmax": Example(
        _BYTES, "z = QLinearSoftmax <axis = 1, opset = 13> (x, xs, xz, ys, yz)", _ONE
    ),
    "QLinearReduceMean": Example(
        _BYTES, "z = QLinearReduceMean <axes = [1], keepdims = 0> (x, xs, xz, ys, yz)", _ONE
    ),
    "QLinearAveragePool": Example(
        _IMAGE,
        "z = QLinearAveragePool <kernel_shape = [2, 2], strides = [2, 1]> (x, xs, xz, ys, yz)",
        _ONE,
    ),
    "QLinearGlobalAveragePool": Example(
        _IMAGE, "z = QLinearGlobalAveragePool <channels_last = 1> (x, xs, xz, ys, yz)", _ONE
    ),
    "QLinearWhere": Example(
        "bool[2,1,4] c, uint8[3,1] x, uint8[1,4] k",
        "z = QLinearWhere (c, x, xs, xz, k, bs, bz, ys, yz)",
        _TWO,
    ),
    "QLinearConcat": Example(
        "uint8[2,3] x, uint8[2,4] k",
        "z = QLinearConcat <axis = -1> (ys, yz, x, xs, xz, k, bs, bz)",
        _TWO,
    ),
    "QLinearConv": Example(
        "uint8[1,6,5,3] x",
        "z = QLinearConv <channels_last = 1, pads = [1, 1, 0, 0]> (x, xs, xz, w, xs, wz, ys, yz)",
        {**_ONE, "w": _bytes(4, 3, 3, 2, dtype="int8"), "wz": np.asarray(0, np.int8)},
    ),
    "QGemm": Example("uint8[3,4] x", "z = QGemm (x, xs, xz, w, ws, wz, , , )", _ONE | _COLUMNS),
    "MatMulIntegerToFloat": Example(
        "uint8[2,3,4] x", "z = MatMulIntegerToFloat (x, w, xs, ws, xz, wz)", _ONE | _COLUMNS
    ),
    "DynamicQuantizeMatMul": Example(_X, "z = DynamicQuantizeMatMul (x, w, ws, wz)", {**_COLUMNS}),
    "DynamicQuantizeLSTM": Example(
        "float[5,2,4] x",
        "z, u, v = DynamicQuantizeLSTM <hidden_size = 3> (x, w, r, , , , , , ws, wz, ws, wz)",
        _LSTM,
    ),
    "MatMulNBits": Example(
        "float[2,3,16] x",
        "z = MatMulNBits <bits = 4, block_size = 16, N = 5, K = 16> (x, w, s)",
        {"w": _bytes(5, 1, 8), "s": weights(5)},
    ),
    "MatMulBnb4": Example(
        "float[3,32] x",
        "z = MatMulBnb4 <N = 8, K = 32, block_size = 16, quant_type = 1> (x, w, s)",
        {"w": _bytes(128), "s": weights(16)},
    ),
    "MatMulInteger16": Example("int16[2,3,4] x, int16[4,5] k", "z = MatMulInteger16 (x, k)"),
    "MulInteger": Example(
        "uint8[2,3,4] x, uint8[3,1] k", "z = MulInteger (x, xz, k, bz)", _facts("xz", "bz")
    ),
    "ReduceSumInteger": Example(
        "int8[2,3,4] x", "z = ReduceSumInteger <axes = [1], keepdims = 0> (x)"
    ),
    "Inverse": Example("float[2,3,3] x", "z = Inverse (x)"),
    "CDist": Example("float[5,7] x, float[4,7] k", 'z = CDist <metric = "euclidean"> (x, k)'),
    "UnfoldTensor": Example(_X, "z = UnfoldTensor <dim = 1, size = 2, step = 1> (x)"),
    "ConvTransposeWithDynamicPads": Example(
        "float[1,3,5,6] x",
        "z = ConvTransposeWithDynamicPads <strides = [2, 1], kernel_shape = [3, 3]> (x, w, p)",
        {"w": weights(3, 2, 3, 3), "p": np.asarray([1, 0, 0, 1])},
    ),
    "Trilu": Example(_X, "z = Trilu <upper = 0> (x)"),
    "CropAndResize": Example(
        "float[2,3,5,7] x",
        "z = CropAndResize (x, boxes, owners, size)",
        {
            "boxes": np.asarray([[0.1, 0.2, 0.9, 0.8], [0, 0, 1, 1.5]], np.float32),
            "owners": np.asarray([1, 0], np.int32),
            "size": np.asarray([3, 4], np.int32),
        },
    ),
    "NGramRepeatBlock": Example(
        "float[2,6] scores",
        "z = NGramRepeatBlock <ngram_size = 2> (tokens, scores)",
        {"tokens": np.asarray([[1, 2, 3], [4, 5, 3]], np.int64)},
    ),
    "GridSample": Example("float[2,3,5,7] x, float[2,4,6,2] g", "z = GridSample (x, g)"),
    "Range": Example(
        "float[1] x", "z = Range (a, e, d)", {**_ENDS, "d": np.asarray(1.5, np.float32)}
    ),
    "GatherND": Example(
        "float[3,4,2] x", "z = GatherND (x, p)", {"p": np.asarray([[0, 3], [2, 1]])}
    ),
    "Pad": Example(
        "float[3,4] x",
        "z = Pad (x, p, f)",
        {"p": np.asarray([1, 0, 0, 2]), "f": np.ones(1, np.float32)},
    ),
    "ExpandDims": Example(_X, "z = ExpandDims (x, a)", {"a": np.asarray(-2, np.int32)}),
    "Unique": Example("float[6] x", "z, u, v = Unique (x)"),
    "QuantizeLinear": Example(_X, "z = QuantizeLinear (x, xs, xz)", _ONE),
    "DequantizeLinear": Example(_BYTES, "z = DequantizeLinear (x, xs, xz)", _ONE),
    "NhwcMaxPool": Example(
        "uint8[1,7,6,3] x", "z = NhwcMaxPool <kernel_shape = [3, 2], pads = [1, 0, 1, 1]> (x)"
    ),
    "GatherBlockQuantized": Example(
        "int64[3] i",
        "z = GatherBlockQuantized <block_size = 16, bits = 4, quantize_axis = 1> (w, i, s)",
        {"w": _bytes(5, 32), "s": np.abs(weights(5, 4))},
    ),
}
