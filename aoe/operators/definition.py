"""What one operator type provides; found by `aoe.operators.registry`.

A file `aoe/operators/types/<family>/<type>.py` defines `OPERATOR`. A new operator type is that one
file, and one for each way to compute it (`aoe.backends.implementation`). No other module decides by
the name of a type: it asks the definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from aoe.operators.access import Access, no_access
from aoe.operators.input_numbers import InputNumbers
from aoe.operators.operator import Operand, Operator


class SourceNode(Protocol):
    """An ONNX node as an operator definition sees it. Absent optional inputs are None."""

    @property
    def op_type(self) -> str:
        """The ONNX operator, e.g. `MaxPool`."""

    @property
    def version(self) -> int:
        """The opset version of the node's domain."""

    @property
    def inputs(self) -> Sequence[Operand | None]:
        """Types of the inputs, row-major."""

    @property
    def output(self) -> Operand:
        """Type of the first output, row-major."""

    def attribute(self, name: str, default: object = None) -> object:
        """An attribute's value as int, float, str, np.ndarray or tuple of int or float; `default`
        if absent.
        """

    def constant(self, position: int) -> np.ndarray | None:
        """The value of an input known at compile time, else None."""


@dataclass(frozen=True, slots=True)
class ImportedOperator:
    """The operator that a source node is imported as.

    Attributes:
        operator: The operator.
        inputs: The positions of the node's inputs that it reads, in order.
    """

    operator: Operator
    inputs: tuple[int, ...]


def row_major_order(operator: Operator) -> tuple[int, ...]:
    """The result is best written with its last dimension contiguous, whatever the inputs are."""
    return tuple(range(len(operator.output.shape)))


def order_of_first_input(operator: Operator) -> tuple[int, ...]:
    """The result is best written in the dimension order of the first input."""
    return operator.inputs[0].order


def no_numbers(operator: Operator) -> Mapping[int, InputNumbers]:
    """No input holds integers that decide what is read or computed."""
    return {}


def none_fitted(operator: Operator, inputs: Sequence[np.ndarray]) -> Mapping[int, np.ndarray]:
    """Any numbers are good inputs."""
    return {}


def no_multiply_adds(operator: Operator) -> int:
    """The operator multiplies and sums up nothing."""
    return 0


def nothing_between(operator: Operator) -> int:
    """The operator holds nothing as large between its inputs and its result."""
    return 0


def never(operator: Operator) -> bool:
    """The fact holds for no operator of the type."""
    return False


@dataclass(frozen=True, slots=True)
class SummedWeights:
    """The weights of a contraction, seen so that each sum runs along whole axes.

    Attributes:
        weights: The weights in another shape.
        axes: The axes of `weights` that a sum runs along. Each place on the other axes is a sum.
        inputs: The mean of what each weight is multiplied by, broadcast to the shape of `weights`.
    """

    weights: np.ndarray
    axes: tuple[int, ...]
    inputs: np.ndarray


def rounded_to_nearest(
    operator: Operator, weights: np.ndarray, means: np.ndarray
) -> SummedWeights | None:
    """The means of the inputs say nothing about how to round the weights."""
    return None


def no_mean_axis(operator: Operator) -> int | None:
    """Nothing is to be known of the mean of the inputs."""
    return None


@dataclass(frozen=True, slots=True)
class Contraction:
    """How an operator type multiplies its inputs and sums up the products.

    Attributes:
        kinds: The names that lists of operator types for mixed precision know it by.
        kind: Which of `kinds` an operator is: that of an LSTM differs from that of a GRU.
        factors: The numbers of the inputs that are multiplied. Input 1 may hold constant weights.
        summed: How many products are summed up for one element of the result; 0 where no sum is
            worth the name.
        columns: Constant weights, float32, as matrices (…, summed, results).
        summed_weights: Constant weights with the axes that sums run along, from the weights and the
            means that were found along `mean_axis`; None: such weights are rounded to nearest.
        mean_axis: The axis of input 0 that has one mean for each weight of a sum; None: means are
            of no use.
    """

    kinds: tuple[str, ...]
    kind: Callable[[Operator], str]
    factors: range
    summed: Callable[[Operator], int]
    columns: Callable[[Operator, np.ndarray], Iterable[np.ndarray]]
    summed_weights: Callable[[Operator, np.ndarray, np.ndarray], SummedWeights | None] = (
        rounded_to_nearest
    )
    mean_axis: Callable[[Operator], int | None] = no_mean_axis


