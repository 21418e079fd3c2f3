"""Operator: one fused unit, the subject of operator tuning, and the views that it is applied to.

An operator is an *anchor* (convolution, matmul, reduction, pooling, … or nothing) with a prologue
and an epilogue. The prologue computes the anchor's first input. The epilogue computes the output
from the anchor's result. Both are pointwise expressions. Shapes are static.

Two operators with equal signatures are the same operator, whatever model they come from. They are
tuned once. The types are defined in `aoe.operators.types`, and computed by the implementations of a
backend (`aoe.backends`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast, get_args

from aoe.element_types import tensor_bytes
from aoe.errors import MALFORMED, ModelError, quoted
from aoe.loops.expression import Accumulator, Expression, from_json, to_json
from aoe.signature import canonical_json, current_fields, key_of
from aoe.target import AnyTarget

AttributeValue: TypeAlias = int | float | str | tuple[int, ...]
#: How exactly an operator multiplies float32, as in XLA's `PrecisionConfig`, which has neither
#: "low" nor "direct". "low": a device may round a number to 11 significant bits, as TF32 and
#: Ascend's HF32 have. "default": a device may split a number into two narrower terms. "high": into
#: at least three. "highest": not at all. "direct": not at all, and each result is a plain sum of
#: products, which a device may add up in parts to round less. Fast algorithms (Winograd, Strassen)
#: round the sums of numbers that they multiply.
Precision: TypeAlias = Literal["low", "default", "high", "highest", "direct"]
#: From the loosest to the strictest.
PRECISIONS: tuple[Precision, ...] = get_args(Precision)


@dataclass(frozen=True, slots=True)
class Operand:
    """A tensor that an operator reads or writes.

    Attributes:
        dtype: The element type in memory.
        shape: The size of each dimension.
        order: The dimensions from the largest to the smallest stride: (0, 2, 3, 1) is
            channels-last.
        constant: Whether the value is known at compile time, so that it can be packed ahead.
    """

    dtype: str
    shape: tuple[int, ...]
    order: tuple[int, ...]
    constant: bool = False

    @staticmethod
    def row_major(dtype: str, shape: tuple[int, ...], constant: bool = False) -> Operand:
        """An operand whose last dimension is contiguous."""
        return Operand(dtype, shape, tuple(range(len(shape))), constant)

    @property
    def bytes(self) -> int:
        """Its size in memory."""
        return tensor_bytes(self.dtype, self.shape)


@dataclass(frozen=True, slots=True)
class View:
    """How an operand lies in its buffer.

    Attributes:
        dtype: The element type in memory.
        shape: The size of each dimension.
        strides: The distance between neighbours along each dimension, in elements; 0 where a
            dimension is broadcast.
        offset: The place of the first element in the buffer, in elements.
    """

    dtype: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int = 0

    @staticmethod
    def dense(operand: Operand) -> View:
        """The view of an operand that fills its buffer, in its own dimension order."""
        strides = [0] * len(operand.shape)
        step = 1
        for dimension in reversed(operand.order):
            strides[dimension] = step
            step *= operand.shape[dimension]
        return View(operand.dtype, operand.shape, tuple(strides))

    @property
    def bytes(self) -> int:
        """The size of its elements, those that lie in one place counted apart."""
        return tensor_bytes(self.dtype, self.shape)


@dataclass(frozen=True, slots=True)
class Result:
    """A tensor that an operator writes, and how its elements are computed.

    Attributes:
        operand: The tensor.
        epilogue: The expression of its elements, as `Operator.epilogue`. `Earlier(i)` is an earlier
            result.
        prologue: The expression of the anchor's first input that it is computed from, likewise.
    """

    operand: Operand
    epilogue: Expression
    prologue: Expression = Accumulator()


@dataclass(frozen=True, slots=True)
class Operator:
    """A fused unit.

    In `prologue` and `epilogue`, `Load(i)` is `inputs[i]`, broadcast. `Accumulator()` is
    `inputs[0]` in `prologue` and the anchor's result in `epilogue`.

    Attributes:
        type: The name of its `OperatorDefinition`.
        attributes: The canonical attributes of the anchor, sorted by name.
        inputs: The operands that are read.
        output: The operand that is written, in the dtype of the epilogue.
        anchor_inputs: How many of the leading inputs the anchor reads. The expressions read the
            others.
        prologue: The expression of the anchor's first input.
        epilogue: The expression of the output.
        inter_op: Whether one worker of the device computes it beside other operators (inter-op
            parallelism). Subgraph tuning decides that, and it makes another operator to tune.
        precision: What the accuracy of the model demands of float32 products, on any device.
        zeros_expected: Whether a large part of the first input is expected to be zero, because a
            ReLU made it, and all elements of the second input are finite. What is multiplied by
            zero then need not be read (activation sparsity).
        further: What it writes besides `output` in the same pass, in the shape of `output`. The
            anchor is applied for each of them.
    """

    type: str
    attributes: tuple[tuple[str, AttributeValue], ...]
    inputs: tuple[Operand, ...]
    output: Operand
    anchor_inputs: int
    prologue: Expression = Accumulator()
    epilogue: Expression = Accumulator()
    inter_op: bool = False
    precision: Precision = "default"
    zeros_expected: bool = False
    further: tuple[Result, ...] = ()

    @property
    def results(self) -> tuple[Result, ...]:
        """All that it writes, `output` first."""
        return (Result(self.output, self.epilogue, self.prologue), *self.further)

    @property
    def outputs(self) -> tuple[Operand, ...]:
        """The operands of `results`."""
        return (self.output, *(result.operand for result in self.further))

    @property
    def is_pointwise(self) -> bool:
        """Whether there is no anchor: the epilogue computes each element from the inputs' elements
        at the same coordinates.
        """
        return self.anchor_inputs == 0

    def target(self, target: AnyTarget) -> AnyTarget:
        """The part of a device that computes this operator: all of it, or one thread."""
        return target.one_thread if self.inter_op else target

    @property
    def attribute(self) -> Mapping[str, AttributeValue]:
        """The attributes by name."""
        return dict(self.attributes)

    def integers(self, name: str) -> tuple[int, ...]:
        """A tuple attribute."""
        value = self.attribute[name]
        assert isinstance(value, tuple), name
        return value

    def integer(self, name: str) -> int:
        """An integer attribute."""
        value = self.attribute[name]
        assert isinstance(value, int), name
        return value

    def number(self, name: str) -> float:
        """A floating point attribute."""
        value = self.attribute[name]
        assert isinstance(value, (int, float)), name
        return float(value)

    @property
    def signature(self) -> str:
        """The canonical text of the operator: equal signatures mean the same operator."""
        return canonical_json(self.to_json())

    @property
    def key(self) -> str:
        """A 64-bit hash of the signature, in decimal, as AOE's repositories name entries."""
        return key_of(self.signature)

    def to_json(self) -> dict[str, Any]:
        """The operator as a JSON object, for `from_json`."""
        return {
            "type": self.type,
            "attributes": {k: list(v) if isinstance(v, tuple) else v for k, v in self.attributes},
            "inputs": [_operand_to_json(operand) for operand in self.inputs],
            "output": _operand_to_json(self.output),
            "anchor_inputs": self.anchor_inputs,
            "prologue": to_json(self.prologue),
            "epilogue": to_json(self.epilogue),
            **({"inter_op": True} if self.inter_op else {}),
            **({"precision": self.precision} if self.precision != "default" else {}),
            **({"zeros_expected": True} if self.zeros_expected else {}),
            **(
                {"further": [_result_to_json(item) for item in self.further]}
                if self.further
                else {}
            ),
        }

    @staticmethod
    def from_json(data: Any) -> Operator:
        """The operator that `to_json` wrote, of this version or an earlier one. Raises `ModelError`
        for anything else.
        """
        try:
            data = current_fields(data)
            return Operator(
                type=str(data["type"]),
                attributes=tuple(
                    sorted(
                        (k, tuple(v) if isinstance(v, list) else v)
                        for k, v in data["attributes"].items()
                    )
                ),
                inputs=tuple(_operand_from_json(operand) for operand in data["inputs"]),
                output=_operand_from_json(data["output"]),
                anchor_inputs=int(data["anchor_inputs"]),
                prologue=from_json(data["prologue"]),
                epilogue=from_json(data["epilogue"]),
                inter_op=bool(data.get("inter_op", False)),
                precision=precision_named(data.get("precision", "default")),
                zeros_expected=bool(data.get("zeros_expected", False)),
                further=tuple(_result_from_json(item) for item in data.get("further", ())),
            )
        except MALFORMED as error:
            raise ModelError(f"not an operator: {quoted(repr(error))}") from error


def strictest(*precisions: Precision) -> Precision:
    """The precision that satisfies all of these."""
    return max(precisions, key=PRECISIONS.index)


def precision_named(name: Any) -> Precision:
    """The precision of a name. Raises `ValueError` if there is none."""
    if name not in PRECISIONS:
        raise ValueError(f"precision {name!r} is none of {', '.join(PRECISIONS)}")
    return cast(Precision, name)


def _result_to_json(result: Result) -> list[Any]:
    return [_operand_to_json(result.operand), to_json(result.epilogue), to_json(result.prologue)]


def _result_from_json(data: Any) -> Result:
    operand, epilogue, prologue = data
    return Result(_operand_from_json(operand), from_json(epilogue), from_json(prologue))


def _operand_to_json(operand: Operand) -> list[Any]:
    return [operand.dtype, list(operand.shape), list(operand.order), operand.constant]


def _operand_from_json(data: Any) -> Operand:
    dtype, shape, order, constant = data
    return Operand(
        str(dtype), tuple(int(n) for n in shape), tuple(int(n) for n in order), bool(constant)
    )
