"""Operator: one fused unit that OPAT tunes, with its canonical signature and key, and the views it
is applied to.

An operator is an *anchor* (convolution, matrix product, reduction, pooling, … or nothing) with a
prologue that computes the anchor's first input and an epilogue that follows it, both pointwise
expressions. Shapes are static. Two operators with equal signatures are the same operator, whatever
model they come from, and are tuned once. Definitions of the types live beside this file, one file
each (`aoe.operators.registry`); how to compute them in `aoe.operators.implementations`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from aoe.errors import MALFORMED, ModelError, quoted
from aoe.loops.expression import Accumulator, Expression, from_json, to_json
from aoe.signature import canonical_json, key_of
from aoe.target import Target

AttributeValue: TypeAlias = int | float | str | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Operand:
    """A tensor an operator reads or writes.

    `order`: its dimensions from the largest to the smallest stride, e.g. (0, 2, 3, 1) for
    channels-last; `constant`: known when the model is compiled, so it may be packed ahead.
    """

    dtype: str
    shape: tuple[int, ...]
    order: tuple[int, ...]
    constant: bool = False

    @staticmethod
    def row_major(dtype: str, shape: tuple[int, ...], constant: bool = False) -> Operand:
        """An operand in the usual order, last dimension contiguous."""
        return Operand(dtype, shape, tuple(range(len(shape))), constant)


@dataclass(frozen=True, slots=True)
class View:
    """How an operand lies in its buffer: strides and offset in elements. Broadcast dimensions have
    stride 0.
    """

    dtype: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int = 0

    @staticmethod
    def dense(operand: Operand) -> View:
        """The view of an operand alone in its buffer, dimensions laid out by its order."""
        strides = [0] * len(operand.shape)
        step = 1
        for dimension in reversed(operand.order):
            strides[dimension] = step
            step *= operand.shape[dimension]
        return View(operand.dtype, operand.shape, tuple(strides))


@dataclass(frozen=True, slots=True)
class Operator:
    """A fused unit.

    `type`: name of its `OperatorDefinition`. `anchor_inputs`: how many of the leading inputs belong
    to the anchor; the others are read by the expressions. In `prologue` and `epilogue`, `Load(i)`
    is `inputs[i]` broadcast to the shape at hand; `Accumulator()` in `prologue` is `inputs[0]`, in
    `epilogue` the anchor's result. There is one output; its dtype is the epilogue's. `alone`: it is
    computed by one thread, because others compute something else meanwhile. `exact`: no sums of two
    parts stand for its numbers (`aoe.backends.cpu.lowering.reduced_precision.split_terms`), for the
    accuracy of the whole model; `whole`: none of any number of parts, because nobody wants that.
    `sparse`: many elements of the first input are zeros, and those of the second are finite, so
    that what zeros multiply need not be read.
    """

    type: str
    attributes: tuple[tuple[str, AttributeValue], ...]
    inputs: tuple[Operand, ...]
    output: Operand
    anchor_inputs: int
    prologue: Expression = Accumulator()
    epilogue: Expression = Accumulator()
    alone: bool = False
    exact: bool = False
    whole: bool = False
    sparse: bool = False

    @property
    def is_pointwise(self) -> bool:
        """Whether there is no anchor: the epilogue computes each element from the inputs' elements
        at the same coordinates.
        """
        return self.anchor_inputs == 0

    def target(self, target: Target) -> Target:
        """What this operator has of a device: all of it, or one thread."""
        return target.one_thread if self.alone else target

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

    @property
    def signature(self) -> str:
        """The canonical text of the operator: equal signatures mean the same operator."""
        return canonical_json(self.to_json())

    @property
    def key(self) -> str:
        """A 64-bit hash of the signature, in decimal, as AOE's repositories name entries."""
        return key_of(self.signature)

    def to_json(self) -> dict[str, Any]:
        """A JSON object that `from_json` turns back into this operator."""
        return {
            "type": self.type,
            "attributes": {k: list(v) if isinstance(v, tuple) else v for k, v in self.attributes},
            "inputs": [_operand_to_json(operand) for operand in self.inputs],
            "output": _operand_to_json(self.output),
            "anchor_inputs": self.anchor_inputs,
            "prologue": to_json(self.prologue),
            "epilogue": to_json(self.epilogue),
            **({"alone": True} if self.alone else {}),
            **({"exact": True} if self.exact else {}),
            **({"whole": True} if self.whole else {}),
            **({"sparse": True} if self.sparse else {}),
        }

    @staticmethod
    def from_json(data: Any) -> Operator:
        """The operator written by `to_json`. Raises `ModelError` on anything else."""
        try:
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
                alone=bool(data.get("alone", False)),
                exact=bool(data.get("exact", False)),
                whole=bool(data.get("whole", False)),
                sparse=bool(data.get("sparse", False)),
            )
        except MALFORMED as error:
            raise ModelError(f"not an operator: {quoted(repr(error))}") from error


def _operand_to_json(operand: Operand) -> list[Any]:
    return [operand.dtype, list(operand.shape), list(operand.order), operand.constant]


def _operand_from_json(data: Any) -> Operand:
    dtype, shape, order, constant = data
    return Operand(
        str(dtype), tuple(int(n) for n in shape), tuple(int(n) for n in order), bool(constant)
    )
