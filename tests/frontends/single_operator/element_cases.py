"""Cases of operators that compute element by element."""

from __future__ import annotations

import math

import numpy as np

from tests.frontends.single_operator.case import Case, Given
from tests.frontends.single_operator.values import (
    IMAGE,
    POSITIVE,
    Function,
    X,
    Y,
    last,
    number,
    real,
    true,
    whole,
)


def sigmoid(x: np.ndarray) -> np.ndarray:
    return np.asarray(1 / (1 + np.exp(-x)))


def erf(x: np.ndarray) -> np.ndarray:
    return np.asarray(np.vectorize(math.erf)(x), x.dtype)


def gelu(x: np.ndarray) -> np.ndarray:
    return np.asarray(x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) / 2)


def gelu_slope(x: np.ndarray) -> np.ndarray:
    wide, step = x.astype(np.float64), 1e-5
    return np.asarray((gelu(wide + step) - gelu(wide - step)) / (2 * step), x.dtype)


def softmax(x: np.ndarray, axis: int = -1) -> np.ndarray:
    powers = np.exp(x - x.max(axis, keepdims=True))
    return np.asarray(powers / powers.sum(axis, keepdims=True))


def xlogy(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.asarray([0, x[1] * np.log(y[1])], np.float32)


def xdivy(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.asarray([0, x[1] / y[1]], np.float32)


def turned(x: np.ndarray) -> np.ndarray:
    return np.concatenate([-x[..., 2:], x[..., :2]], -1)


#: Numbers that are none, infinite and finite.
ODD = np.asarray([np.nan, np.inf, -np.inf, 1], np.float32)
_UNARY: list[tuple[str, np.ndarray, Function]] = [
    ("Abs", X, np.abs),
    ("Neg", X, np.negative),
    ("Sqrt", POSITIVE, np.sqrt),
    ("Rsqrt", POSITIVE, lambda x: 1 / np.sqrt(x)),
    ("Reciprocal", POSITIVE, lambda x: 1 / x),
    ("Square", X, np.square),
    ("Erf", X, erf),
    ("Sin", X, np.sin),
    ("Cos", X, np.cos),
    ("Tan", X / 2, np.tan),
    ("Asin", X / 2, np.arcsin),
    ("Acos", X / 2, np.arccos),
    ("Atan", X, np.arctan),
    ("Sinh", X, np.sinh),
    ("Cosh", X, np.cosh),
    ("Asinh", X, np.arcsinh),
    ("Acosh", POSITIVE + 1, np.arccosh),
    ("Atanh", X / 3, np.arctanh),
    ("Floor", X, np.floor),
    ("Ceil", X, np.ceil),
    ("Rint", np.asarray([0.5, 1.5, -0.5, 2.4], np.float32), np.rint),
    ("Round", np.asarray([0.5, 1.5, -0.5, 2.6], np.float32), np.rint),
    ("Sign", X, np.sign),
    ("Log1p", POSITIVE, np.log1p),
    ("Expm1", X, np.expm1),
    ("Exp", X, np.exp),
    ("Log", POSITIVE, np.log),
    ("LogicalNot", true(3, 4), np.logical_not),
    ("Invert", whole(3, 4), np.invert),
    ("ZerosLike", X, np.zeros_like),
    ("OnesLike", X, np.ones_like),
    ("Identity", X, lambda x: x),
    ("Relu", X, lambda x: np.maximum(x, 0)),
    ("Relu6", 4 * X, lambda x: np.clip(x, 0, 6)),
    ("Sigmoid", X, sigmoid),
    ("Tanh", X, np.tanh),
    ("Softplus", X, lambda x: np.log1p(np.exp(x))),
    ("Softsign", X, lambda x: x / (1 + np.abs(x))),
    ("Selu", X, lambda x: 1.050701 * np.where(x > 0, x, 1.6732632 * np.expm1(x))),
    ("HardSwish", 3 * X, lambda x: x * np.clip(x / 6 + 0.5, 0, 1)),
    ("Mish", X, lambda x: x * np.tanh(np.log1p(np.exp(x)))),
    ("Gelu", X, gelu),
    ("GeluV2", X, lambda x: x * (1 + erf(x / np.float32(math.sqrt(2)))) / 2),
    ("FastGelu", X, lambda x: x * sigmoid(np.float32(1.702) * x)),
    ("Swish", X, lambda x: x * sigmoid(x)),
    ("HardSigmoid", 3 * X, lambda x: np.clip(np.float32(0.16666666) * x + 0.5, 0, 1)),
    ("Elu", X, lambda x: np.where(x > 0, x, np.expm1(x))),
    ("LeakyRelu", X, lambda x: np.where(x > 0, x, 0)),
    ("SoftmaxV2", X, softmax),
    ("LogSoftmaxV2", X, lambda x: np.log(softmax(x))),
    ("LogSigmoid", X, lambda x: np.log(sigmoid(x))),
    ("SoftplusV2", 20 * X, lambda x: np.log1p(np.exp(x.astype(np.float64)))),
    ("HardShrink", X, lambda x: np.where(np.abs(x) > 0.5, x, 0)),
    ("SoftShrink", X, lambda x: np.sign(x) * np.maximum(np.abs(x) - 0.5, 0)),
    ("SwiGlu", X, lambda x: x[..., :2] * sigmoid(x[..., :2]) * x[..., 2:]),
    ("IsNan", ODD, np.isnan),
    ("IsInf", ODD, np.isinf),
    ("IsFinite", ODD, np.isfinite),
    ("L2Loss", X, lambda x: (x * x).sum() / 2),
    ("Tril", X, np.tril),
    ("Triu", X, np.triu),
]
_BINARY: list[tuple[str, np.ndarray, np.ndarray, Function]] = [
    ("Add", X, real(4), np.add),
    ("Sub", X, Y, np.subtract),
    ("Mul", X, real(3, 1), np.multiply),
    ("Div", X, POSITIVE, np.divide),
    ("RealDiv", X, POSITIVE, np.divide),
    ("DivNoNan", X, np.where(X > 0, X, 0), lambda x, y: np.where(y == 0, 0, x / (y + (y == 0)))),
    ("FloorDiv", whole(3, 4), whole(3, 4, low=1), np.floor_divide),
    ("FloorDiv", X, POSITIVE, np.floor_divide),
    ("FloorMod", whole(3, 4), whole(3, 4, low=1), np.mod),
    ("FloorMod", X, POSITIVE, np.mod),
    ("Mod", whole(3, 4), whole(3, 4, low=1), np.fmod),
    ("Pow", POSITIVE, Y, np.power),
    ("Maximum", X, Y, np.maximum),
    ("Minimum", X, Y, np.minimum),
    ("SquaredDifference", X, Y, lambda x, y: (x - y) ** 2),
    ("Equal", whole(9, high=-7), whole(9, high=-7), np.equal),
    ("NotEqual", whole(9, high=-7), whole(9, high=-7), np.not_equal),
    ("Greater", X, Y, np.greater),
    ("GreaterEqual", X, Y, np.greater_equal),
    ("Less", X, Y, np.less),
    ("LessEqual", X, Y, np.less_equal),
    ("LogicalAnd", true(9), true(9), np.logical_and),
    ("LogicalOr", true(9), true(9), np.logical_or),
    ("BitwiseAnd", whole(9), whole(9), np.bitwise_and),
    ("BitwiseOr", whole(9), whole(9), np.bitwise_or),
    ("BitwiseXor", whole(9), whole(9), np.bitwise_xor),
    ("ReluGrad", X, Y, lambda dy, y: np.where(y > 0, dy, 0)),
    ("LeakyReluGrad", X, Y, lambda dy, y: np.where(y > 0, dy, 0)),
    ("Relu6Grad", X, 4 * Y, lambda dy, y: np.where((y > 0) & (y < 6), dy, 0)),
    ("SqrtGrad", POSITIVE, Y, lambda y, dy: dy / 2 / y),
    ("RsqrtGrad", POSITIVE, Y, lambda y, dy: -dy / 2 * y**3),
    ("ReciprocalGrad", POSITIVE, Y, lambda y, dy: -dy * y * y),
    (
        "LogSoftmaxGrad",
        X,
        np.log(softmax(Y)),
        lambda g, x: g - np.exp(x) * g.sum(-1, keepdims=True),
    ),
    (
        "SoftmaxCrossEntropyWithLogits",
        real(3, 4),
        softmax(real(3, 4)),
        lambda x, y: (-(y * np.log(softmax(x))).sum(-1), softmax(x) - y),
    ),
    ("Xlogy", np.asarray([0, 2], np.float32), np.asarray([0, 3], np.float32), xlogy),
    ("Xdivy", np.asarray([0, 2], np.float32), np.asarray([0, 4], np.float32), xdivy),
    ("SigmoidGrad", X, Y, lambda y, dy: y * (1 - y) * dy),
    ("TanhGrad", X, Y, lambda y, dy: (1 - y * y) * dy),
    ("SoftmaxGrad", softmax(X), Y, lambda s, g: (g - (g * s).sum(-1, keepdims=True)) * s),
    ("MatMul", real(3, 5), real(5, 4), np.matmul),
    ("MatMulV2", real(3, 5), real(5, 4), np.matmul),
    ("MatMulV3", real(3, 5), real(5, 4), np.matmul),
    ("BatchMatMul", real(2, 3, 5), real(2, 5, 4), np.matmul),
    ("BatchMatMulV2", real(2, 3, 5), real(5, 4), np.matmul),
    ("BatchMatMulV3", real(2, 3, 5), real(2, 5, 4), np.matmul),
]
_ARITHMETIC = [
    Case(
        "LeakyReluGrad", [X, Y], lambda g, x: np.where(x > 0, g, g / 8), {"negative_slope": 0.125}
    ),
    Case("SoftplusV2", [X], lambda x: np.log1p(np.exp(x / 2)) * 2, {"beta": 0.5}),
    Case("Power", [X], lambda x: (3 * x + 1) ** 2, {"power": 2.0, "scale": 3.0, "shift": 1.0}),
    Case("MaskedFill", [X, true(3, 4), number(7)], lambda x, m, _: np.where(m, np.float32(7), x)),
    Case("RotaryMul", [X, Y, real(4)], lambda x, a, b: x * a + turned(x) * b),
    Case("ClipByValueV2", [X, number(-0.5), number(0.5)], lambda x, a, b: np.clip(x, -0.5, 0.5)),
    Case("Adds", [X], lambda x: x + np.float32(1.5), {"value": 1.5}),
    Case("Muls", [X], lambda x: x * np.float32(1.5), {"value": 1.5}),
    Case("Axpy", [X, Y], lambda x, y: x + np.float32(0.5) * y, {"alpha": 0.5}),
    Case("FusedMulAdd", [X, Y, POSITIVE], lambda a, b, c: a * b + c),
    Case("Addcmul", [X, Y, POSITIVE, real(1)], lambda i, a, b, v: i + v * a * b),
    Case("Addcdiv", [X, Y, POSITIVE, real(1)], lambda i, a, b, v: i + v * a / b),
    Case("Lerp", [X, Y, real(1)], lambda a, b, w: a + w * (b - a)),
    Case("AddN", [Given(X, group="x"), Given(Y, group="x")], np.add, {"N": 2}),
    Case("AccumulateNV2", [X, Y, POSITIVE], lambda a, b, c: a + b + c, {"N": 3}),
    Case("Eltwise", [X, Y], lambda a, b: 2 * a - b, {"N": 2, "mode": 1, "coeff": [2.0, -1.0]}),
    Case("Eltwise", [X, Y], np.multiply, {"N": 2, "mode": 0}),
    Case("Eltwise", [X, Y], np.maximum, {"N": 2, "mode": 2}),
    Case("Exp", [X], lambda x: 2 ** (3 * x + 1), {"base": 2.0, "scale": 3.0, "shift": 1.0}),
    Case(
        "Log", [POSITIVE], lambda x: np.log2(3 * x + 1), {"base": 2.0, "scale": 3.0, "shift": 1.0}
    ),
    Case("Select", [true(2), X, Y], lambda c, a, b: np.where(c[:, None, None], a, b)),
    Case("Select", [true(2, 3, 4), X, Y], np.where),
    Case("SelectV2", [true(3, 1), X, Y], np.where),
    Case("ClipByValue", [X, number(-0.5), number(0.5)], lambda x, a, b: np.clip(x, -0.5, 0.5)),
    Case(
        "Scale",
        [X, real(3), real(3)],
        lambda x, s, b: x * s[:, None] + b[:, None],
    ),
    Case("Cast", [X], lambda x: x.astype(np.int32), {"dst_type": 3}),
    Case("Cast", [whole(3)], lambda x: x.astype(np.float16), {"dst_type": 1}),
    Case("PRelu", [IMAGE, real(3)], lambda x, w: np.where(x > 0, x, x * w[:, None, None])),
    Case(
        "PRelu",
        [last(IMAGE), Given(real(3), format="ND")],
        lambda x, w: np.where(x > 0, x, x * w),
        format="NHWC",
    ),
    Case("LeakyRelu", [X], lambda x: np.where(x > 0, x, x / 8), {"negative_slope": 0.125}),
    Case("Elu", [X], lambda x: np.where(x > 0, x, 2 * np.expm1(x)), {"alpha": 2.0}),
    Case("Swish", [X], lambda x: x * sigmoid(2 * x), {"scale": 2.0}),
    Case("GeluV2", [X], gelu, {"approximate": "tanh"}),
    Case("GeluGrad", [X, Y, gelu(Y)], lambda dy, x, y: dy * gelu_slope(x), tolerance=1e-4),
    Case("SoftmaxV2", [X], lambda x: softmax(x, 1), {"axes": [1]}),
    Case("BiasAdd", [IMAGE, Given(real(3))], lambda x, b: x + b[:, None, None], format="NCHW"),
    Case("BiasAdd", [last(IMAGE), real(3)], np.add, format="NHWC"),
    Case("BiasAdd", [real(2, 3), real(3)], np.add),
    Case("BiasAddGrad", [IMAGE], lambda x: x.sum((0, 2, 3)), format="NCHW"),
    Case("BiasAddGrad", [real(5, 3)], lambda x: x.sum(0)),
]
ELEMENT_CASES = [
    *[Case(op, [x], function) for op, x, function in _UNARY],
    *[Case(op, [x, y], function) for op, x, y, function in _BINARY],
    *_ARITHMETIC,
]
