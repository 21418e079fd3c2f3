"""Removes work: shrinks constants, moves broadcasts behind pointwise operators, merges views."""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.element_types import is_floating
from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_shape,
    integer,
    integers,
    integers_of,
    operand,
    producer,
    scalar_of,
    shape_of,
    used_once,
)
from aoe.graph.prepare.rule_application import rule_for
from aoe.graph.prepare.shapes.shape_inference import broadcast_shape

#: Pointwise operators of several inputs, with NumPy broadcasting. Those of bits are not among them:
#: rules that unpack weights of few bits put them where they are wanted.
BROADCASTING = frozenset(
    {
        "Add", "Sub", "Mul", "Div", "Pow", "Mod", "Max", "Min", "PRelu", "And", "Or", "Xor",
        "Equal", "Less", "LessOrEqual", "Greater", "GreaterOrEqual", "Where", "Sum", "Mean",
    }
)  # fmt: skip

#: Pointwise operators of one input (the limits of Clip are scalars).
UNARY = frozenset(
    {
        "Abs", "Acos", "Acosh", "Asin", "Asinh", "Atan", "Atanh", "Cast", "Ceil",
        "Celu", "Clip", "Cos", "Cosh", "Elu", "Erf", "Exp", "Floor", "Gelu", "HardSigmoid",
        "HardSwish", "IsInf", "IsNaN", "LeakyRelu", "Log", "Mish", "Neg", "Not", "Reciprocal",
        "Relu", "Round", "Selu", "Shrink", "Sigmoid", "Sign", "Sin", "Sinh", "Softplus", "Softsign",
        "Sqrt", "Swish", "Tan", "Tanh", "ThresholdedRelu",
    }
)  # fmt: skip

#: Larger constants are not searched for repetition.
_LARGE = 1 << 22


def _rebuilt(
    node: onnx_ir.Node, build: Builder, inputs: list[onnx_ir.Value | None]
) -> onnx_ir.Value:
    """The node on other inputs, expanded to its former shape."""
    shape = broadcast_shape(*(shape_of(value) for value in inputs if value is not None))
    return expanded(build, build.again(node, inputs, shape), shape_of(node.outputs[0]))


def expanded(build: Builder, value: onnx_ir.Value, shape: tuple[int, ...]) -> onnx_ir.Value:
    """`value` broadcast to `shape`; `value` itself if it has that shape."""
    if shape_of(value) == shape:
        return value
    return build.make("Expand", [value, build.integers(shape)], shape)


