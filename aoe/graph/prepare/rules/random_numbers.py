"""RandomUniform, RandomNormal, both with the shape of a value, Bernoulli and Multinomial.

The generator is SplitMix64, by counter: number i of draw d of a node is mixed from the node's seed
and from d·n + i, for n numbers a draw. The session counts draws, one each inference, from 0 on, and
gives the count to the model as an input that users do not see (`aoe.runtime.plan.DRAW`). So
sessions of one model draw the same numbers, in every inference other ones. A node without the
attribute `seed` has its number in the model as its seed.

Sources: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014; Box and
Muller, "A note on the generation of random normal deviates", 1958.
"""

from __future__ import annotations

from math import pi, prod

import numpy as np
import onnx_ir
from onnx_ir import DataType

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    has_shape,
    integer,
    integers,
    number,
    operand,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for
from aoe.runtime.plan import DRAW

_GOLDEN = 0x9E3779B97F4A7C15
#: The shifts and multipliers of SplitMix64, in order.
_MIXING = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, None))
#: Bits of a uniform number: as many as the fraction of its type has, and one.
_BITS = {DataType.FLOAT: 24, DataType.DOUBLE: 53}
_WHOLE = (DataType.INT32, DataType.INT64)
#: An attribute in which nodes differ that draw different numbers.
_APART = "aoe_number"


def keep_apart(model: onnx_ir.Model) -> None:
    """Numbers the Bernoulli nodes without a seed, in place. Two of one input draw different
    numbers, but the library would merge them as common subexpressions. It knows the other operators
    that draw.
    """
    nodes = onnx_ir.traversal.RecursiveGraphIterator(model.graph)
    drawing = [node for node in nodes if node.domain == "" and node.op_type == "Bernoulli"]
    for place, node in enumerate(drawing):
        if "seed" not in node.attributes:
            node.attributes[_APART] = onnx_ir.AttrInt64(_APART, place)


