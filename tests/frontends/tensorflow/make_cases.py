"""Makes `cases.npz`: small graphs of TensorFlow, their inputs, and what TensorFlow computes.

Run it with TensorFlow 2.21 where operators are added: `python make_cases.py`. The tests read the
file and need no TensorFlow.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf  # type: ignore[import-untyped]

v1 = tf.compat.v1
raw = tf.raw_ops
rng = np.random.default_rng(0)
Case = Callable[..., object]
CASES: dict[str, tuple[Case, tuple[np.ndarray, ...]]] = {}


def normal(*shape: int) -> np.ndarray:
    return rng.standard_normal(shape).astype(np.float32)


def whole(low: int, high: int, *shape: int) -> np.ndarray:
    return rng.integers(low, high, shape).astype(np.int32)


def case(name: str, function: Case, *inputs: np.ndarray) -> None:
    CASES[name] = (function, inputs)


IMAGE = normal(2, 7, 9, 4)
KERNEL = normal(3, 3, 4, 6)
POSITIVE = np.abs(normal(3, 5)) + np.float32(0.1)
INTEGERS = whole(-9, 9, 3, 5)
INTEGERS[INTEGERS == 0] = 4

# Each element alone.
for op in (
    *("Neg", "Abs", "Sign", "Floor", "Ceil", "Round", "Rint", "Tanh", "Sigmoid", "Exp", "Erf"),
    *("Erfc", "Sin", "Cos", "Tan", "Sinh", "Cosh", "Asinh", "Atan", "Square", "Relu", "Relu6"),
    *("Elu", "Selu", "Softplus", "Softsign", "Expm1", "IsNan", "IsInf", "IsFinite", "OnesLike"),
):
    data = normal(3, 5) * 3
    if op in ("Round", "Rint"):
        data[0] = [-1.5, -0.5, 0.5, 1.5, 2.5]
    case(f"unary {op}", lambda x, op=op: getattr(raw, op)(**{_first(op): x}), data)
for op in ("Log", "Log1p", "Sqrt", "Rsqrt", "Reciprocal", "Inv", "Acosh"):
    data = POSITIVE + (1 if op == "Acosh" else 0)
    case(f"unary {op}", lambda x, op=op: getattr(raw, op)(x=x), data)
for op in ("Asin", "Acos", "Atanh"):
    case(f"unary {op}", lambda x, op=op: getattr(raw, op)(x=x), np.tanh(normal(3, 5)))
for op in (
    *("Add", "AddV2", "Sub", "Mul", "RealDiv", "Div", "Maximum", "Minimum", "FloorDiv"),
    *("FloorMod", "Less", "LessEqual", "Greater", "GreaterEqual", "Equal", "NotEqual"),
    *("SquaredDifference", "DivNoNan", "MulNoNan", "TruncateMod"),
):
    other = normal(5)
    if op.endswith("NoNan"):
        other[1] = 0
    case(f"binary {op}", lambda x, y, op=op: getattr(raw, op)(x=x, y=y), normal(3, 5), other)
for op in ("Div", "FloorDiv", "FloorMod", "TruncateDiv", "TruncateMod", "Maximum", "BitwiseAnd"):
    case(
        f"integers {op}",
        lambda x, y, op=op: getattr(raw, op)(x=x, y=y),
        whole(-20, 20, 3, 5),
        INTEGERS,
    )
case("pow", lambda x, y: tf.pow(x, y), POSITIVE, normal(5))
case("leaky relu", lambda x: tf.nn.leaky_relu(x, 0.3), normal(3, 5))
case("clip", lambda x: raw.ClipByValue(t=x, clip_value_min=-0.5, clip_value_max=0.25), normal(3, 5))
case("add n", lambda x, y: raw.AddN(inputs=[x, y, x]), normal(3, 5), normal(3, 5))
case("select", lambda c, x, y: v1.where(c > 0, x, y), normal(3), normal(3, 5), normal(3, 5))
case("select v2", lambda c, x: tf.where(c > 0, x, 0.0), normal(3, 1), normal(3, 5))
case("cast", lambda x: (tf.cast(x * 4, tf.int32), tf.cast(x > 0, tf.float32)), normal(3, 5))
case(
    "cumsum",
    lambda x: (tf.cumsum(x, 1, exclusive=True), tf.cumsum(x, 0, reverse=True)),
    normal(3, 5),
)
case("not", lambda x: tf.logical_not(tf.logical_and(x > 0, x < 1)), normal(3, 5))

# Reductions.
for op in ("Mean", "Sum", "Max", "Min", "Prod"):
    case(
        f"reduce {op}",
        lambda x, op=op: (
            getattr(raw, op)(input=x, axis=[1, 2]),
            getattr(raw, op)(input=x, axis=[-1], keep_dims=True),
            getattr(raw, op)(input=x, axis=[0]),
        ),
        IMAGE,
    )
case("reduce truth", lambda x: (tf.reduce_all(x > -1, 1), tf.reduce_any(x > 1, [0, 2])), IMAGE)
case("argmax", lambda x: (tf.argmax(x, 1), tf.argmin(x, -1, tf.int32)), normal(3, 5))
case("softmax", lambda x: (tf.nn.softmax(x), tf.nn.log_softmax(x)), normal(3, 5))
case("top k", lambda x: tf.nn.top_k(x, 3), normal(3, 8))


def _reduced_channels(x: tf.Tensor) -> tuple[tf.Tensor, ...]:
    y = tf.nn.conv2d(x, KERNEL, 1, "SAME")
    return (
        tf.reduce_mean(y, [1, 2]),
        tf.reduce_mean(y, [1, 2], keepdims=True),
        tf.reduce_max(y, -1),
        tf.reduce_max(y, [1, 3]),
        tf.reduce_sum(y, [0, 2], keepdims=True),
        tf.nn.softmax(y),
        tf.argmax(y, -1),
    )


case("reductions behind a convolution", _reduced_channels, IMAGE)

# Convolutions and pools.
for padding in ("SAME", "VALID"):
    for stride in (1, 2, 3):
        case(
            f"convolution {padding} {stride}",
            lambda x, p=padding, s=stride: tf.nn.conv2d(x, KERNEL, s, p),
            IMAGE,
        )
    case(
        f"depthwise {padding}",
        lambda x, p=padding: v1.nn.depthwise_conv2d_native(x, KERNEL[..., :2], [1, 2, 2, 1], p),
        IMAGE,
    )
    for kind in ("MAX", "AVG"):
        case(
            f"pool {kind} {padding}",
            lambda x, p=padding, k=kind: v1.nn.pool(x, [3, 2], k, p, strides=[2, 2]),
            IMAGE,
        )
    size = 15 if padding == "SAME" else 16
    case(
        f"transposed convolution {padding}",
        lambda x, p=padding, n=size: tf.nn.conv2d_transpose(
            x, KERNEL.transpose(0, 1, 3, 2), [2, 14, 18, 6] if p == "SAME" else [2, 15, 19, 6], 2, p
        ),
        IMAGE,
    )
case(
    "explicit padding",
    lambda x: tf.nn.conv2d(x, KERNEL, 2, [[0, 0], [2, 1], [0, 3], [0, 0]]),
    IMAGE,
)
case("dilated convolution", lambda x: tf.nn.conv2d(x, KERNEL, 1, "SAME", dilations=2), IMAGE)
case("grouped convolution", lambda x: tf.nn.conv2d(x, KERNEL[:, :, :2], 1, "SAME"), IMAGE)
case(
    "convolution of one dimension",
    lambda x: tf.nn.relu(tf.nn.conv1d(x, normal(3, 4, 6), 2, "SAME")),
    normal(2, 11, 4),
)
case(
    "convolution 3d",
    lambda x: tf.nn.max_pool3d(
        tf.nn.conv3d(x, normal(2, 3, 3, 3, 5), [1, 1, 2, 1, 1], "SAME"), 2, 2, "SAME"
    ),
    normal(1, 5, 6, 7, 3),
)
case("average pool 3d", lambda x: tf.nn.avg_pool3d(x, 3, 2, "SAME"), normal(1, 5, 6, 7, 3))


def _dilated_by_blocks(x: tf.Tensor) -> tf.Tensor:
    y = tf.space_to_batch(x, [2, 2], [[2, 3], [2, 1]])
    y = tf.nn.bias_add(tf.nn.conv2d(y, KERNEL, 1, "VALID"), normal(6))
    return tf.nn.relu(raw.BatchToSpaceND(input=y, block_shape=[2, 2], crops=[[0, 1], [0, 0]]))


case("dilation by blocks", _dilated_by_blocks, IMAGE)
case("space to batch", lambda x: tf.space_to_batch(x, [2, 3], [[1, 0], [0, 0]]), IMAGE)
case(
    "batch to space",
    lambda x: raw.BatchToSpaceND(input=x, block_shape=[2, 3], crops=[[1, 0], [0, 2]]),
    normal(12, 3, 2, 5),
)
case(
    "depth to space",
    lambda x: (tf.nn.depth_to_space(x, 2), tf.nn.space_to_depth(x, 2)),
    normal(1, 4, 6, 8),
)
case("lrn", lambda x: tf.nn.lrn(x, 2, 1.5, 0.1, 0.75), IMAGE)
case(
    "batch norm",
    lambda x: v1.nn.fused_batch_norm(
        x, POSITIVE[0, :4], normal(4), normal(4), POSITIVE[1, :4], is_training=False
    )[0],
    IMAGE,
)
for rule in ({}, {"align_corners": True}, {"half_pixel_centers": True}):
    label = next(iter(rule), "asymmetric")
    for target in ([11, 14], [3, 4], [1, 9]):
        for method in ("ResizeBilinear", "ResizeNearestNeighbor"):
            case(
                f"{method} {label} {target}",
                lambda x, m=method, r=rule, t=target: getattr(raw, m)(images=x, size=t, **r),
                IMAGE,
            )
case(
    "resized bytes",
    lambda x: raw.ResizeBilinear(images=x, size=[5, 5]),
    whole(0, 255, 1, 4, 4, 3).astype(np.uint8),
)


def _around_layouts(x: tf.Tensor) -> tuple[tf.Tensor, ...]:
    """What stays channels first and what does not."""
    y = tf.nn.conv2d(x, KERNEL, 1, "SAME")
    gate = tf.reshape(tf.reduce_mean(y, [1, 2]), [2, 1, 1, 6])
    joined = tf.concat([y, y * gate, tf.fill([2, 7, 9, 2], 0.5)], -1)
    left, right = tf.split(joined, 2, -1)
    return (
        left + right[:, :, :, ::-1],
        tf.reshape(joined, [2, 63, 14]),
        tf.transpose(joined, [0, 3, 1, 2]) * 2.0,
        tf.pad(joined, [[0, 0], [1, 2], [0, 1], [0, 3]], constant_values=1.5),
        joined[:, 1:5:2, 3, 2:],
        joined[..., tf.newaxis, 1],
        tf.tile(joined, [1, 2, 1, 1]),
        tf.reverse(joined, [2]),
        tf.matmul(joined, normal(14, 3)),
        tf.stack([left, right], 1),
        joined + normal(9, 1),
        tf.roll(joined, [2, -1], [1, 3]),
        tf.squeeze(joined[:, :1], 1),
        tf.expand_dims(y, 1),
    )


case("layouts", _around_layouts, IMAGE)
case(
    "channels first transposed",
    lambda x: tf.nn.relu(
        tf.transpose(tf.nn.conv2d(tf.transpose(x, [0, 2, 3, 1]), KERNEL, 1, "VALID"), [0, 3, 1, 2])
    ),
    normal(1, 4, 8, 8),
)

# Shapes and movement.
case(
    "strided slice",
    lambda x: (x[1, ::-1, 1:-1, ...], x[..., 0], x[:, tf.newaxis, 2:, 4:1:-2]),
    IMAGE,
)
case("slice", lambda x: tf.slice(x, [0, 1, 2, 0], [-1, 3, -1, 2]), IMAGE)
case(
    "pads",
    lambda x: (
        tf.pad(x, [[1, 0], [2, 1]]),
        tf.pad(x, [[1, 2], [3, 2]], "REFLECT"),
        tf.pad(x, [[3, 2], [1, 5]], "SYMMETRIC"),
    ),
    normal(3, 5),
)
case("shape arithmetic", lambda x: tf.reshape(x, [tf.shape(x)[0] * tf.shape(x)[1], -1]), IMAGE)
case(
    "pack", lambda x, y: (tf.stack([x, y], 1), tf.unstack(x, axis=1)[2]), normal(3, 5), normal(3, 5)
)
case("split", lambda x: tf.split(x, [1, -1, 2], 1), normal(3, 7))
case(
    "gather",
    lambda x, i: (tf.gather(x, i, axis=1), tf.gather(x, i)),
    normal(4, 5),
    whole(0, 4, 2, 3),
)
case(
    "gather in batches",
    lambda x, i: (tf.gather(x, i, axis=1, batch_dims=1), tf.gather(x, i, axis=2, batch_dims=1)),
    normal(2, 5, 4),
    whole(0, 4, 2, 3),
)
case("gather nd", lambda x, i: tf.gather_nd(x, i), normal(4, 5, 3), whole(0, 4, 6, 2))
case(
    "scatter",
    lambda x, u: (
        tf.scatter_nd([[1], [0], [1]], u, [4, 5]),
        tf.tensor_scatter_nd_update(x, [[2], [0], [1]], u),
    ),
    normal(4, 5),
    normal(3, 5),
)
case(
    "one hot", lambda i: (tf.one_hot(i, 4), tf.one_hot(i, 4, 2.0, -1.0, axis=0)), whole(-1, 5, 3, 2)
)
case(
    "fills",
    lambda x: (tf.fill([2, 3], x[0, 0]), tf.broadcast_to(x, [2, 3, 5]), tf.zeros_like(x) + x),
    normal(3, 5),
)
case(
    "band", lambda x: (tf.linalg.band_part(x, -1, 0), tf.linalg.band_part(x, 1, 2)), normal(2, 5, 6)
)
case(
    "matmul",
    lambda x, y: (
        tf.matmul(x, y, transpose_a=True),
        tf.matmul(y, x, adjoint_b=False, transpose_a=True),
    ),
    normal(4, 3),
    normal(4, 5),
)
case("batch matmul", lambda x, y: tf.matmul(x, y, adjoint_b=True), normal(2, 3, 4), normal(5, 4))
case(
    "einsum",
    lambda x, y: (tf.einsum("abc,cd->abd", x, y), tf.einsum("...c,cd->...d", x, y)),
    normal(2, 3, 4),
    normal(4, 5),
)
case("segments", lambda x: tf.math.unsorted_segment_sum(x, [0, 2, -1, 0], 4), normal(4, 3))

# Quantised values.
for mode in ("MIN_COMBINED", "MIN_FIRST", "SCALED"):
    for kind, dtype in ((tf.quint8, np.uint8), (tf.qint8, np.int8)):
        codes = rng.integers(np.iinfo(dtype).min, np.iinfo(dtype).max, (3, 5)).astype(dtype)
        case(
            f"dequantize {mode} {kind.name}",
            lambda x, c=codes, k=kind, m=mode: (
                x
                + raw.Dequantize(
                    input=tf.bitcast(tf.constant(c), k), min_range=-1.3, max_range=2.1, mode=m
                )
            ),
            normal(3, 5),
        )
case(
    "fake quantize",
    lambda x: (
        tf.quantization.fake_quant_with_min_max_vars(x, -1.2, 2.3),
        tf.quantization.fake_quant_with_min_max_args(x, narrow_range=True, num_bits=4),
    ),
    normal(6, 7) * 2,
)
case(
    "fake quantize channels",
    lambda x: tf.quantization.fake_quant_with_min_max_vars_per_channel(
        x, -POSITIVE[0], POSITIVE[1]
    ),
    normal(6, 5),
)
case(
    "quantize and dequantize",
    lambda x: tf.quantization.quantize_and_dequantize_v2(x, -1.5, 1.0, range_given=True),
    normal(6, 7),
)


# Control flow.
def _counted(x: tf.Tensor) -> tf.Tensor:
    return tf.while_loop(
        lambda i, y: i < 4, lambda i, y: (i + 1, y * 2 + tf.cast(i, tf.float32)), [0, x]
    )[1]


def _nested(x: tf.Tensor) -> tf.Tensor:
    def outer(i: tf.Tensor, y: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
        return i + 1, tf.while_loop(
            lambda j, z: j < i + 1, lambda j, z: (j + 1, tf.sin(z) + x), [0, y]
        )[1]

    return tf.while_loop(lambda i, y: i < 3, outer, [0, x])[1]


def _arrays(x: tf.Tensor) -> tf.Tensor:
    source = tf.TensorArray(tf.float32, 4).unstack(x)
    target = tf.TensorArray(tf.float32, 4, element_shape=[5])
    found = tf.while_loop(
        lambda i, t: i < 3, lambda i, t: (i + 1, t.write(3 - i, source.read(i) * 2)), [0, target]
    )[1]
    return found.gather([2, 1, 3])


def _branches(x: tf.Tensor) -> tuple[tf.Tensor, ...]:
    rank = tf.shape(x)[0]
    return (
        tf.cond(rank > 2, lambda: x * 2, lambda: x - 1),
        tf.cond(rank > 3, lambda: tf.constant(1.0), lambda: tf.constant(2.0)) + x,
    )


for version in (1, 2):
    for name, function in (
        ("counted", _counted),
        ("nested", _nested),
        ("arrays", _arrays),
        ("branches", _branches),
    ):
        case(f"{name} loop v{version}", function, normal(4, 5))
case(
    "chosen by data v2",
    lambda x: tf.cond(tf.reduce_sum(x) > 0, lambda: x * 2, lambda: x - 1),
    normal(4, 5),
)


# Recurrent layers, as loops.
def _steps(x: tf.Tensor, step: Case, states: int) -> tuple[tf.Tensor, ...]:
    """The results of all steps, and the last states."""
    count = x.shape[1]
    source = tf.TensorArray(tf.float32, count).unstack(tf.transpose(x, [1, 0, 2]))
    target = tf.TensorArray(tf.float32, count, element_shape=[2, 6])
    zeros = [tf.zeros([2, 6])] * states

    def body(i: tf.Tensor, done: tf.TensorArray, *held: tf.Tensor) -> tuple[object, ...]:
        after: Any = step(source.read(i), *held)
        return (i + 1, done.write(i, after[0]), *after)

    _, done, *last = tf.while_loop(lambda i, *_: i < count, body, [0, target, *zeros])
    return (done.stack(), *last)


INPUT_WEIGHTS, STATE_WEIGHTS, BIASES = normal(4, 24) / 2, normal(6, 24) / 2, normal(24) / 2


def _lstm(x: tf.Tensor, h: tf.Tensor, c: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
    both = tf.concat([x, h], 1) @ np.concatenate([INPUT_WEIGHTS, STATE_WEIGHTS]) + BIASES
    i, j, f, o = tf.split(both, 4, 1)
    c = c * tf.sigmoid(f + 1.0) + tf.sigmoid(i) * tf.tanh(j)
    return tf.tanh(c) * tf.sigmoid(o), c


def _gru(x: tf.Tensor, h: tf.Tensor, after: bool) -> tuple[tf.Tensor]:
    given = x @ INPUT_WEIGHTS[:, :18] + BIASES[:18]
    z, r = (tf.sigmoid(given[:, a:b] + h @ STATE_WEIGHTS[:, a:b]) for a, b in ((0, 6), (6, 12)))
    own = STATE_WEIGHTS[:, 12:18]
    scaled = r * (h @ own + BIASES[18:]) if after else (r * h) @ own
    return (z * h + (1 - z) * tf.tanh(given[:, 12:] + scaled),)


def _plain(x: tf.Tensor, h: tf.Tensor) -> tuple[tf.Tensor]:
    return (tf.nn.relu(x @ INPUT_WEIGHTS[:, :6] + h @ STATE_WEIGHTS[:, :6] + BIASES[:6]),)


def _odd(x: tf.Tensor, h: tf.Tensor) -> tuple[tf.Tensor]:
    """None of the layers of ONNX."""
    return (tf.tanh(x @ INPUT_WEIGHTS[:, :6] + h @ STATE_WEIGHTS[:, :6]) + h * 0.5,)


for version in (1, 2):
    case(f"LSTM v{version}", lambda x: _steps(x, _lstm, 2), normal(2, 5, 4))
    case(
        f"GRU reset after v{version}",
        lambda x: _steps(x, lambda x, h: _gru(x, h, True), 1),
        normal(2, 5, 4),
    )
    case(
        f"GRU reset before v{version}",
        lambda x: _steps(x, lambda x, h: _gru(x, h, False), 1),
        normal(2, 5, 4),
    )
    case(f"RNN v{version}", lambda x: _steps(x, _plain, 1), normal(2, 5, 4))
    case(f"unrolled v{version}", lambda x: _steps(x, _odd, 1), normal(2, 5, 4))


# Boxes.
def _boxes(centres: tf.Tensor, scores: tf.Tensor) -> tuple[tf.Tensor, ...]:
    boxes = tf.concat([centres - 0.6, centres + 0.6], 1)
    chosen = raw.NonMaxSuppressionV3(
        boxes=boxes, scores=scores, max_output_size=9, iou_threshold=0.3, score_threshold=0.2
    )
    return chosen, tf.gather(boxes, chosen)


case("boxes", _boxes, normal(12, 2), normal(12))
case(
    "boxes without threshold",
    lambda b, s: raw.NonMaxSuppressionV2(boxes=b, scores=s, max_output_size=4, iou_threshold=0.5),
    normal(12, 4),
    normal(12),
)

for pad in (False, True):
    for version in (4, 5):
        soft = {"soft_nms_sigma": 0.0} if version == 5 else {}
        case(
            f"boxes v{version} {'padded' if pad else 'open'}",
            lambda c, s, n=f"NonMaxSuppressionV{version}", p=pad, soft=soft: tuple(
                getattr(raw, n)(
                    boxes=tf.concat([c - 0.6, c + 0.6], 1),
                    scores=s,
                    max_output_size=15,
                    iou_threshold=0.3,
                    score_threshold=0.2,
                    pad_to_max_output_size=p,
                    **soft,
                )
            ),
            normal(12, 2),
            normal(12),
        )
case(
    "boxes of which few are kept",
    lambda c, s: raw.NonMaxSuppressionV4(
        boxes=tf.concat([c - 0.6, c + 0.6], 1),
        scores=s,
        max_output_size=3,
        iou_threshold=0.3,
        score_threshold=-9.0,
        pad_to_max_output_size=True,
    ),
    normal(12, 2),
    normal(12),
)
for kinds in (1, 3):
    for pad in (False, True):
        case(
            f"combined boxes {kinds} {'padded' if pad else 'open'}",
            lambda c, s, p=pad: tuple(
                raw.CombinedNonMaxSuppression(
                    boxes=tf.concat([c - 0.3, c + 0.3], 3),
                    scores=s,
                    max_output_size_per_class=3,
                    max_total_size=12,
                    iou_threshold=0.4,
                    score_threshold=0.1,
                    pad_per_class=p,
                    clip_boxes=not p,
                )
            ),
            np.abs(normal(2, 10, kinds, 2)),
            normal(2, 10, 3),
        )
BOXES = np.asarray(
    [[0, 0, 1, 1], [0.1, 0.2, 0.7, 0.9], [0.8, 0.6, 0.2, 0.1], [-0.2, 0.5, 1.1, 1]], np.float32
)
for method in ("bilinear", "nearest"):
    for crop in ([5, 4], [1, 3]):
        case(
            f"crop {method} {crop[0]}",
            lambda x, b, m=method, s=crop: raw.CropAndResize(
                image=x,
                boxes=b,
                box_ind=[0, 1, 1, 0],
                crop_size=s,
                method=m,
                extrapolation_value=0.5,
            ),
            IMAGE,
            BOXES,
        )
for overlap, least, pad in ((0.5, 0.05, False), (1.0, -np.inf, True), (0.2, 0.0, True)):
    case(
        f"boxes with lowered scores {overlap} {'padded' if pad else 'open'}",
        lambda c, s, o=overlap, t=least, p=pad: tuple(
            raw.NonMaxSuppressionV5(
                boxes=tf.concat([c - 0.6, c + 0.6], 1),
                scores=s,
                max_output_size=10,
                iou_threshold=o,
                score_threshold=t,
                soft_nms_sigma=0.4,
                pad_to_max_output_size=p,
            )
        ),
        normal(12, 2) * np.float32(0.5),
        normal(12) + np.float32(0.5),
    )

case(
    "loop of data v2",
    lambda x: tf.while_loop(
        lambda i, a: tf.reduce_sum(a) < 50.0, lambda i, a: (i + 1, a * 1.5 + 1.0), [0, x]
    ),
    normal(2, 3),
)
case(
    "loop of data with a constant v2",
    lambda x, w: tf.while_loop(
        lambda a, b: tf.norm(a) > 0.01,
        lambda a, b: (tf.nn.tanh(tf.matmul(a, w)) * b, b),
        [x, tf.constant(0.3)],
    )[0],
    normal(2, 3),
    normal(3, 3),
)

SEGMENTS = np.asarray([0, 3, 1, 3, -1, 0], np.int32)
SQUARES = normal(2, 3, 3)
case(
    "segments of data",
    lambda x, i: tuple(
        getattr(tf.math, f"unsorted_segment_{kind}")(x, i, 5)
        for kind in ("sum", "max", "min", "prod", "mean")
    ),
    normal(6, 3),
    SEGMENTS,
)
case(
    "scatter extremes",
    lambda x, i, u: (
        tf.tensor_scatter_nd_max(x, i, u),
        tf.tensor_scatter_nd_min(x, i, u),
        tf.tensor_scatter_nd_sub(x, i, u),
    ),
    normal(6, 3),
    np.asarray([[0], [3], [3]], np.int32),
    normal(3, 3),
)
case(
    "running products",
    lambda x: tuple(
        tf.math.cumprod(x, 1, exclusive=exclusive, reverse=reverse)
        for exclusive in (False, True)
        for reverse in (False, True)
    ),
    normal(3, 5),
)
case(
    "diagonals",
    lambda x: (
        *(tf.linalg.diag_part(x), tf.linalg.diag(x[:, 0]), tf.linalg.set_diag(x, x[:, :, 0])),
        tf.linalg.diag_part(x[:, :2]),
        tf.linalg.trace(x),
    ),
    SQUARES,
)
case("reversed starts", lambda x, n: tf.reverse_sequence(x, n, 1), normal(3, 5, 2), whole(0, 5, 3))
case(
    "patches",
    lambda x: (
        tf.image.extract_patches(x, [1, 2, 3, 1], [1, 2, 1, 1], [1, 1, 2, 1], "VALID"),
        tf.image.extract_patches(x, [1, 3, 3, 1], [1, 2, 2, 1], [1, 1, 1, 1], "SAME"),
        tf.nn.max_pool_with_argmax(x, 3, 2, "SAME")[0],
    ),
    IMAGE,
)
case(
    "bicubic",
    lambda x: (
        *(tf.image.resize(x, [11, 5], "bicubic"), v1.image.resize_bicubic(x, [11, 5])),
        v1.image.resize_bicubic(x, [11, 5], align_corners=True),
    ),
    IMAGE,
)
case(
    "spectra",
    lambda x: (
        *(tf.abs(tf.signal.rfft(x)), tf.math.real(tf.signal.rfft(x, [6]))),
        tf.math.imag(tf.signal.rfft(x, [12])),
    ),
    normal(2, 9),
)
case(
    "branch of data",
    lambda x, i: tf.switch_case(i, [lambda: x + 1, lambda: x * 2, lambda: tf.exp(x)]),
    normal(3, 4),
    np.asarray(1, np.int32),
)
case(
    "branch beyond the last",
    lambda x, i: tf.switch_case(i, [lambda: x + 1, lambda: tf.exp(x)]),
    normal(3, 4),
    np.asarray(7, np.int32),
)


def _first(op: str) -> str:
    """The name of the operand of an operator."""
    named = {"Relu", "Relu6", "Elu", "Selu", "Softplus", "Softsign"}
    return "features" if op in named else "x"


def made(name: str) -> dict[str, np.ndarray]:
    """The graph of a case, its inputs and what is computed."""
    function, inputs = CASES[name]
    graph = tf.Graph()
    with graph.as_default():
        (v1.disable_control_flow_v2 if name.endswith("v1") else v1.enable_control_flow_v2)()
        places = [
            v1.placeholder(array.dtype, array.shape, f"in{number}")
            for number, array in enumerate(inputs)
        ]
        try:
            found = function(*places)
        except Exception as error:
            raise ValueError(name) from error
        results = list(found) if isinstance(found, (tuple, list)) else [found]
        outputs = [tf.identity(item, f"out{number}") for number, item in enumerate(results)]
    with v1.Session(graph=graph) as session:
        values = session.run(outputs, dict(zip(places, inputs, strict=True)))
    data = graph.as_graph_def().SerializeToString()
    return {
        "graph": np.frombuffer(data, np.uint8),
        **{f"in{number}": array for number, array in enumerate(inputs)},
        **{f"out{number}": value for number, value in enumerate(values)},
    }


if __name__ == "__main__":
    stored = {f"{name}/{key}": array for name in CASES for key, array in made(name).items()}
    np.savez_compressed(Path(__file__).with_name("cases.npz"), allow_pickle=False, **stored)
    sys.stdout.write(f"{len(CASES)} cases\n")
