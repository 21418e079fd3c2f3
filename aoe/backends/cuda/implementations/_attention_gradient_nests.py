"""The loop nests that say what kernels of attention's gradients compute
(`aoe.backends.cuda.kernels.attention_gradient_kernel`).
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.backends.cpu.implementations.attention.gradient_parts import Sizes
from aoe.backends.cpu.lowering.contraction.matmul_contraction import broadcast_access
from aoe.backends.cuda.kernels.attention_gradient_kernel import BATCH, STATISTICS
from aoe.backends.cuda.kernels.attention_kernel import KEY, QUERY, SIZE, VALUE
from aoe.loops.expression import Accumulator, Constant, Expression, Load, apply
from aoe.loops.loop_nest import Access, Axis, Buffer, LoopNest, Reduction, Store
from aoe.operators.operator import Operator, View
from aoe.operators.types.attention.attention_gradient import (
    GRADIENT,
    KEYS,
    MASK,
    QUERIES,
    VALUES,
    parts_of,
    scale_of,
)

#: The results' columns and their numbers in the output: the gradients of queries, keys and values.
TO_QUERIES, TO_KEYS, TO_VALUES = range(3)
#: What would hold scores and the gradients of shares, if they were stored.
_SCORES, _CHANGES = "scores", "changes"
_PRODUCT = apply("mul", Load(0), Load(1))


class AttentionGradientNests:
    """The loop nests of an operator."""

    def __init__(self, operator: Operator, inputs: Sequence[View], output: View) -> None:
        self._operator, self._inputs, self._output = operator, inputs, output
        self._sizes = Sizes.of(operator)

    def of_queries(self) -> tuple[LoopNest, ...]:
        """Those of a kernel whose rows are queries."""
        nothing = Constant(0.0)
        stores = tuple(Store(access, nothing) for access in self._statistics())
        statistics = LoopNest("statistics", self._axes(QUERY), (), stores)
        return *self._pairs(QUERY, ()), statistics, self._result(TO_QUERIES)

    def of_keys(self, results: Sequence[int]) -> tuple[LoopNest, ...]:
        """Those of a kernel whose rows are keys. `results`: which gradients it stores."""
        pairs = self._pairs(KEY, self._statistics())
        return *pairs, *(self._result(number) for number in results)

    def scratch(self) -> tuple[Buffer, ...]:
        """What would hold scores and the gradients of shares, if they were stored."""
        count = self._sizes.queries * self._sizes.keys
        return tuple(Buffer(name, "float32", count) for name in (_SCORES, _CHANGES))

    def temporaries(self) -> tuple[Buffer, ...]:
        """What kernels of queries leave for those of keys."""
        count = self._sizes.heads * self._sizes.queries
        return tuple(Buffer(name, "float32", count) for name in STATISTICS)

    def _pairs(self, along: str, further: Sequence[Access]) -> tuple[LoopNest, LoopNest]:
        """Scores, and the gradients of their shares. Their first operand is that of rows."""
        factors = self._seen(QUERIES, QUERY, SIZE), self._seen(KEYS, SIZE, KEY)
        others = self._seen(GRADIENT, QUERY, VALUE), self._seen(VALUES, KEY, VALUE)
        if along == KEY:
            factors, others = factors[::-1], others[::-1]
        score: Expression = apply("mul", Accumulator(), Constant(scale_of(self._operator)))
        masks: tuple[Access, ...] = ()
        if len(self._inputs) > MASK:
            score, masks = apply("add", score, Load(2)), (self._seen(MASK, QUERY, KEY),)
        scores = Store(self._held(_SCORES), score)
        changes = Store(self._held(_CHANGES), Accumulator())
        return (
            LoopNest(
                "scores",
                self._axes(QUERY, KEY, SIZE),
                (*factors, *masks),
                (scores,),
                Reduction("sum", (SIZE,), _PRODUCT),
            ),
            LoopNest(
                "changes",
                self._axes(QUERY, KEY, VALUE),
                (*others, *further),
                (changes,),
                Reduction("sum", (VALUE,), _PRODUCT),
            ),
        )

    def _result(self, number: int) -> LoopNest:
        row = QUERY if number == TO_QUERIES else KEY
        column = VALUE if number == TO_VALUES else SIZE
        summed = KEY if row == QUERY else QUERY
        other = (
            self._seen(KEYS, SIZE, KEY),
            self._seen(QUERIES, QUERY, SIZE),
            self._seen(GRADIENT, QUERY, VALUE),
        )[number]
        value: Expression = Accumulator()
        if column == SIZE:
            value = apply("mul", value, Constant(scale_of(self._operator)))
        held = self._held(_SCORES if number == TO_VALUES else _CHANGES)
        store = Store(self._destination(number, row, column), value)
        reduction = Reduction("sum", (summed,), _PRODUCT)
        name = ("to queries", "to keys", "to values")[number]
        return LoopNest(name, self._axes(row, column, summed), (held, other), (store,), reduction)

    def _destination(self, number: int, row: str, column: str) -> Access:
        place, step = parts_of(self._operator)[number], self._output.strides[0]
        _, rows, heads, columns = place.shape
        strides = (rows * heads * columns, columns, heads * columns, 1)
        names = (*BATCH, row, column)
        return Access(
            "output0",
            self._output.dtype,
            tuple((name, stride * step) for name, stride in zip(names, strides, strict=True)),
            self._output.offset + place.offset * step,
        )

    def _statistics(self) -> tuple[Access, ...]:
        queries, heads = self._sizes.queries, self._sizes.batch[1].extent
        strides = ((BATCH[0], heads * queries), (BATCH[1], queries), (QUERY, 1))
        return tuple(Access(name, "float32", strides) for name in STATISTICS)

    def _held(self, name: str) -> Access:
        return Access(name, "float32", ((QUERY, self._sizes.keys), (KEY, 1)))

    def _seen(self, number: int, first: str, second: str) -> Access:
        return broadcast_access(self._inputs[number], f"input{number}", [*BATCH, first, second])

    def _axes(self, *own: str) -> tuple[Axis, ...]:
        return (*self._sizes.batch, *(Axis(name, self._sizes.extent(name)) for name in own))
