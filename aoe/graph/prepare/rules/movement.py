"""Operators that only move elements become views where regular, else a Gather."""

from __future__ import annotations

from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_shape,
    integer,
    integers_of,
    operand,
    producer,
    shape_of,
    text,
    used_once,
)
from aoe.graph.prepare.rule_application import rule_for


@rule_for("Gather", "GatherND")
def gather_to_slice(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Gather and GatherND at constant, evenly spaced positions become a Slice."""
    value, where = operand(node, 0), constant_of(operand(node, 1))
    if where is None or where.size == 0:
        return None
    if value is None or not has_shape(value, node.outputs[0]):
        return None
    shape = shape_of(value)
    if node.op_type == "Gather":
        axis = integer(node, "axis", 0) % len(shape)
        positions = where.reshape(-1)
    else:
        if integer(node, "batch_dims", 0):
            return None
        depth = where.shape[-1]
        wrapped = np.where(where < 0, where + np.asarray(shape[:depth]), where).reshape(-1, depth)
        positions = wrapped @ np.asarray([prod(shape[i + 1 : depth]) for i in range(depth)])
        shape = (prod(shape[:depth]), *shape[depth:])
        value, axis = build.reshape(value, shape), 0
    positions = np.where(positions < 0, positions + shape[axis], positions)
    start, steps = int(positions[0]), np.diff(positions)
    step = int(steps[0]) if steps.size else 1
    if step <= 0 or np.any(steps != step) or start + step * steps.size >= shape[axis]:
        return None
    sliced = (*shape[:axis], positions.size, *shape[axis + 1 :])
    if sliced != shape:
        stop = start + step * steps.size + 1
        bounds = [build.integers([item]) for item in (start, stop, axis, step)]
        value = build.make("Slice", [value, *bounds], sliced)
    return build.reshape(value, shape_of(node.outputs[0]))


@rule_for("Pad")
def pad_with_computed_value(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Pad with a number that is computed becomes Pad with 0, and a choice of the number outside. So
    does Pad with a whole number that float64, in which fills are kept, does not have.
    """
    value, amounts, fill = (operand(node, place) for place in range(3))
    if text(node, "mode", "constant") != "constant":
        return None
    if fill is None or _is_float64(constant_of(fill)) or not has_shape(value, fill):
        return None
    widths, named = integers_of(amounts), operand(node, 3)
    if value is None or widths is None or not has_shape(node.outputs[0]):
        return None
    shape, wanted = shape_of(value), shape_of(node.outputs[0])
    axes = tuple(range(len(shape))) if named is None else integers_of(named)
    if axes is None or len(widths) != 2 * len(axes):
        return None
    inside = np.ones((1,) * len(shape), bool)
    for axis, before, after in zip(axes, widths[: len(axes)], widths[len(axes) :], strict=True):
        if before > 0 or after > 0:
            places = np.arange(wanted[axis]) - before
            within = (places >= 0) & (places < shape[axis])
            sizes = [-1 if n == axis % len(shape) else 1 for n in range(len(shape))]
            inside = inside & within.reshape(sizes)
    others = [] if named is None else [None, named]
    zeros = build.again(node, [value, amounts, *others], wanted)
    choice = [build.constant(inside), zeros, build.reshape(fill, ())]
    return build.make("Where", choice, wanted, value.dtype)


def _is_float64(constant: np.ndarray | None) -> bool:
    """Whether a number is known, and is one of float64."""
    if constant is None:
        return False
    return (
        not constant.size
        or constant.dtype.kind not in "iu"
        or (int(constant.item()) == int(float(constant.item())))
    )


@rule_for("GatherElements")
def fold_gather_elements(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """GatherElements of constants is computed here: onnx's evaluator refuses unequal shapes."""
    data, where = constant_of(operand(node, 0)), constant_of(operand(node, 1))
    if data is None or where is None:
        return None
    axis = integer(node, "axis", 0) % data.ndim
    within = tuple(slice(None if i == axis else size) for i, size in enumerate(where.shape))
    return build.constant(np.take_along_axis(data[within], where, axis))


@rule_for("DepthToSpace", "SpaceToDepth")
def depth_and_space(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """DepthToSpace and SpaceToDepth become views around one Transpose."""
    value = operand(node, 0)
    if value is None or not has_shape(value, node.outputs[0]):
        return None
    batch, channels, height, width = shape_of(value)
    block = integer(node, "blocksize", 1)
    columns_first = text(node, "mode", "DCR") == "CRD"
    if node.op_type == "SpaceToDepth":
        split: tuple[int, ...] = (batch, channels, height // block, block, width // block, block)
        perm = (0, 1, 3, 5, 2, 4) if columns_first else (0, 3, 5, 1, 2, 4)
    elif columns_first:
        split = (batch, channels // block**2, block, block, height, width)
        perm = (0, 1, 4, 2, 5, 3)
    else:
        split = (batch, block, block, channels // block**2, height, width)
        perm = (0, 3, 4, 1, 5, 2)
    pieces = build.reshape(value, split)
    moved = build.make("Transpose", [pieces], [split[axis] for axis in perm], perm=perm)
    return build.reshape(moved, shape_of(node.outputs[0]))


@rule_for("Tile")
def tile(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Tile becomes a broadcast along a new dimension before each repeated one."""
    value, repeats = operand(node, 0), integers_of(operand(node, 1))
    if value is None or repeats is None:
        return None
    if not has_shape(value, node.outputs[0]):
        return None
    split, spread = [], []
    for size, times in zip(shape_of(value), repeats, strict=True):
        split += [1, size] if times != 1 else [size]
        spread += [times, size] if times != 1 else [size]
    pieces = build.reshape(value, split)
    if split != spread:
        pieces = build.make("Expand", [pieces, build.integers(spread)], spread)
    return build.reshape(pieces, shape_of(node.outputs[0]))


@rule_for("Reshape")
def stack_equal_parts(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A Reshape that splits the first axis of a Concat into its operands, which are equally long,
    becomes a Concat along a new axis. It may be written in another order of dimensions then. Along
    other axes, as where channels are shuffled, that would interleave single elements.
    """
    value = operand(node, 0)
    joined = producer(value, "Concat")
    if value is None or joined is None or not used_once(value):
        return None
    if not has_shape(*joined.inputs, value, node.outputs[0]):
        return None
    parts = [item for item in joined.inputs if item is not None]
    shape, wanted = shape_of(value), shape_of(node.outputs[0])
    axis = integer(joined, "axis", 0) % len(shape)
    lengths = {shape_of(item)[0] for item in parts}
    if axis or len(lengths) > 1 or wanted != (len(parts), *lengths, *shape[1:]):
        return None
    apart = (1, *lengths, *shape[1:])
    return build.make("Concat", [build.reshape(item, apart) for item in parts], wanted, axis=0)


@rule_for("Compress")
def compress(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Compress with a constant condition becomes a Gather at the positions where it holds."""
    value, condition = operand(node, 0), constant_of(operand(node, 1))
    if value is None or condition is None or not has_shape(value):
        return None
    axis = integer(node, "axis", 0)
    if "axis" not in node.attributes:
        value = build.reshape(value, (prod(shape_of(value)),))
    positions = np.flatnonzero(condition.reshape(-1)[: shape_of(value)[axis]])
    return build.infer("Gather", value, build.integers(positions.tolist()), axis=axis)


@rule_for("ReverseSequence")
def reverse_sequence(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """ReverseSequence becomes GatherElements, with positions mirrored within each sequence's
    length.
    """
    value, lengths = operand(node, 0), operand(node, 1)
    if not has_shape(value, lengths):
        return None
    assert value is not None
    assert lengths is not None
    shape, rank = shape_of(value), len(shape_of(value))
    batch, time = integer(node, "batch_axis", 1), integer(node, "time_axis", 0)
    along_time = [1] * rank
    along_time[time] = shape[time]
    along_batch = [1] * rank
    along_batch[batch] = shape[batch]
    steps = build.constant(np.arange(shape[time]).reshape(along_time))
    ends = build.reshape(build.cast(lengths, onnx_ir.DataType.INT64), along_batch)
    mirrored = build.infer("Sub", build.infer("Sub", ends, build.integers([1])), steps)
    inside = build.infer("Less", steps, ends)
    positions = build.infer("Where", inside, mirrored, steps)
    everywhere = build.make("Expand", [positions, build.integers(shape)], shape)
    return build.make("GatherElements", [value, everywhere], shape, axis=time)


RULES: tuple[Rule, ...] = (
    gather_to_slice,
    pad_with_computed_value,
    fold_gather_elements,
    depth_and_space,
    tile,
    stack_equal_parts,
    compress,
    reverse_sequence,
)