@dataclass(frozen=True, slots=True)
class OperatorDefinition:
    """One operator type: how it is imported, what it computes, and the facts that decisions about
    an operator ask for.

    Attributes:
        type: The name of the type (`Operator.type`).
        onnx_types: The ONNX operators that are imported as this type.
        import_node: The operator of an ONNX node. Raises `UnsupportedModelError` for variants that
            are not computed.
        reference: The anchor alone in NumPy, from its inputs. `aoe.operators.reference` applies
            prologue and epilogue, and widens floating point to float64.
        output_order: The dimension order that the result is best written in, given the orders of
            the inputs.
        fuses_prologue: Whether pointwise operators before it become its prologue.
        fuses_epilogue: Whether pointwise operators behind it become its epilogue.
        numbers: For each input whose integers decide what is read or how much is computed, such as
            indices and lengths, which integers it has.
        fitted: Of random inputs, those by number that must be others to be inputs at all, and what
            they are then: maxima that have to be elements, or a matrix that is to be solved.
        access: What a slice of the output along a dimension reads; None: it is not computed slice
            by slice along that dimension.
        multiply_adds: The multiplications, each with an addition, that the definition asks for,
            whatever algorithm computes it.
        between: Elements of what lies between its inputs and its result and may be larger than
            both, such as the scores of attention. The reference holds several arrays of them.
        contraction: How it multiplies and sums up, for types that mixed precision is for.
        accepts_reduced_precision: Whether it computes in float32 whatever floating-point type its
            operands and its result are stored in.
        of_images: Whether it reads and writes images, whose rounding costs a model little accuracy.
        moves_only: Whether every element of the result is an element of input 0: a copy of one, or
            the largest of some.
        joins_inputs: Whether the result is its anchor inputs one behind another, so that each may
            be empty, and may be written straight into the result.
        downsamples: Whether it keeps little of much, as pooling does: a graph is cut well behind
            it.
        repeats: Whether it repeats operators of its own, so that each input may be empty, and no
            branch of an inter-op region may have it.
        multiplied_each_step: The numbers of the inputs whose elements multiply what a step hands on
            to the next, so that results and rounding errors grow with them.
    """

    type: str
    onnx_types: tuple[str, ...]
    import_node: Callable[[SourceNode], ImportedOperator]
    reference: Callable[[Operator, Sequence[np.ndarray]], np.ndarray]
    output_order: Callable[[Operator], tuple[int, ...]]
    fuses_prologue: bool = False
    fuses_epilogue: bool = True
    numbers: Callable[[Operator], Mapping[int, InputNumbers]] = no_numbers
    fitted: Callable[[Operator, Sequence[np.ndarray]], Mapping[int, np.ndarray]] = none_fitted
    access: Callable[[Operator, int], Access | None] = no_access
    multiply_adds: Callable[[Operator], int] = no_multiply_adds
    between: Callable[[Operator], int] = nothing_between
    contraction: Contraction | None = None
    accepts_reduced_precision: bool = False
    of_images: bool = False
    moves_only: Callable[[Operator], bool] = never
    joins_inputs: bool = False
    downsamples: bool = False
    repeats: bool = False
    multiplied_each_step: tuple[int, ...] = ()

    def describes(self, operator: Operator) -> bool:
        """Whether an operator is of this type. For rewrites of one type; a fact that more than one
        type may have belongs to the attributes above.
        """
        return operator.type == self.type
