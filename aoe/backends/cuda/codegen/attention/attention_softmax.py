"""LLVM IR of the softmax of attention, step by step of the keys, in registers.

Each query has its largest score so far and the sum of powers, of which each thread adds its own
part. Where the largest score grows, sums get smaller by the power of the difference. A query whose
scores are all minus infinity has no powers, and its result is 0 / 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

from aoe.backends.cuda.codegen.attention.attention_frame import AttentionFrame
from aoe.backends.cuda.codegen.attention.head_frame import LOG2_E, MINUS_INFINITY, ZERO
from aoe.backends.cuda.kernels.attention_kernel import KEY, QUERY
from aoe.backends.cuda.kernels.tensor_kernel import MMA_COLUMNS, MMA_ROWS
from aoe.backends.llvm.emitter import Value, literal
from aoe.backends.llvm.expression_code import emit_expression
from aoe.errors import CompileError
from aoe.loops.expression import Accumulator, Apply, Constant, Expression, loads
from aoe.loops.loop_nest import Access


class AttentionSoftmax(AttentionFrame):
    """Emits the scores' expression and the softmax."""

    def read_scale(self) -> None:
        """Finds out whether the softmax can take products as scores: where these are products times
        a constant, the constant multiplies differences of them. Exponents do not overflow then.
        """
        self.factor = 1.0
        self.scaled = False
        factor = positive_factor(self.kernel.nests[0].stores[0].value)
        if self.kernel.precision != "tf32x3" and factor is not None and factor * LOG2_E <= 1.0:
            self.factor, self.scaled = factor, True

    def place_queries(self) -> None:
        """Computes the numbers of this thread's queries: two for each instruction along them."""
        numbers, kernel = self.numbers, self.kernel
        first = numbers.plus(numbers.plus(self.row_start, self.warp_row), self.group)
        skips = [row * MMA_ROWS + 8 * half for row in range(self.parts.rows) for half in range(2)]
        self.queries = [numbers.plus(first, skip) for skip in skips]
        #: Whether a query exists, and where it is: the last one in place of one that does not.
        self.exist = [numbers.below(item, kernel.row_count) for item in self.queries]
        self.query_places = []
        for number, exists in zip(self.queries, self.exist, strict=True):
            inside = numbers.chosen(exists, number, kernel.row_count - 1)
            self.query_places.append(numbers.decoded(inside, self.axes(kernel.rows)))
        self.mask_rows = [
            [
                self.address(access, places if self._by_query(access) else {})
                for access in kernel.nests[0].operands[2:]
            ]
            for places in self.query_places
        ]
        self.largest = [self.slot(MINUS_INFINITY) for _ in self.queries]
        self.totals = [self.slot(ZERO) for _ in self.queries]

    def weights(
        self,
        products: Sequence[Sequence[Sequence[str]]],
        masks: Sequence[Sequence[Sequence[Value]]],
        first: str,
        checked: bool,
    ) -> tuple[list[list[list[str]]], list[str]]:
        """The powers of the scores, and what sums so far are multiplied by, for each query.

        Args:
            products: Queries times keys.
            masks: What `masks` gave for the step.
            first: The number of the first key of the step.
            checked: Whether some keys of the step may not exist, or be hidden.
        """
        let = self.emitter.let
        scores = self._scores(products, masks, first, checked)
        factors: list[str] = []
        powers = [[[""] * 4 for _ in row] for row in scores]
        for number, (row, half) in enumerate(product(range(self.parts.rows), range(2))):
            own = [cell[2 * half + side] for cell in scores[row] for side in range(2)]
            before = let(f"load float, ptr {self.largest[number]}")
            largest = self.in_row("maxnum", self.tree("maxnum", own))
            largest = self.larger(before, largest)
            power = self.powers_of(self.finite(largest))
            factors.append(power(before))
            self.emitter.do(f"store float {largest}, ptr {self.largest[number]}")
            found = [power(score) for score in own]
            for place, value in enumerate(found):
                powers[row][place // 2][2 * half + place % 2] = value
            total = let(f"load float, ptr {self.totals[number]}")
            total = let(f"fmul float {total}, {factors[-1]}")
            total = let(f"fadd float {total}, {self.tree('fadd', found)}")
            self.emitter.do(f"store float {total}, ptr {self.totals[number]}")
        return powers, factors

    def finished(self) -> tuple[list[str], list[str]]:
        """The largest score and the sum of powers of each query."""
        load = partial(map, lambda slot: self.emitter.let(f"load float, ptr {slot}"))
        return list(load(self.largest)), [self.in_row("fadd", item) for item in load(self.totals)]

    def larger(self, first: str, second: str) -> str:
        """The larger number of two; one that is no number does not count."""
        return self.called("maxnum", first, second)

    def powers_of(self, base: str) -> Callable[[str], str]:
        """What gives e to the power of the difference of a score and `base`. With three products of
        TF32, the rounding error of the exponent is corrected.
        """
        let = self.emitter.let
        if self.kernel.precision == "tf32x3":
            return lambda score: self.exact_power(let(f"fsub float {score}, {base}"))
        scale = literal(self.factor * LOG2_E, "float32")
        shift = let(f"fneg float {let(f'fmul float {base}, {scale}')}") if self.scaled else ""

        def power(score: str) -> str:
            if self.scaled:
                exponent = self.fma(score, scale, shift)
            else:
                exponent = let(f"fmul float {let(f'fsub float {score}, {base}')}, {scale}")
            return let(f'call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float {exponent})')

        return power

    def natural(self, score: str) -> str:
        """A score, which may be kept without its factor."""
        if not self.scaled or self.factor == 1.0:
            return score
        return self.emitter.let(f"fmul float {score}, {literal(self.factor, 'float32')}")

    def _scores(
        self,
        products: Sequence[Sequence[Sequence[str]]],
        masks: Sequence[Sequence[Sequence[Value]]],
        first: str,
        checked: bool,
    ) -> list[list[list[str]]]:
        """The scores, minus infinity for keys that are not seen."""
        numbers = self.numbers
        let, keys = self.emitter.let, self.extents[KEY]
        start = self._first_key(first)
        scores = [[list(cell) for cell in row] for row in products]
        for number, side in product(range(len(products[0])), range(2)):
            key = numbers.plus(start, number * MMA_COLUMNS + side)
            exists = numbers.below(key, keys) if checked else "true"
            for row, half in product(range(self.parts.rows), range(2)):
                place = 2 * half + side
                query = 2 * row + half
                values = [item[query] for item in masks[2 * number + side]]
                score = self._score(products[row][number][place], values)
                if checked:
                    seen = exists
                    if self.kernel.causal:
                        own = self.query_places[query][QUERY]
                        seen = numbers.both(seen, let(f"icmp ule i32 {key}, {own}"))
                    score = let(f"select i1 {seen}, float {score}, float {MINUS_INFINITY}")
                scores[row][number][place] = score
        return scores

    def _score(self, total: str, masks: Sequence[Value]) -> str:
        if self.scaled:
            return total
        value = emit_expression(
            self.emitter,
            self.kernel.nests[0].stores[0].value,
            lambda operand: masks[operand - 2],
            Value(total, "float32"),
            _no_index,
            1,
            {},
        )
        return value.name

    def masks(self, first: str, checked: bool) -> list[list[list[Value]]]:
        """What the scores of a step read besides: by key of the thread, operand, and query. See
        `weights`.
        """
        numbers, nest = self.numbers, self.kernel.nests[0]
        start = self._first_key(first)
        last = self.extents[KEY] - 1
        found: list[list[list[Value]]] = []
        used = loads(nest.stores[0].value)
        constant: dict[tuple[int, int], Value] = {}
        rows = [
            [
                self.moved(pointer, access, KEY, "0" if checked else start)
                for pointer, access in zip(pointers, nest.operands[2:], strict=True)
            ]
            for pointers in self.mask_rows
        ]
        for skip in (
            MMA_COLUMNS * n + side for n in range(self.parts.keys // 8) for side in (0, 1)
        ):
            column = str(skip)
            if checked:
                column = numbers.plus(start, skip)
                column = numbers.least(column, last)
            of_key: list[list[Value]] = []
            for number, access in enumerate(nest.operands[2:]):
                of_operand: list[Value] = []
                for query in range(len(self.queries)):
                    if query and not self._by_query(access):
                        of_operand.append(of_operand[0])
                    elif number + 2 not in used:
                        of_operand.append(Value("0", access.dtype))
                    elif not access.stride(KEY):
                        if (number, query) not in constant:
                            constant[number, query] = self.loaded(access, rows[query][number])
                        of_operand.append(constant[number, query])
                    else:
                        pointer = self.moved(rows[query][number], access, KEY, column)
                        of_operand.append(self.loaded(access, pointer))
                of_key.append(of_operand)
            found.append(of_key)
        return found

    def _first_key(self, first: str) -> str:
        """The first key of this thread, given that of the step."""
        numbers = self.numbers
        return numbers.plus(numbers.plus(first, self.warp_key), numbers.times(self.in_group, 2))

    def _by_query(self, access: Access) -> bool:
        """Whether a mask differs between queries."""
        return any(access.stride(name) for name in self.kernel.rows)


def positive_factor(scores: Expression) -> float | None:
    """The positive number that products are multiplied by to give the scores; `None` if they are
    anything else.
    """
    match scores:
        case Accumulator():
            return 1.0
        case Apply("mul", (Accumulator(), Constant(float(value), "float32"))) | Apply(
            "mul", (Constant(float(value), "float32"), Accumulator())
        ) if value > 0:
            return value
    return None


def _no_index(axis: str) -> Value:
    raise CompileError(f"scores depend on the coordinate along {axis}")
