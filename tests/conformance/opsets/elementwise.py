"""Cases of operators on single elements, and of normalisations."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tests.conformance.opsets.cases import Case, Specification, floats, integers, pick, shape

Random = np.random.Generator

_UNARY = (
    *("Abs", "Ceil", "Elu", "Exp", "Floor", "HardSigmoid", "LeakyRelu", "Log", "Neg"),
    *("Reciprocal", "Relu", "Selu", "Sigmoid", "Sqrt", "Tanh", "Erf", "Sign", "IsNaN"),
)
_ATTRIBUTES: Mapping[str, tuple[str, ...]] = {
    "Elu": ("alpha",),
    "HardSigmoid": ("alpha", "beta"),
    "LeakyRelu": ("alpha",),
    "Selu": ("alpha", "gamma"),
}
_DEFAULTS = {"alpha": 1.6732, "gamma": 1.0507}
#: Since operator set 6 nothing is written over an input.
_IN_PLACE = (13, ("consumed_inputs",))
_COMPARED = ("Equal", "Greater", "Less")
_LOGICAL = ("And", "Or", "Xor")
_BINARY = {
    "Add": np.add,
    "And": np.logical_and,
    "Div": np.divide,
    "Equal": np.equal,
    "Greater": np.greater,
    "Less": np.less,
    "Mul": np.multiply,
    "Or": np.logical_or,
    "Pow": np.power,
    "Sub": np.subtract,
    "Xor": np.logical_xor,
}


def unary(op_type: str, version: int, random: Random) -> Case:
    x = np.abs(floats(random, *shape(random))) + np.float32(0.1)
    if op_type not in ("Log", "Sqrt"):
        x *= random.choice([-1, 1], x.shape).astype(np.float32)
    attributes = {
        name: round(float(random.uniform(0.1, 0.9)), 3)
        for name in _ATTRIBUTES.get(op_type, ())
        if random.random() < 0.5
    }
    if version < 6:
        attributes["consumed_inputs"] = [0]  # type: ignore[assignment]
    if op_type == "Selu":
        return Case(op_type, [x], attributes, specification=_selu(attributes))
    return Case(op_type, [x], attributes, later=_IN_PLACE)


def _selu(attributes: Mapping[str, float]) -> Specification:
    """With the defaults before operator set 6."""
    alpha, gamma = (attributes.get(name, value) for name, value in _DEFAULTS.items())
    return lambda x: np.float32(gamma) * np.where(x > 0, x, np.float32(alpha) * np.expm1(x))


def is_infinite(op_type: str, version: int, random: Random) -> Case:
    x = random.choice([1.0, np.inf, -np.inf, np.nan], shape(random)).astype(np.float32)
    attributes = {
        name: int(random.integers(2))
        for name in ("detect_negative", "detect_positive")
        if random.random() < 0.5
    }
    return Case(op_type, [x], attributes)


def clip(op_type: str, version: int, random: Random) -> Case:
    dtype = pick(random, np.float32, np.float64, np.float16) if version < 11 else np.float32
    x = floats(random, *shape(random)).astype(dtype)
    bounds = {
        name: round(float(random.uniform(*ends)), 2)
        for name, ends in (("min", (-1, 0)), ("max", (0, 1)))
        if random.random() < 0.7
    }
    if version < 11:
        low, high = bounds.get("min", -np.inf), bounds.get("max", np.inf)
        return Case(
            op_type,
            [x],
            bounds,
            specification=lambda x: np.clip(x, dtype(low), dtype(high)),
        )
    arrays = [np.asarray(bounds[n], dtype) if n in bounds else None for n in ("min", "max")]
    return Case(op_type, [x, *arrays], constants=[n + 1 for n in (0, 1) if arrays[n] is not None])


def binary(op_type: str, version: int, random: Random) -> Case:
    whole = shape(random)
    attributes: dict[str, int] = {}
    if version >= 7:
        other = tuple(size if random.random() < 0.6 else 1 for size in whole)
        other = other[int(random.integers(len(other) + 1)) :]
        place = len(whole) - len(other)
    else:
        place = int(random.integers(len(whole)))
        other = whole[place : int(random.integers(place, len(whole))) + 1]
        attributes = {"broadcast": 1, "axis": pick(random, place, place - len(whole))}
        if place + len(other) == len(whole) and random.random() < 0.5:
            del attributes["axis"]
        if other == whole and random.random() < 0.5:
            attributes = {}
        if random.random() < 0.1:
            other, place, attributes = (1,), len(whole) - 1, {"broadcast": 1}
    a, b = (_numbers(op_type, random, size) for size in (whole, other))
    behind = (1,) * (len(whole) - place - len(other))
    function = _BINARY[op_type]
    return Case(
        op_type,
        [a, b],
        attributes,
        specification=lambda a, b: function(a, b.reshape((*b.shape, *behind))),
    )


def _numbers(op_type: str, random: Random, size: tuple[int, ...]) -> np.ndarray:
    if op_type in _LOGICAL:
        return random.random(size) < 0.5
    if op_type in _COMPARED:
        return random.integers(0, 3, size).astype(np.int32 if op_type == "Equal" else np.float32)
    positive = np.abs(random.standard_normal(size)) + 0.3
    return np.asarray(positive, np.float32)


def variadic(op_type: str, version: int, random: Random) -> Case:
    whole = shape(random)
    count = int(random.integers(1, 4))
    sizes = [whole] * count
    if version >= 8:
        sizes = [tuple(size if random.random() < 0.6 else 1 for size in whole) for _ in sizes]
    attributes = {"consumed_inputs": [0] * count} if version < 6 else {}
    return Case(op_type, [floats(random, *size) for size in sizes], attributes, later=_IN_PLACE)


def prelu(op_type: str, version: int, random: Random) -> Case:
    whole = shape(random, 2)
    if version < 7:
        size = pick(random, (whole[1],), (1,))
        behind = (1,) * (len(whole) - 2) if size[0] > 1 else ()
    else:
        size = tuple(size if random.random() < 0.6 else 1 for size in whole)[1:]
        behind = ()
    attributes = {"consumed_inputs": [0, 0]} if version < 6 else {}
    return Case(
        op_type,
        [floats(random, *whole), floats(random, *size)],
        attributes,
        specification=lambda x, slope: np.where(
            x < 0, x * slope.reshape((*slope.shape, *behind)), x
        ),
    )


def batch_normalization(op_type: str, version: int, random: Random) -> Case:
    whole = shape(random, 3)
    attributes: dict[str, object] = {"epsilon": 1e-3}
    per = whole[1:2]
    if version < 9 and random.random() < 0.6:
        attributes["spatial"] = int(random.integers(2))
        per = whole[1:] if attributes["spatial"] == 0 else per
    if version < 7:
        attributes["is_test"] = 1
    if version < 6:
        attributes["consumed_inputs"] = [0, 0, 0, 1, 1]
    parts = [floats(random, *per) for _ in range(4)]
    parts[3] = np.abs(parts[3]) + np.float32(0.1)
    behind = (1,) * (len(whole) - 1 - len(per))

    def specification(x: np.ndarray, *parts: np.ndarray) -> np.ndarray:
        scale, bias, mean, variance = (part.reshape((*part.shape, *behind)) for part in parts)
        return np.asarray((x - mean) / np.sqrt(variance + 1e-3) * scale + bias, np.float32)

    return Case(
        op_type,
        [floats(random, *whole), *parts],
        attributes,
        constants=pick(random, (), (1, 2, 3, 4)),
        specification=specification,
    )


def instance_normalization(op_type: str, version: int, random: Random) -> Case:
    whole = (*shape(random, 2, 2), 4, int(random.integers(2, 5)))
    attributes = {"consumed_inputs": [0, 0, 0]} if version < 6 else {}
    parts = [floats(random, whole[1]) for _ in ("scale", "bias")]
    return Case(op_type, [floats(random, *whole), *parts], attributes, later=_IN_PLACE)


def group_normalization(op_type: str, version: int, random: Random) -> Case:
    groups = int(random.integers(1, 4))
    channels = groups * int(random.integers(1, 4))
    whole = (2, channels, *integers(random, 2, 4, int(random.integers(1, 3))))
    per = groups if version < 21 else channels

    def specification(x: np.ndarray, scale: np.ndarray, bias: np.ndarray) -> np.ndarray:
        grouped = x.reshape(x.shape[0], groups, -1).astype(np.float64)
        normal = grouped - grouped.mean(2, keepdims=True)
        normal = (normal / np.sqrt(grouped.var(2, keepdims=True) + 1e-5)).reshape(x.shape)
        own = [np.repeat(item, channels // len(item)) for item in (scale, bias)]
        factor, term = (item.reshape(-1, *(1 for _ in x.shape[2:])) for item in own)
        return np.asarray(normal * factor + term, np.float32)

    return Case(
        op_type,
        [floats(random, *whole), floats(random, per), floats(random, per)],
        {"num_groups": groups},
        specification=specification,
    )


def local_response(op_type: str, version: int, random: Random) -> Case:
    attributes = {"size": int(pick(random, 1, 3, 5)), "alpha": 0.1, "beta": 0.7, "bias": 1.5}
    return Case(op_type, [floats(random, 2, int(random.integers(1, 6)), 3, 4)], attributes)


def mean_variance(op_type: str, version: int, random: Random) -> Case:
    attributes = pick(random, {}, {"axes": [0, 2, 3]}, {"axes": [2, 3]})
    return Case(op_type, [floats(random, 3, 3, 3, 2)], attributes)


GENERATORS = {
    **dict.fromkeys(_UNARY, unary),
    **dict.fromkeys(_BINARY, binary),
    **dict.fromkeys(("Max", "Mean", "Min", "Sum"), variadic),
    "IsInf": is_infinite,
    "Clip": clip,
    "PRelu": prelu,
    "BatchNormalization": batch_normalization,
    "InstanceNormalization": instance_normalization,
    "GroupNormalization": group_normalization,
    "LRN": local_response,
    "MeanVarianceNormalization": mean_variance,
}
