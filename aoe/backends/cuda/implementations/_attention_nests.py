"""The loop nests that say what kernels of attention compute
(`aoe.backends.cuda.kernels.attention_kernel`), and the kernel that adds up parts of the keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.lowering.contraction.matmul_contraction import broadcast_access
from aoe.backends.cuda.implementations import costs
from aoe.backends.cuda.kernels.attention_kernel import KEY, PART, QUERY, SIZE, VALUE
from aoe.backends.cuda.kernels.simt_kernel import SimtKernel, simt_kernel
from aoe.loops.expression import Accumulator, Constant, Expression, Load, apply, loads, renumber
from aoe.loops.loop_nest import Access, Axis, Buffer, Loop, LoopNest, Reduction, Store
from aoe.operators.operator import Operator, View
from aoe.operators.types.attention.attention import scores_of


@dataclass(frozen=True, slots=True)
class Sizes:
    """The axes of an operator.

    Attributes:
        batch: Axes that select keys and values.
        rows: Axes of queries that read the same keys; `m` is the last.
        keys: The number of keys.
        size: Elements of a key.
        values: Elements of a value.
    """

    batch: tuple[Axis, ...]
    rows: tuple[Axis, ...]
    keys: int
    size: int
    values: int

    @staticmethod
    def of(operator: Operator) -> Sizes:
        *batch, queries, values = operator.output.shape
        axes = [Axis(f"b{number}", extent) for number, extent in enumerate(batch)]
        alike = [
            axis
            for number, axis in enumerate(axes)
            if all(_extent(item.shape, number, len(batch)) == 1 for item in operator.inputs[1:3])
        ]
        size, keys = operator.inputs[1].shape[-2:]
        return Sizes(
            tuple(axis for axis in axes if axis not in alike),
            (*(axis for axis in alike if axis.extent > 1), Axis(QUERY, queries)),
            keys,
            size,
            values,
        )

    @property
    def heads(self) -> int:
        """Batches."""
        return prod(axis.extent for axis in self.batch)

    @property
    def queries(self) -> int:
        """Queries that read the same keys."""
        return prod(axis.extent for axis in self.rows)


def _extent(shape: Sequence[int], number: int, count: int) -> int:
    """The extent of a factor along a dimension of the batch."""
    place = number - count + len(shape) - 2
    return shape[place] if place >= 0 else 1


class AttentionNests:
    """The loop nests of an operator."""

    def __init__(
        self, operator: Operator, inputs: Sequence[View], output: View, split: int
    ) -> None:
        self.operator, self.inputs, self.split = operator, inputs, split
        self.sizes = Sizes.of(operator)
        self.batch = [f"b{number}" for number in range(len(operator.output.shape) - 2)]
        self.outer = (*self.sizes.batch, *self.sizes.rows)
        self.output = broadcast_access(output, "output0", [*self.batch, QUERY, VALUE])
        self.scores = self._dense("scores", (*self.outer, Axis(KEY, self.sizes.keys)))
        part = Axis(PART, split)
        self.partial = self._dense("partial", (part, *self.outer, Axis(VALUE, self.sizes.values)))
        self.largest = self._dense("largest", (part, *self.outer))
        self.total = self._dense("total", (part, *self.outer))

    def attention(self) -> tuple[LoopNest, ...]:
        """The scores, and what is stored of the mean of values, or of its parts."""
        sizes, operator = self.sizes, self.operator
        masks = loads(scores_of(operator))
        places = {number: place for place, number in enumerate(masks, start=2)}
        product_of_two = apply("mul", Load(0), Load(1))
        scores = LoopNest(
            "scores",
            (*self.outer, Axis(KEY, sizes.keys), Axis(SIZE, sizes.size)),
            (
                self._seen(0, QUERY, SIZE),
                self._seen(1, SIZE, KEY),
                *(self._seen(number, QUERY, KEY) for number in masks),
            ),
            (Store(self.scores, renumber(scores_of(operator), places)),),
            Reduction("sum", (SIZE,), product_of_two),
        )
        axes = (*self.outer, Axis(VALUE, sizes.values), Axis(KEY, sizes.keys))
        weighted = Reduction("sum", (KEY,), product_of_two)
        operands = (self.scores, self._seen(2, KEY, VALUE))
        if self.split == 1:
            store = Store(self.output, self._epilogue(2, Accumulator()))
            whole = (*operands, *self._extras())
            return scores, LoopNest("result", axes, whole, (store,), weighted)
        part = Axis(PART, self.split)
        store = Store(self.partial, Accumulator())
        result = LoopNest("result", (part, *axes), operands, (store,), weighted)
        nothing = Constant(0.0)
        states = (Store(self.largest, nothing), Store(self.total, nothing))
        return scores, result, LoopNest("states", (part, *self.outer), (), states)

    def scores_buffer(self) -> Buffer:
        """What would hold the scores, if they were stored."""
        return _buffer(self.scores, (*self.outer, Axis(KEY, self.sizes.keys)))

    def buffers(self) -> tuple[Buffer, ...]:
        """What parts of the keys leave."""
        part = Axis(PART, self.split)
        whole = (part, *self.outer)
        return (
            _buffer(self.partial, (*whole, Axis(VALUE, self.sizes.values))),
            _buffer(self.largest, whole),
            _buffer(self.total, whole),
        )

    def joined(self) -> SimtKernel:
        """The kernel that adds the parts up: a block takes a query."""
        split, part = self.split, Axis(PART, self.split)
        highest, powers = (
            Access("highest", "float32", ()),
            Access("powers", "float32", ((PART, 1),)),
        )
        scale = Access("scale", "float32", ())
        base = apply(
            "select",
            apply("equal", Load(1), Constant(float("-inf"))),
            Constant(0.0),
            Load(1),
        )
        power = apply("exp", apply("sub", Load(0), base))
        product_of_two = apply("mul", Load(0), Load(1))
        inverse = apply("div", Constant(1.0), Accumulator())
        axes = (*self.outer, Axis(VALUE, self.sizes.values), part)
        operands = (self.partial, powers, scale, *self._extras())
        scaled = apply("mul", Accumulator(), Load(2))
        nests = (
            LoopNest(
                "highest",
                (*self.outer, part),
                (self.largest,),
                (Store(highest, Accumulator()),),
                Reduction("max", (PART,), Load(0)),
            ),
            LoopNest(
                "powers", (*self.outer, part), (self.largest, highest), (Store(powers, power),)
            ),
            LoopNest(
                "scale",
                (*self.outer, part),
                (self.total, powers),
                (Store(scale, inverse),),
                Reduction("sum", (PART,), product_of_two),
            ),
            LoopNest(
                "result",
                axes,
                operands,
                (Store(self.output, self._epilogue(3, scaled)),),
                Reduction("sum", (PART,), product_of_two),
            ),
        )
        scratch = (
            Buffer("highest", "float32", 1),
            Buffer("powers", "float32", split),
            Buffer("scale", "float32", 1),
        )
        loops = [Loop(axis.name, 1) for axis in self.outer]
        made = kernel("attention_join", self.outer, loops, len(loops), nests, scratch)
        return simt_kernel(made, costs.USUAL_BLOCK, 1)

    def _extras(self) -> tuple[Access, ...]:
        rest = range(self.operator.anchor_inputs, len(self.inputs))
        return tuple(self._seen(number, QUERY, VALUE) for number in rest)

    def _epilogue(self, first: int, value: Expression) -> Expression:
        """The epilogue, whose extra operands begin with a number, of a value."""
        rest = range(self.operator.anchor_inputs, len(self.inputs))
        places = {number: place for place, number in enumerate(rest, start=first)}
        return renumber(self.operator.epilogue, places, value)

    def _seen(self, number: int, first: str, second: str) -> Access:
        """An input along the batch and two axes."""
        names = [*self.batch, first, second]
        return broadcast_access(self.inputs[number], f"input{number}", names)

    def _dense(self, name: str, axes: Sequence[Axis]) -> Access:
        strides, step = [], 1
        for axis in reversed(axes):
            strides.append((axis.name, step))
            step *= axis.extent
        return Access(name, "float32", tuple(strides))


def _buffer(access: Access, axes: Sequence[Axis]) -> Buffer:
    return Buffer(access.buffer, access.dtype, prod(axis.extent for axis in axes))
