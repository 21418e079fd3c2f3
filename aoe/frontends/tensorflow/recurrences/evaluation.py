"""Values of a step for random numbers, to compare what nodes compute with an operator.

Only operators whose results are polynomials of their operands are computed, and choices by masks
that are given or by signs. Two polynomials that agree for random numbers in float64, in all
elements of a tensor, are the same ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import shape_of
from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.recurrences.turns import NotAlikeError, axis_of, permutation
from aoe.graph.prepare.rewriting import constant_of

#: Computes a node from its operands.
_Function = Callable[..., np.ndarray]
#: How much two results of the same polynomial may differ, relative to the largest element.
_TOLERANCE = 1e-9


def _pad(x: np.ndarray, pads: np.ndarray) -> np.ndarray:
    rank = x.ndim
    return np.pad(x, [(int(pads[i]), int(pads[i + rank])) for i in range(rank)])


def _slice(
    x: np.ndarray,
    begins: np.ndarray,
    ends: np.ndarray,
    axes: np.ndarray | None = None,
    steps: np.ndarray | None = None,
) -> np.ndarray:
    taken = [slice(None)] * x.ndim
    axes = np.arange(len(begins)) if axes is None else axes
    steps = np.ones_like(axes) if steps is None else steps
    for begin, end, axis, step in zip(begins, ends, axes, steps, strict=True):
        taken[int(axis)] = slice(int(begin), int(end), int(step))
    return x[tuple(taken)]


#: Operators without attributes.
_FUNCTIONS: Mapping[str, _Function] = MappingProxyType(
    {
        "Add": np.add,
        "Sub": np.subtract,
        "Mul": np.multiply,
        "Neg": np.negative,
        "MatMul": np.matmul,
        "Identity": np.asarray,
        "Sum": lambda *operands: np.asarray(sum(operands)),
        "Pad": _pad,
        "Slice": _slice,
    }
)


class UnknownValueError(NotAlikeError):
    """A value is no polynomial of what a step is given."""


class RandomStep:
    """The values of a step for random numbers."""

    def __init__(
        self, context: Context, shared: Mapping[int, onnx_ir.Value], seed: int = 0
    ) -> None:
        """`shared`: values that all steps have in common, by identity; `seed`: of the numbers."""
        self._context, self._shared = context, shared
        self._found: dict[int, np.ndarray | None] = {}
        self._random = np.random.default_rng(seed)
        #: Keeps what is known by its identity.
        self._kept: list[onnx_ir.Value] = []

    def give(self, numbers: Mapping[int, np.ndarray]) -> None:
        """Sets the numbers of some values, by identity."""
        self._found.update(numbers)

    def numbers(self, shape: Sequence[int]) -> np.ndarray:
        """New random numbers."""
        return self._random.uniform(-1.0, 1.0, tuple(shape))

    def of(self, value: onnx_ir.Value) -> np.ndarray:
        """The numbers of a value. Raises `UnknownValueError` if it is no such polynomial."""
        if id(value) not in self._found:
            self._kept.append(value)
            try:
                self._found[id(value)] = self._computed(value)
            except UnknownValueError:
                self._found[id(value)] = None
        found = self._found[id(value)]
        if found is None:
            raise UnknownValueError
        return found

    def _computed(self, value: onnx_ir.Value) -> np.ndarray:
        constant = constant_of(value)
        if constant is not None:
            if constant.dtype.kind == "f":
                return constant.astype(np.float64)
            return constant
        piece = self._context.slice_of(value)
        if piece is not None:
            return self._of_whole(piece.whole, shape_of(value))
        node = value.producer()
        if node is None or id(value) in self._shared:
            return self.numbers(shape_of(value))
        given = [item for item in node.inputs if item is not None]
        if node.domain or len(given) < len(node.inputs):
            raise UnknownValueError
        operands = [self.of(item) for item in given]
        if node.op_type == "Transpose":
            return operands[0].transpose(permutation(node))
        if node.op_type == "Where":
            # Numbers that stand for what is not known here decide on nothing.
            if operands[0].dtype != np.bool_:
                raise UnknownValueError
            return np.where(*operands)
        if node.op_type == "Greater":
            if constant_of(given[1]) is None or operands[1].any():
                raise UnknownValueError
            return np.asarray(np.greater(*operands))
        if node.op_type == "Concat":
            return np.concatenate(operands, axis=axis_of(node))
        function = _FUNCTIONS.get(node.op_type)
        if function is None or node.attributes:
            raise UnknownValueError
        try:
            return np.asarray(function(*operands))
        except (TypeError, ValueError, IndexError):
            # It has operands that are not computed here, such as what a Pad puts in.
            raise UnknownValueError from None

    def _of_whole(self, whole: onnx_ir.Value, shape: Sequence[int]) -> np.ndarray:
        """A step of a tensor of all steps."""
        layer = self._context.layers.get(whole)
        inner = None if layer is None else layer.values.get(whole)
        if inner is not None:
            return self.of(inner)
        found = self._found.get(id(whole))
        if found is None:
            self._kept.append(whole)
            found = self._found[id(whole)] = self.numbers(shape)
        return found


def are_equal(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two results are of the same polynomial."""
    if one.shape != other.shape or not one.size:
        return False
    largest = float(np.max(np.abs(other)))
    return bool(np.max(np.abs(one - other)) <= _TOLERANCE * max(largest, 1e-30))
