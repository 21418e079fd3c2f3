"""Loop nests of the gradients of attention, from which implementations make kernels.

Axes: m (queries), n (keys), c (of a key), e (of a value). A task keeps the scores of a block in
scratch, and beside them the gradients of the shares that softmax makes of scores. Both lie [key]
[query] with queries along the vector (`along` "m"), or [query][key] with keys along it ("n"). The
matrix whose rows lie along the vector is copied, transposed; all products then broadcast one
operand element by element.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aoe.backends.cpu.implementations.attention.gradient_parts import ScorePart, Sizes, Tiles
from aoe.backends.cpu.lowering.contraction.matmul_contraction import broadcast_access
from aoe.loops.expression import Accumulator, Constant, Expression, Index, Load, apply
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Buffer,
    Loop,
    LoopNest,
    LoopSchedule,
    Reduction,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.operators.types.attention.attention import is_causal
from aoe.operators.types.attention.attention_gradient import (
    GRADIENT,
    KEYS,
    MASK,
    QUERIES,
    VALUES,
    parts_of,
    scale_of,
)

#: The most terms that one accumulator adds one by one.
LONGEST_SUM = 64
#: Unrolling of reductions.
UNROLL = 4
_BATCH = ("b", "h")


class GradientNests:
    """Makes the nests of one kernel.

    Attributes:
        sizes: The sizes of the operator.
        along: The axis that lies along the vector, "m" or "n".
        across: The other one of the two.
    """

    def __init__(
        self,
        operator: Operator,
        inputs: Sequence[View],
        output: View,
        along: str,
        block: int,
        tiles: Tiles,
        part: ScorePart,
        holds_head: bool = False,
    ) -> None:
        """Args:
        operator: The operator.
        inputs: What it reads.
        output: What it writes.
        along: The axis that lies along the vector.
        block: How many coordinates of that axis a task has.
        tiles: The register tiles.
        part: What the nests compute of a head.
        holds_head: Whether scratch has a place for all scores of a head, not of the part.
        """
        self.sizes = Sizes.of(operator)
        self.part, self._holds_head = part, holds_head
        self.along, self.across = along, "n" if along == "m" else "m"
        self._operator, self._inputs, self._output = operator, inputs, output
        self._block, self._tiles = block, tiles
        self._width = tiles.width
        self._scores = self._held("scores", self.across)
        self._changes = self._held("changes", self.across)
        self._key_rows = self._held("rows", "c")
        self._value_rows = self._held("value_rows", "e")

    def buffers(self) -> tuple[Buffer, ...]:
        """The scratch of a task: what `copies`, `scores` and `to_shares` write."""
        sizes, block = self.sizes, self._block
        extent = self._extent(self.across) if not self._holds_head else sizes.extent(self.across)
        return (
            Buffer("rows", "float32", sizes.size * block),
            Buffer("value_rows", "float32", sizes.values * block),
            Buffer("scores", "float32", extent * block),
            Buffer("changes", "float32", extent * block),
        )

    def seen(self, number: int, own: Sequence[str]) -> Access:
        """An input along batch, heads and `own`."""
        whole = broadcast_access(self._inputs[number], f"input{number}", [*_BATCH, *own])
        return self._moved(whole)

    def vector(self, name: str) -> Access:
        """A scratch buffer with one number for each place along the vector."""
        return self._in_scratch(Access(name, "float32", ((self.along, 1),)))

    def of(self, part: ScorePart) -> GradientNests:
        """The nests of another part of the same head."""
        return GradientNests(
            self._operator,
            self._inputs,
            self._output,
            self.along,
            self._block,
            self._tiles,
            part,
            self._holds_head,
        )

    def _extent(self, axis: str) -> int:
        extents = {"m": self.part.queries, "n": self.part.keys}
        return extents.get(axis) or self.sizes.extent(axis)

    def _moved(self, access: Access) -> Access:
        """An access that begins where the part does."""
        steps = (stride * self.part.first(axis) for axis, stride in access.strides)
        return replace(access, offset=access.offset + sum(steps))

    def _in_scratch(self, access: Access) -> Access:
        return self._moved(access) if self._holds_head else access

    def statistics(self, name: str) -> Access:
        """A temporary with one number for each query of all heads."""
        queries, (_, heads) = self.sizes.queries, self.sizes.batch
        strides = (("b", heads.extent * queries), ("h", queries), ("m", 1))
        return self._moved(Access(name, "float32", strides))

    def copies(self) -> tuple[LoopNest, LoopNest]:
        """Transposes what lies along the vector: scaled queries and the gradient, or scaled keys
        and values.
        """
        first = self.seen(QUERIES, ("m", "c")) if self.along == "m" else self.seen(KEYS, ("c", "n"))
        second = GRADIENT if self.along == "m" else VALUES
        scaled = apply("mul", Load(0), Constant(scale_of(self._operator)))
        schedule = LoopSchedule(self.along, self._width)
        return (
            self.nest("rows", ("c", self.along), (first,), Store(self._key_rows, scaled), schedule),
            self.nest(
                "value rows",
                ("e", self.along),
                (self.seen(second, (self.along, "e")),),
                Store(self._value_rows, Load(0)),
                schedule,
            ),
        )

    def scores(self) -> LoopNest:
        """The scores, with the mask."""
        return self._scores_as(())

    def shares(self) -> LoopNest:
        """The shares that softmax makes of scores, by what another kernel kept of each query."""
        return self._scores_as((self.statistics("largest_scores"), self.statistics("scales")))

    def _scores_as(self, kept: tuple[Access, ...]) -> LoopNest:
        other = self.seen(KEYS, ("c", "n")) if self.along == "m" else self.seen(QUERIES, ("m", "c"))
        operands, value = [other, self._key_rows], self._visible(Accumulator())
        if len(self._inputs) > MASK:
            operands.append(self.seen(MASK, ("m", "n")))
            value = self._visible(apply("add", Accumulator(), Load(2)))
        if kept:
            place = len(operands)
            operands += kept
            power = apply("exp", apply("sub", value, Load(place)))
            value = apply("mul", power, Load(place + 1))
        return self._product("scores", "c", operands, Store(self._scores, value))

    def largest(self) -> LoopNest:
        """The largest score of each query; queries lie along the vector."""
        store = Store(self.vector("largest"), Accumulator())
        return self._over_keys("largest", (self._scores,), Load(0), store, "max")

    def powers(self) -> LoopNest:
        """The powers of scores, the largest one of a query being 1."""
        value = apply("exp", apply("sub", Load(0), Load(1)))
        operands = (self._scores, self.vector("largest"))
        return self._elementwise("powers", operands, Store(self._scores, value))

    def inverse_totals(self) -> LoopNest:
        """1 / the sum of a query's powers."""
        value = apply("div", Constant(1.0), Accumulator())
        store = Store(self.vector("scale"), value)
        return self._over_keys("total", (self._scores,), Load(0), store, "sum")

    def kept_sums(self) -> LoopNest:
        """The largest score of each query and 1 / its sum of powers, for other kernels.

        Not as one number: a large score, such as that of a query whose mask is the smallest finite
        number, would absorb the logarithm of the sum.
        """
        operands = (self.vector("largest"), self.vector("scale"))
        names = ("largest_scores", "scales")
        stores = tuple(Store(self.statistics(name), Load(n)) for n, name in enumerate(names))
        axes = (*self.sizes.batch, Axis("m", self._extent("m")))
        schedule = LoopSchedule("m", self._width)
        return LoopNest("kept sums", axes, operands, stores, None, schedule)

    def to_shares(self) -> LoopNest:
        """The gradients of the shares of keys."""
        if self.along == "m":
            other = self.seen(VALUES, ("n", "e"))
        else:
            other = self.seen(GRADIENT, ("m", "e"))
        operands = [other, self._value_rows]
        return self._product("to shares", "e", operands, Store(self._changes, Accumulator()))

    def means(self, kept: bool) -> tuple[LoopNest, ...]:
        """Each query's sum of shares times their gradients. `kept`: for other kernels, too."""
        value = apply("mul", Accumulator(), Load(2))
        operands = (self._scores, self._changes, self.vector("scale"))
        element = apply("mul", Load(0), Load(1))
        mean = self.vector("mean")
        made = self._over_keys("mean", operands, element, Store(mean, value), "sum")
        if not kept:
            return (made,)
        store = Store(self.statistics("means"), Load(0))
        schedule = LoopSchedule("m", self._width)
        return made, self.nest("kept mean", ("m",), (mean,), store, schedule)

    def to_scores(self, shares_too: bool) -> LoopNest:
        """The gradients of the scores, from powers; queries lie along the vector. `shares_too`: the
        powers become shares, too.
        """
        operands = (
            self._scores, self.vector("scale"), self._changes, self.vector("mean"),
        )  # fmt: skip
        shares = apply("mul", Load(0), Load(1))
        change = Store(self._changes, apply("mul", shares, apply("sub", Load(2), Load(3))))
        stores = (change, Store(self._scores, shares)) if shares_too else (change,)
        return self._elementwise("to scores", operands, *stores)

    def to_scores_of_shares(self) -> LoopNest:
        """The gradients of the scores, from shares and the means of another kernel."""
        operands = (self._scores, self._changes, self.statistics("means"))
        value = apply("mul", Load(0), apply("sub", Load(1), Load(2)))
        return self._elementwise("to scores", operands, Store(self._changes, value))

    def to_queries(self) -> LoopNest:
        """The gradient of queries."""
        return self._result("to queries", 0, self._changes, self.seen(KEYS, ("c", "n")), "m", "c")

    def to_keys(self) -> LoopNest:
        """The gradient of keys."""
        return self._result("to keys", 1, self._changes, self.seen(QUERIES, ("m", "c")), "n", "c")

    def to_values(self) -> LoopNest:
        """The gradient of values."""
        other = self.seen(GRADIENT, ("m", "e"))
        return self._result("to values", 2, self._scores, other, "n", "e")

    def nest(
        self,
        name: str,
        own: Sequence[str],
        operands: Sequence[Access],
        store: Store,
        schedule: LoopSchedule,
        reduction: Reduction | None = None,
    ) -> LoopNest:
        """A nest along batch, heads and `own`."""
        axes = (*self.sizes.batch, *(Axis(axis, self._extent(axis)) for axis in own))
        return LoopNest(name, axes, tuple(operands), (store,), reduction, schedule)

    def _held(self, name: str, rows: str) -> Access:
        return self._in_scratch(Access(name, "float32", ((rows, self._block), (self.along, 1))))

    def _visible(self, score: Expression) -> Expression:
        """A score; -infinity where its key is hidden."""
        if not is_causal(self._operator):
            return score
        if self.part.first_key + self.part.keys <= self.part.first_query + 1:
            return score  # all of the part is seen
        behind = self.part.first_query - self.part.first_key
        query = apply("add", Index("m"), Constant(behind, "int64"))
        seen = apply("less_equal", Index("n"), query)
        return apply("select", seen, score, Constant(float("-inf")))

    def _product(
        self, name: str, summed: str, operands: Sequence[Access], store: Store
    ) -> LoopNest:
        tile = ((self.across, self._tiles.height), (summed, UNROLL))
        schedule = LoopSchedule(self.along, self._width, tile)
        product = Reduction("sum", (summed,), apply("mul", Load(0), Load(1)))
        own = (self.across, self.along, summed)
        return self.nest(name, own, operands, store, schedule, product)

    def _over_keys(
        self,
        name: str,
        operands: Sequence[Access],
        element: Expression,
        store: Store,
        combine: str,
    ) -> LoopNest:
        order: tuple[Loop, ...] = ()
        if combine == "sum":
            order = (Loop("m", 0), Loop("n", LONGEST_SUM, separate_accumulators=True))
        schedule = LoopSchedule("m", self._width, (("n", UNROLL),), order)
        reduction = Reduction(combine, ("n",), element)
        return self.nest(name, ("n", "m"), operands, store, schedule, reduction)

    def _elementwise(self, name: str, operands: Sequence[Access], *stores: Store) -> LoopNest:
        schedule = LoopSchedule(self.along, self._width, ((self.across, UNROLL),))
        own = (self.across, self.along)
        axes = (*self.sizes.batch, *(Axis(axis, self._extent(axis)) for axis in own))
        return LoopNest(name, axes, tuple(operands), stores, None, schedule)

    def _result(
        self, name: str, number: int, held: Access, other: Access, row: str, column: str
    ) -> LoopNest:
        summed = "n" if row == "m" else "m"
        place = parts_of(self._operator)[number]
        _, rows, heads, columns = place.shape
        strides = (
            ("b", rows * heads * columns), ("h", columns), (row, heads * columns), (column, 1),
        )  # fmt: skip
        step = self._output.strides[0]
        destination = Access(
            "output0",
            self._output.dtype,
            tuple((axis, stride * step) for axis, stride in strides),
            self._output.offset + place.offset * step,
        )
        value: Expression = Accumulator()
        if column == "c":
            value = apply("mul", value, Constant(scale_of(self._operator)))
        tile = ((row, self._tiles.rows), (summed, UNROLL))
        schedule = LoopSchedule(column, self._tiles.vectors, tile)
        product = Reduction("sum", (summed,), apply("mul", Load(0), Load(1)))
        own = (row, column, summed)
        store = Store(self._moved(destination), value)
        return self.nest(name, own, (held, other), store, schedule, product)