@rule_for(*BROADCASTING)
def shrink_constants(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Constants of pointwise nodes lose leading dimensions and those along which they repeat."""
    if not has_shape(*node.inputs, node.outputs[0]):
        return None
    inputs = list(node.inputs)
    for position, value in enumerate(inputs):
        array = constant_of(value)
        if array is None or array.ndim == 0 or not 0 < array.size <= _LARGE:
            continue
        small = _without_repetition(array)
        if small.shape != array.shape:
            inputs[position] = build.constant(small)
    if inputs == list(node.inputs):
        return None
    return _rebuilt(node, build, inputs)


def _without_repetition(array: np.ndarray) -> np.ndarray:
    for axis, size in enumerate(array.shape):
        if size > 1:
            first = array.take([0], axis)
            if (
                not is_floating(array.dtype)
                and np.array_equal(np.broadcast_to(first, array.shape), array)
            ) or (is_floating(array.dtype) and bool(np.all(array == first))):
                array = first
    while array.ndim and array.shape[0] == 1:
        array = array[0]
    return np.asarray(array, order="C")


@rule_for(*BROADCASTING | UNARY)
def sink_expand(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Pointwise nodes read the input of an Expand; their result is expanded if needed."""
    if not has_shape(*node.inputs, node.outputs[0]):
        return None
    inputs = list(node.inputs)
    for position, value in enumerate(inputs):
        source = producer(value, "Expand")
        if source is not None and has_shape(source.inputs[0]):
            inputs[position] = source.inputs[0]
    if inputs == list(node.inputs):
        return None
    return _rebuilt(node, build, inputs)


#: Nodes that may be views of their first input.
_VIEWS = frozenset({"Expand", "Identity", "Reshape", "Slice", "Split", "Transpose"})
#: The constant that leaves the other input unchanged.
_NEUTRAL = {"Add": 0.0, "Mul": 1.0, "And": 1.0, "Or": 0.0}


@rule_for(*_NEUTRAL, "Where")
def drop_neutral(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """x + 0, 1 · x and the like become x; Where with a constant condition becomes the selected
    input.
    """
    if not has_shape(*node.inputs, node.outputs[0]):
        return None
    shape = shape_of(node.outputs[0])
    if node.op_type == "Where":
        condition = scalar_of(node.inputs[0])
        chosen = None if condition is None else node.inputs[1 if condition else 2]
        return None if chosen is None else expanded(build, chosen, shape)
    for position in (0, 1):
        if scalar_of(node.inputs[position]) == _NEUTRAL[node.op_type]:
            other = node.inputs[1 - position]
            assert other is not None
            return expanded(build, other, shape)
    return None


@rule_for("Reshape", "Transpose", "Expand", "Cast")
def merge_views(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Removes and merges views.

    Views that change nothing vanish. A Reshape of a Reshape, and a Transpose of a Transpose, become
    one. A Transpose that moves only dimensions of size 1 becomes a Reshape.
    """
    value = node.inputs[0] if node.inputs else None
    if value is None or not has_shape(value, node.outputs[0]):
        return None
    same_shape = shape_of(value) == shape_of(node.outputs[0])
    if node.op_type == "Cast":
        return value if value.dtype == node.outputs[0].dtype else None
    if node.op_type == "Transpose":
        return _simpler_transpose(node, value, build)
    if same_shape:
        return value
    before = producer(value, node.op_type)
    if before is None or not has_shape(before.inputs[0]):
        return _explicit_reshape(node, value, build)
    first = before.inputs[0]
    assert first is not None
    shape = shape_of(node.outputs[0])
    return (
        build.reshape(first, shape) if node.op_type == "Reshape" else expanded(build, first, shape)
    )


def _explicit_reshape(
    node: onnx_ir.Node, value: onnx_ir.Value, build: Builder
) -> onnx_ir.Value | None:
    shape = shape_of(node.outputs[0])
    given = constant_of(node.inputs[1])
    if node.op_type != "Reshape" or (given is not None and tuple(given.tolist()) == shape):
        return None
    return build.reshape(value, shape)


def _simpler_transpose(
    node: onnx_ir.Node, value: onnx_ir.Value, build: Builder
) -> onnx_ir.Value | None:
    shape = shape_of(value)
    order = integers(node, "perm") or tuple(reversed(range(len(shape))))
    before = producer(value, "Transpose")
    if before is not None and has_shape(before.inputs[0]):
        first = before.inputs[0]
        assert first is not None
        inner = integers(before, "perm") or tuple(reversed(range(len(shape))))
        return build.make(
            "Transpose", [first], shape_of(node.outputs[0]), perm=[inner[axis] for axis in order]
        )
    moved = [axis for axis in order if shape[axis] > 1]
    return build.reshape(value, shape_of(node.outputs[0])) if moved == sorted(moved) else None


@rule_for(*BROADCASTING | UNARY)
def hoist_above_view(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A pointwise node of one tensor moves before the view it reads, where it can be fused."""
    if not has_shape(*node.inputs, node.outputs[0]):
        return None
    tensors = [value for value in node.inputs if value is not None and scalar_of(value) is None]
    if len(tensors) != 1 or shape_of(tensors[0]) != shape_of(node.outputs[0]):
        return None
    view = producer(tensors[0], "Reshape", "Transpose")
    if view is None or not used_once(tensors[0]) or not has_shape(view.inputs[0]):
        return None
    source = view.inputs[0]
    assert source is not None
    scalars = [value for value in node.inputs if value is not None and value is not tensors[0]]
    if not _is_computed(source) or producer(source, view.op_type) is not None:
        return None  # there is nothing to fuse with, or the views are merged first
    if any(shape_of(value) for value in scalars):
        return None
    inputs = [source if value is tensors[0] else value for value in node.inputs]
    early = build.again(node, inputs, shape_of(source))
    if view.op_type == "Reshape":
        return build.reshape(early, shape_of(node.outputs[0]))
    perm = integers(view, "perm") or tuple(reversed(range(len(shape_of(source)))))
    return build.make("Transpose", [early], shape_of(node.outputs[0]), perm=perm)


def _is_computed(value: onnx_ir.Value) -> bool:
    """Whether a node computes a value, which may be a view; inputs and constants are not."""
    node = value.producer()
    while node is not None and node.op_type in _VIEWS:
        source = node.inputs[0]
        node = None if source is None else source.producer()
    return node is not None


@rule_for(*BROADCASTING | UNARY)
def hoist_above_concat(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A pointwise node of one tensor moves before the Concat it reads, into its operands."""
    if not has_shape(*node.inputs, node.outputs[0]):
        return None
    tensors = [value for value in node.inputs if value is not None and scalar_of(value) is None]
    joined = producer(tensors[0], "Concat") if len(tensors) == 1 else None
    if joined is None or not used_once(tensors[0]) or not has_shape(*joined.inputs):
        return None
    if shape_of(tensors[0]) != shape_of(node.outputs[0]):
        return None
    if not all(value is not None and used_once(value) for value in joined.inputs):
        return None  # another reader needs the operand unchanged: the work would be done twice
    operands = []
    for item in joined.inputs:
        assert item is not None
        inputs = [item if value is tensors[0] else value for value in node.inputs]
        operands.append(build.again(node, inputs, shape_of(item)))
    axis = integer(joined, "axis", 0)
    return build.make("Concat", operands, shape_of(node.outputs[0]), axis=axis)


@rule_for("Slice")
def drop_whole_slice(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A Slice that takes everything, in order, vanishes."""
    value, steps = operand(node, 0), operand(node, 4)
    if value is None or not has_shape(value, node.outputs[0]):
        return None
    numbers = (1,) if steps is None else integers_of(steps)
    if numbers is None or any(step != 1 for step in numbers):
        return None
    return value if shape_of(value) == shape_of(node.outputs[0]) else None


@rule_for("Identity")
def drop_identity(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Identity vanishes, unless it gives an output the name of another value."""
    value = operand(node, 0)
    if value is None or node.outputs[0].is_graph_output():
        return None
    return value


RULES: tuple[Rule, ...] = (
    drop_identity,
    drop_whole_slice,
    shrink_constants,
    drop_neutral,
    sink_expand,
    merge_views,
    hoist_above_view,
    hoist_above_concat,
)
