"""Operators of single elements, and reductions."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from tests.frontends.tensorflow.made_cases.table import IMAGE, KERNEL, POSITIVE, CaseTable

TABLE = CaseTable()
case, normal, whole = TABLE.case, TABLE.normal, TABLE.whole
v1 = tf.compat.v1
raw = tf.raw_ops
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


def _first(op: str) -> str:
    """The name of the operand of an operator."""
    named = {"Relu", "Relu6", "Elu", "Selu", "Softplus", "Softsign"}
    return "features" if op in named else "x"


def _with_zeros(*shape: int) -> np.ndarray:
    return np.round(normal(*shape)) * np.float32(0.5)


case(
    "zero times",
    lambda x, y: (
        tf.math.xlogy(x, tf.abs(y)),
        tf.math.xdivy(x, y + 0.25),
        tf.math.xlog1py(x, tf.abs(y)),
        tf.math.atan2(x, y),
        tf.math.atan2(y, x),
    ),
    _with_zeros(6, 9),
    _with_zeros(6, 9),
)
case("inverted bits", tf.bitwise.invert, whole(-9, 9, 4, 5))
for dtype in (np.int32, np.uint8, np.int64):
    case(
        f"moved bits of {np.dtype(dtype).name}",
        lambda x, y: (
            *(tf.bitwise.left_shift(x, y), tf.bitwise.right_shift(x, y)),
            *(tf.bitwise.bitwise_or(x, y), tf.bitwise.bitwise_xor(x, y), tf.bitwise.invert(x)),
            tf.raw_ops.PopulationCount(x=x),
        ),
        (whole(-(2**31), 2**31 - 1, 4, 5) >> whole(0, 31, 4, 5)).astype(dtype),
        whole(0, 40, 4, 5).astype(dtype),
    )
case(
    "running logarithms of sums",
    lambda x: tuple(
        tf.math.cumulative_logsumexp(x, 1, exclusive=exclusive, reverse=reverse)
        for exclusive in (False, True)
        for reverse in (False, True)
    ),
    normal(3, 7) * 40,
)
case(
    "histogram",
    lambda x: (
        tf.histogram_fixed_width(x, [-1.0, 2.0], 7),
        tf.histogram_fixed_width(x, [tf.reduce_min(x), tf.reduce_max(x)], 5, tf.int64),
    ),
    normal(6, 9),
)
for op in ("Lgamma", "Digamma"):
    case(f"unary {op}", lambda x, op=op: getattr(raw, op)(x=x), normal(6, 9) * 4)
case(
    "unary Erfinv",  # in float32 TensorFlow is 3e-5 off
    lambda x: tf.cast(raw.Erfinv(x=tf.cast(x, tf.float64)), tf.float32),
    np.tanh(normal(6, 9) * 2),
)
case("unary Ndtri", lambda x: raw.Ndtri(x=x), (np.tanh(normal(6, 9) * 2) + 1) / 2)
case("tails of erf", lambda x: tf.math.log(raw.Erfc(x=x)), np.abs(np.tanh(normal(6, 9))) * 9)
case(
    "quotients rounded towards 0",
    lambda x, y: (raw.TruncateDiv(x=x * 9, y=y), raw.TruncateDiv(x=x * 9, y=-0.7)),
    normal(3, 5),
    normal(3, 5),
)
