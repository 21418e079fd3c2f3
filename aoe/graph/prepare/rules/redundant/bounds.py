"""Two limits in a row become one: Relu, Clip, and Min and Max with constants.

Each of them is min(max(x, lower), upper) with numbers or arrays that broadcast. A maximum with c
behind that gives min(max(x, max(lower, c)), max(upper, c)): it raises the upper limit, too. A
minimum with c lowers only the upper limit. So bounds that do not overlap are right as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_shape,
    operand,
    shape_of,
    used_once,
)


@dataclass(frozen=True, slots=True)
class _Bounded:
    """min(max(value, lower), upper); a limit of None bounds nothing.

    Attributes:
        value: What is bounded.
        lower: The lower limit, with the dtype of the value.
        upper: The upper limit, likewise.
    """

    value: onnx_ir.Value
    lower: np.ndarray | None
    upper: np.ndarray | None

    def raised(self, floor: np.ndarray | None) -> _Bounded:
        """The maximum of this and `floor`."""
        if floor is None:
            return self
        upper = None if self.upper is None else np.maximum(self.upper, floor)
        lower = floor if self.lower is None else np.maximum(self.lower, floor)
        return _Bounded(self.value, lower, upper)

    def lowered(self, ceiling: np.ndarray | None) -> _Bounded:
        """The minimum of this and `ceiling`."""
        if ceiling is None:
            return self
        upper = ceiling if self.upper is None else np.minimum(self.upper, ceiling)
        return _Bounded(self.value, self.lower, upper)


def join_bounds(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Limits of a value that nothing else reads and that is limited itself."""
    outer = _bounded(node)
    if outer is None or not used_once(outer.value):
        return None
    before = outer.value.producer()
    inner = None if before is None else _bounded(before)
    if before is None or inner is None:
        return None
    joined = inner.raised(outer.lower).lowered(outer.upper)
    return _built(joined, {before.op_type, node.op_type}, shape_of(node.outputs[0]), build)


def _bounded(node: onnx_ir.Node) -> _Bounded | None:
    """What a node computes, if it limits one computed value by constants that are no NaN."""
    if node.domain or node.op_type not in ("Relu", "Clip", "Max", "Min"):
        return None
    if not has_shape(node.outputs[0]):
        return None
    if node.op_type in ("Max", "Min"):
        return _of_extremum(node)
    value = operand(node, 0)
    if value is None or not has_shape(value):
        return None
    assert value.dtype is not None
    if node.op_type == "Relu":
        return _Bounded(value, np.zeros((), value.dtype.numpy()), None)
    limits = [constant_of(operand(node, position)) for position in (1, 2)]
    for position, limit in zip((1, 2), limits, strict=True):
        if operand(node, position) is not None and (limit is None or not _is_usable(limit)):
            return None
    lower, upper = (None if limit is None else limit.reshape(()) for limit in limits)
    return _Bounded(value, lower, upper)


def _of_extremum(node: onnx_ir.Node) -> _Bounded | None:
    """Max or Min of one computed value and constants."""
    values = [item for item in node.inputs if item is not None and constant_of(item) is None]
    arrays = [array for item in node.inputs if (array := constant_of(item)) is not None]
    if len(values) != 1 or not arrays or not has_shape(*values):
        return None
    if not all(array.size and not np.any(np.isnan(array)) for array in arrays):
        return None
    if node.op_type == "Max":
        return _Bounded(values[0], reduce(np.maximum, arrays), None)
    return _Bounded(values[0], None, reduce(np.minimum, arrays))


def _is_usable(limit: np.ndarray) -> bool:
    """Whether the limit of a Clip is one number."""
    return limit.size == 1 and not bool(np.any(np.isnan(limit)))


def _built(
    bounded: _Bounded, types: set[str], shape: tuple[int, ...], build: Builder
) -> onnx_ir.Value | None:
    """The one node that computes `bounded`; None if there is none. `types`: the operators that it
    replaces.
    """
    limits = [limit for limit in (bounded.lower, bounded.upper) if limit is not None]
    scalars = all(limit.size == 1 for limit in limits) and shape == shape_of(bounded.value)
    if types == {"Relu"}:
        return build.make("Relu", [bounded.value], shape)
    if len(limits) == 1 and not (scalars and "Clip" in types):
        extremum = "Max" if bounded.upper is None else "Min"
        return build.make(extremum, [bounded.value, build.constant(limits[0])], shape)
    if not scalars or not limits:
        return None
    inputs = [
        None if limit is None else build.constant(limit.reshape(()))
        for limit in (bounded.lower, bounded.upper)
    ]
    return build.make("Clip", [bounded.value, *inputs], shape)


RULES: tuple[Rule, ...] = (join_bounds,)