@rule_for("RandomUniform", "RandomUniformLike")
def uniform(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """RandomUniform and RandomUniformLike: low + u·(high - low), for u in [0, 1)."""
    found = _shape_and_type(node)
    if found is None:
        return None
    shape, dtype = found
    low, high = number(node, "low", 0.0), number(node, "high", 1.0)
    u = _uniform(node, build, shape, _computed(dtype))
    scaled = build.infer("Mul", u, build.scalar(high - low, u))
    return build.cast(build.infer("Add", scaled, build.scalar(low, u)), dtype)


@rule_for("RandomNormal", "RandomNormalLike")
def normal(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """RandomNormal and RandomNormalLike: mean + scale·√(-2·ln(1 - u))·cos(2π·v)."""
    found = _shape_and_type(node)
    if found is None:
        return None
    shape, dtype = found
    u, v = (_uniform(node, build, shape, _computed(dtype), half) for half in range(2))
    positive = build.infer("Sub", build.scalar(1.0, u), u)
    radius = build.infer("Mul", build.infer("Log", positive), build.scalar(-2.0, u))
    angle = build.infer("Cos", build.infer("Mul", v, build.scalar(2 * pi, v)))
    deviate = build.infer("Mul", build.infer("Sqrt", radius), angle)
    scaled = build.infer("Mul", deviate, build.scalar(number(node, "scale", 1.0), u))
    mean = build.scalar(number(node, "mean", 0.0), u)
    return build.cast(build.infer("Add", scaled, mean), dtype)


@rule_for("Bernoulli")
def bernoulli(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Bernoulli: whether u is below the probability."""
    p = operand(node, 0)
    if p is None or not has_shape(p):
        return None
    assert p.dtype is not None
    wide = _computed(p.dtype)
    below = build.infer("Less", _uniform(node, build, shape_of(p), wide), build.cast(p, wide))
    return build.cast(below, DataType(integer(node, "dtype", int(p.dtype))))


def multinomial(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Multinomial: the class whose part of the cumulative probability holds u."""
    scores = operand(node, 0)
    dtype = DataType(integer(node, "dtype", int(DataType.INT32)))
    if node.op_type != "Multinomial" or scores is None or not has_shape(scores):
        return None
    if dtype not in _WHOLE or len(shape_of(scores)) != 2:
        return None
    rows, classes = shape_of(scores)
    count = integer(node, "sample_size", 1)
    assert scores.dtype is not None
    wide = _computed(scores.dtype)
    p = build.infer("Softmax", build.cast(scores, wide), axis=1)
    summed = build.infer("CumSum", p, build.constant(np.asarray(1, np.int64)))
    u = build.reshape(_uniform(node, build, (rows, count), wide), (rows, count, 1))
    passed = build.infer("LessOrEqual", build.reshape(summed, (rows, 1, classes)), u)
    chosen = build.infer("ReduceSum", build.cast(passed, dtype), build.integers([2]), keepdims=0)
    return build.infer("Min", chosen, build.scalar(classes - 1, chosen))


def _shape_and_type(node: onnx_ir.Node) -> tuple[tuple[int, ...], DataType] | None:
    """The shape and type of what a node draws; None while they are not known."""
    like = operand(node, 0)
    if not node.op_type.endswith("Like"):
        shape = integers(node, "shape")
        dtype = DataType(integer(node, "dtype", int(DataType.FLOAT)))
        return None if shape is None else (shape, dtype)
    if like is None or not has_shape(like):
        return None
    assert like.dtype is not None
    dtype = DataType(integer(node, "dtype", int(like.dtype)))
    return shape_of(like), dtype


def _computed(dtype: DataType) -> DataType:
    """The type in which numbers of a type are computed."""
    return DataType.DOUBLE if dtype == DataType.DOUBLE else DataType.FLOAT


def _uniform(
    node: onnx_ir.Node,
    build: Builder,
    shape: tuple[int, ...],
    dtype: DataType,
    half: int = 0,
) -> onnx_ir.Value:
    """Numbers in [0, 1). `half`: which of two series of a node's seed."""
    count = max(prod(shape), 1)
    draw = _draw_input(node)

    def constant(value: int | np.ndarray) -> onnx_ir.Value:
        return build.constant(np.asarray(value, np.uint64))

    first = build.infer("Mul", draw, constant(2 * count))
    places = np.arange(prod(shape), dtype=np.uint64).reshape(shape) + np.uint64(half * count + 1)
    counted = build.infer("Add", constant(places), first)
    state = build.infer("Mul", counted, constant(_GOLDEN))
    mixed = build.infer("Add", state, constant(_seed(node)))
    for shift, factor in _MIXING:
        high = build.infer("BitShift", mixed, constant(shift), direction="RIGHT")
        mixed = build.infer("BitwiseXor", mixed, high)
        if factor is not None:
            mixed = build.infer("Mul", mixed, constant(factor))
    bits = _BITS[dtype]
    top = build.infer("BitShift", mixed, constant(64 - bits), direction="RIGHT")
    signed = build.cast(top, DataType.INT64 if bits > 31 else DataType.INT32)
    wide = build.cast(signed, dtype)
    return build.infer("Mul", wide, build.scalar(2.0**-bits, wide))


def _seed(node: onnx_ir.Node) -> int:
    """The seed of a node as 64 bits: those of the attribute, or the node's number in the model."""
    if "seed" in node.attributes:
        value = np.float64(number(node, "seed", 0.0))
        return int(value.view(np.uint64))
    graph = node.graph
    assert isinstance(graph, onnx_ir.Graph)
    return list(graph).index(node) * _GOLDEN % (1 << 64)


def _draw_input(node: onnx_ir.Node) -> onnx_ir.Value:
    """The input that counts inferences, which the first node that draws adds to the graph."""
    graph = node.graph
    assert isinstance(graph, onnx_ir.Graph)
    for value in graph.inputs:
        if value.name == DRAW:
            return value
    made = onnx_ir.Value(
        name=DRAW, shape=onnx_ir.Shape(()), type=onnx_ir.TensorType(DataType.UINT64)
    )
    graph.inputs.append(made)
    return made


RULES: tuple[Rule, ...] = (uniform, normal, bernoulli, multinomial)
