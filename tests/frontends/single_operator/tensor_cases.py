"""Cases of products, reductions, and operators that move elements."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tests.frontends.single_operator.case import Case
from tests.frontends.single_operator.values import X, Y, const, number, real, true, whole

_TURNED = real(5, 3), real(4, 5)


def add_rms_norm(a: np.ndarray, b: np.ndarray, gamma: np.ndarray) -> tuple[np.ndarray, ...]:
    x = a + b
    root = 1 / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-6)
    return x * root * gamma, root, x


_PRODUCTS = [
    Case(
        "MatMulV2",
        [*_TURNED, real(4), None],
        lambda a, b, c, _: a.T @ b.T + c,
        {"transpose_x1": True, "transpose_x2": True, "offset_x": 0},
    ),
    Case(
        "MatMul",
        [real(3, 5).astype(np.float16), real(5, 4).astype(np.float16)],
        lambda a, b: a.astype(np.float32) @ b.astype(np.float32),
    ),
    Case(
        "MatMul",
        [whole(3, 5).astype(np.int8), whole(5, 4).astype(np.int8)],
        lambda a, b: a.astype(np.int32) @ b.astype(np.int32),
    ),
    Case(
        "BatchMatMulV2",
        [real(2, 5, 3), real(2, 4, 5), real(4)],
        lambda a, b, c: a.transpose(0, 2, 1) @ b.transpose(0, 2, 1) + c,
        {"adj_x1": True, "adj_x2": True},
    ),
    Case(
        "GEMM",
        [real(3, 5), real(5, 4), real(3, 4), number(2), number(0.5)],
        lambda a, b, c, alpha, beta: alpha * (a @ b) + beta * c,
    ),
    Case(
        "GEMM",
        [*_TURNED, real(3, 4), real(1), real(1)],
        lambda a, b, c, alpha, beta: alpha * (a.T @ b.T) + beta * c,
        {"transpose_a": True, "transpose_b": True},
    ),
    Case(
        "FullyConnection",
        [real(2, 3, 2, 2), real(4, 12), real(4)],
        lambda x, w, b: x.reshape(2, -1) @ w.T + b,
        {"num_output": 4},
    ),
    Case(
        "Einsum",
        [real(2, 3), real(3, 4)],
        lambda a, b: a @ b,
        {"equation": "ij,jk->ik", "N": 2},
    ),
]

_KEPT = {"keep_dims": True}


def _reductions(name: str, function: Callable[..., np.ndarray]) -> list[Case]:
    """A reduction along dimensions of an input, and one along those of an attribute."""
    return [
        Case(name, [X, const(0, -1)], lambda x, _: function(x, (0, 2))),
        Case(f"{name}D", [X], lambda x: function(x, 1, keepdims=True), {"axes": [1], **_KEPT}),
    ]


_REDUCTIONS = [
    *_reductions("ReduceSum", np.sum),
    *_reductions("ReduceMean", np.mean),
    *_reductions("ReduceMax", np.max),
    *_reductions("ReduceMin", np.min),
    *_reductions("ReduceProd", np.prod),
    Case("ReduceAll", [true(3, 2), const(1)], lambda x, _: x.all(1)),
    Case("ReduceAllD", [true(3, 2)], lambda x: x.all(1), {"axes": [1]}),
    Case("ReduceAny", [true(3, 2), const(1)], lambda x, _: x.any(1)),
    Case("ReduceAnyD", [true(3, 2)], lambda x: x.any(1), {"axes": [1]}),
    Case("ArgMaxD", [X], lambda x: x.argmax(1).astype(np.int32), {"dimension": 1}),
    Case("ArgMinD", [X], lambda x: x.argmin(1).astype(np.int32), {"dimension": 1}),
    Case("ArgMaxV2", [X, const(-1)], lambda x, _: x.argmax(-1).astype(np.int64), {"dtype": 9}),
    Case("ArgMin", [X, const(0)], lambda x, _: x.argmin(0).astype(np.int32)),
    Case("Cumsum", [X, const(1)], lambda x, _: x.cumsum(1)),
    Case(
        "CumsumD",
        [X],
        lambda x: np.flip(np.flip(x, 1).cumsum(1), 1) - x,
        {"axis": 1, "exclusive": True, "reverse": True},
    ),
    Case(
        "TopK",
        [X, number(2, "int32")],
        lambda x, _: (-np.sort(-x)[..., :2], np.argsort(-x)[..., :2].astype(np.int32)),
    ),
]
_MOVEMENTS = [
    Case("Reshape", [X, const(4, -1)], lambda x, _: x.reshape(4, 6)),
    Case("Flatten", [X], lambda x: x.reshape(2, 12)),
    Case("FlattenV2", [real(2, 3, 4, 5)], lambda x: x.reshape(2, 12, 5), {"end_axis": 2}),
    Case("Squeeze", [real(2, 1, 3, 1)], lambda x: x[:, 0, :, 0]),
    Case("Squeeze", [real(2, 1, 3, 1)], lambda x: x[..., 0], {"axis": [-1]}),
    Case("ExpandDims", [X, number(-1, "int32")], lambda x, _: x[..., None]),
    Case("Unsqueeze", [X], lambda x: x[:, None, ..., None], {"axes": [1, -1]}),
    Case("Transpose", [X, const(2, 0, 1)], lambda x, _: x.transpose(2, 0, 1)),
    Case("TransposeD", [X], lambda x: x.transpose(2, 0, 1), {"perm": [2, 0, 1]}),
    Case("Concat", [const(1), X, Y], lambda _, x, y: np.concatenate([x, y], 1), {"N": 2}),
    Case("ConcatV2", [X, Y, const(-1)], lambda x, y, _: np.concatenate([x, y], -1)),
    Case("ConcatD", [X, Y], lambda x, y: np.concatenate([x, y]), {"concat_dim": 0, "N": 2}),
    Case("ConcatV2D", [X, Y], lambda x, y: np.concatenate([x, y], 2), {"concat_dim": 2}),
    Case("Pack", [X, Y], lambda x, y: np.stack([x, y], 1), {"axis": 1, "N": 2}),
    Case("Unpack", [X], lambda x: [x[:, 0], x[:, 1], x[:, 2]], {"num": 3, "axis": 1}),
    Case("Split", [const(2), X], lambda _, x: np.split(x, 2, 2), {"num_split": 2}),
    Case("SplitD", [X], lambda x: np.split(x, 3, 1), {"split_dim": 1, "num_split": 3}),
    Case(
        "SplitV", [X, const(1, -1), const(2)], lambda x, *_: np.split(x, [1], 2), {"num_split": 2}
    ),
    Case(
        "SplitVD",
        [X],
        lambda x: np.split(x, [1], 1),
        {"size_splits": [1, 2], "split_dim": 1, "num_split": 2},
    ),
    Case("BroadcastTo", [real(3, 1), const(2, 3, 4)], lambda x, _: np.broadcast_to(x, (2, 3, 4))),
    Case("BroadcastToD", [real(3, 1)], lambda x: np.broadcast_to(x, (3, 4)), {"shape": [3, 4]}),
    Case("Fill", [const(2, 3), real(1)], lambda _, v: np.broadcast_to(v, (2, 3))),
    Case("Tile", [X, const(1, 2, 1)], lambda x, _: np.tile(x, (1, 2, 1))),
    Case("TileD", [X], lambda x: np.tile(x, (2, 1, 1)), {"multiples": [2, 1, 1]}),
    Case(
        "DepthToSpace",
        [real(1, 3, 2, 8)],
        lambda x: x.reshape(1, 3, 2, 2, 2, 2).transpose(0, 1, 3, 2, 4, 5).reshape(1, 6, 4, 2),
        {"block_size": 2, "data_format": "NHWC"},
        "NHWC",
    ),
    Case(
        "SpaceToDepth",
        [real(1, 4, 6, 3)],
        lambda x: x.reshape(1, 2, 2, 3, 2, 3).transpose(0, 1, 3, 2, 4, 5).reshape(1, 2, 3, 12),
        {"block_size": 2},
        "NHWC",
    ),
    Case(
        "ShuffleChannel",
        [real(2, 6, 2, 2)],
        lambda x: x.reshape(2, 2, 3, 2, 2).transpose(0, 2, 1, 3, 4).reshape(2, 6, 2, 2),
        {"group": 2},
        "NCHW",
    ),
    Case(
        "OneHot",
        [np.asarray([0, 2, -1, 3], np.int32), number(3, "int32"), number(5), number(-5)],
        lambda x, *_: np.where(x[:, None] == np.arange(3), 5, -5).astype(np.float32),
    ),
    Case(
        "OneHotD",
        [np.asarray([[0, 2]], np.int32), number(1), number(0)],
        lambda x, *_: (x[None] == np.arange(3)[:, None, None]).astype(np.float32),
        {"depth": 3, "axis": 0},
    ),
]
_SLICES = [
    Case("Slice", [X, const(0, 1, 1), const(2, -1, 2)], lambda x, *_: x[:, 1:, 1:3]),
    Case("SliceD", [X], lambda x: x[1:, :, :2], {"offsets": [1, 0, 0], "size": [1, 3, 2]}),
    Case(
        "StridedSlice",
        [X, const(0, 2), const(2, 0), const(1, -1)],
        lambda x, *_: x[0:2, 2:0:-1],
    ),
    Case(
        "StridedSliceD",
        [X],
        lambda x: x[1, ..., None, ::2],
        {
            "begin": [1, 0, 0, 0],
            "end": [2, 0, 0, 0],
            "strides": [1, 1, 1, 2],
            "begin_mask": 8,
            "end_mask": 8,
            "ellipsis_mask": 2,
            "new_axis_mask": 4,
            "shrink_axis_mask": 1,
        },
    ),
    Case("Gather", [X, np.asarray([1, 0, 1], np.int32)], lambda x, i: x[i]),
    Case(
        "GatherV2",
        [X, np.asarray([[2], [0]], np.int32), const(1)],
        lambda x, i, _: x[:, i],
        {"negative_index_support": False},
    ),
    Case("GatherV2D", [X, np.asarray([3, 3], np.int64)], lambda x, i: x[..., i], {"axis": -1}),
    Case(
        "GatherNd",
        [X, np.asarray([[0, 1], [1, 2]], np.int32)],
        lambda x, i: np.stack([x[0, 1], x[1, 2]]),
    ),
    Case("Pad", [X, const(0, 1, 1, 0, 2, 2)], lambda x, _: np.pad(x, ((0, 1), (1, 0), (2, 2)))),
    Case(
        "PadD",
        [X],
        lambda x: np.pad(x, ((0, 1), (1, 0), (2, 2))),
        {"paddings": [[0, 1], [1, 0], [2, 2]]},
    ),
    Case(
        "PadV2",
        [X, const(0, 1, 1, 0, 2, 2), number(7)],
        lambda x, *_: np.pad(x, ((0, 1), (1, 0), (2, 2)), constant_values=7),
    ),
    Case(
        "PadV3",
        [X, const(0, 1, 2, 0, 1, 2)],
        lambda x, _: np.pad(x, ((0, 0), (1, 1), (2, 2)), "reflect"),
        {"mode": "reflect", "paddings_contiguous": False},
    ),
    Case("PadV3", [X, const(0, 0, 1, 2, 0, 0)], lambda x, _: np.pad(x, ((0, 0), (1, 2), (0, 0)))),
    Case(
        "MirrorPad",
        [X, const(0, 0, 2, 1, 3, 4)],
        lambda x, _: np.pad(x, ((0, 0), (2, 1), (3, 4)), "symmetric"),
        {"mode": "SYMMETRIC"},
    ),
    Case(
        "MirrorPad",
        [X, const(0, 0, 2, 1, 3, 0)],
        lambda x, _: np.pad(x, ((0, 0), (2, 1), (3, 0)), "reflect"),
        {"mode": "REFLECT"},
    ),
    Case("ReverseV2", [X, const(0, 2)], lambda x, _: x[::-1, :, ::-1]),
]


def scattered(x: np.ndarray, indices: np.ndarray, updates: np.ndarray) -> np.ndarray:
    made = x.copy()
    for index, update in zip(indices, updates, strict=True):
        made[tuple(index)] = update
    return made


_PLACES = np.asarray([[0, 1], [1, 2]], np.int32)
_SCATTERED = [
    Case(
        "GatherElementsV2",
        [X, whole(2, 3, 2, low=0, high=4)],
        lambda x, i: np.take_along_axis(x, i.astype(np.int64), 2),
        {"dim": 2},
    ),
    Case("TensorScatterUpdate", [X, _PLACES, real(2, 4)], scattered),
    Case("ScatterNdUpdate", [X, _PLACES, real(2, 4)], scattered),
    Case(
        "ScatterElementsV2",
        [real(4, 3), np.asarray([[3, 0, 1]], np.int32), real(1, 3)],
        lambda x, i, u: scattered(x, np.stack([i[0], np.arange(3)], 1), u[0]),
    ),
    Case(
        "ArgMaxWithValue",
        [X],
        lambda x: (x.argmax(1).astype(np.int32), x.max(1)),
        {"dimension": 1},
    ),
    Case(
        "ArgMinWithValue",
        [X],
        lambda x: (x.argmin(0)[None].astype(np.int32), x.min(0, keepdims=True)),
        {"dimension": 0, "keep_dims": True},
    ),
    Case("SquareSumV1", [X], lambda x: (x * x).sum(1, keepdims=True), {"axis": [1]}),
    Case(
        "TopKV2",
        [X, const(2)],
        lambda x, _: (-np.sort(-x)[..., :2], np.argsort(-x)[..., :2].astype(np.int32)),
    ),
    Case("ExpandD", [real(3, 1)], lambda x: np.broadcast_to(x, (2, 3, 4)), {"shape": [2, 1, 4]}),
    Case("Permute", [X], lambda x: x.transpose(2, 0, 1), {"order": [2]}),
    Case(
        "LayerNormV4",
        [X, const(4), real(4), real(4)],
        lambda x, _, g, b: (
            (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5) * g + b
        ),
    ),
    Case("AddRmsNorm", [X, Y, real(4)], add_rms_norm),
]
TENSOR_CASES = _SCATTERED + _PRODUCTS + _REDUCTIONS + _MOVEMENTS + _SLICES
