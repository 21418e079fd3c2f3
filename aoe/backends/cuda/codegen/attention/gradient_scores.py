"""LLVM IR of scores, their shares, and the gradients of scores, in registers.

Each query has three numbers (`aoe.backends.cuda.kernels.attention_gradient_kernel.STATISTICS`). A
share is 2 to the power of (score - largest) · log₂ e - logarithm. Where float32 is split, it is e
to the power of (score - largest) times the inverse of the sum of powers, and these powers are as
exact as float32. A mask may make the scores of a query so large that its largest one and the
logarithm do not fit into one number. The shares of a query whose scores are all minus infinity are
no numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from aoe.backends.cuda.codegen.attention.gradient_frame import Cells, GradientFrame
from aoe.backends.cuda.codegen.attention.head_frame import LOG2_E, MINUS_INFINITY, ZERO
from aoe.backends.cuda.kernels.attention_kernel import QUERY
from aoe.backends.cuda.kernels.tensor_kernel import MMA_COLUMNS, MMA_ROWS
from aoe.backends.llvm.emitter import Value, literal
from aoe.backends.llvm.expression_code import emit_expression
from aoe.backends.llvm.loop_position import branch
from aoe.errors import CompileError

#: The largest score, the logarithm and the mean of a query.
Statistics = Sequence[str]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a block.

    Attributes:
        first: The number of its first column.
        stage: Where its columns are, behind the first slot, in bytes.
        checked: Whether some of them may not exist, or be hidden.
    """

    first: str
    stage: str
    checked: bool


class GradientScores(GradientFrame):
    """Emits what happens to scores."""

    def place_rows(self) -> None:
        """Computes the numbers of this thread's rows: two for each instruction along them."""
        numbers, kernel = self.numbers, self.kernel
        extent = self.extents[kernel.along]
        first = numbers.plus(self.row_start, self.warp_row, self.group)
        skips = [row * MMA_ROWS + 8 * half for row in self.rows() for half in range(2)]
        self.row_numbers = [numbers.plus(first, skip) for skip in skips]
        #: Whether a row exists, and where it is: the last one in place of one that does not.
        self.exist = [numbers.below(item, extent) for item in self.row_numbers]
        self.inside = [
            numbers.chosen(exists, number, extent - 1)
            for number, exists in zip(self.row_numbers, self.exist, strict=True)
        ]
        self.mask_rows = [self._masks_of(row) for row in self.inside]

    def place_statistics(self) -> None:
        """Allocates what is found out about the queries that are rows."""
        self.largest = [self.slot(MINUS_INFINITY) for _ in self.inside]
        self.totals = [self.slot(ZERO) for _ in self.inside]
        self.weighted = [self.slot(ZERO) for _ in self.inside]

    def scores(self, products: Cells, step: Step) -> Cells:
        """The scores of a step: minus infinity for pairs that are not seen."""
        let = self.emitter.let
        found = self._empty(products)
        columns = self._columns(step)
        for row, number, place in self._cells(products):
            query = 2 * row + place // 2
            column, exists = columns[2 * number + place % 2]
            score = self._score(products[row][number][place], query, column)
            if step.checked:
                seen = self._seen(query, column, exists)
                score = let(f"select i1 {seen}, float {score}, float {MINUS_INFINITY}")
            found[row][number][place] = score
        return found

    def add_statistics(self, scores: Cells, changes: Cells) -> None:
        """Adds a step to what is known of the queries. Each thread has its own columns."""
        let, do = self.emitter.let, self.emitter.do
        for query in range(len(self.inside)):
            row, half = divmod(query, 2)
            own = self._of_row(scores[row], half)
            before = let(f"load float, ptr {self.largest[query]}")
            largest = self.called("maxnum", before, self.tree("maxnum", own))
            power = self._powers_of(largest)
            factor = power(before)
            powers = [power(score) for score in own]
            do(f"store float {largest}, ptr {self.largest[query]}")
            total = let(f"load float, ptr {self.totals[query]}")
            total = self.fma(total, factor, self.tree("fadd", powers))
            do(f"store float {total}, ptr {self.totals[query]}")
            weighted = let(f"load float, ptr {self.weighted[query]}")
            weighted = let(f"fmul float {weighted}, {factor}")
            for share, change in zip(powers, self._of_row(changes[row], half), strict=True):
                weighted = self.fma(share, change, weighted)
            do(f"store float {weighted}, ptr {self.weighted[query]}")

    def finish_statistics(self) -> None:
        """Joins what the threads of a query have, and stores it."""
        let = self.emitter.let
        self.of_rows: list[Statistics] = []
        for query in range(len(self.inside)):
            before, total, weighted = (
                let(f"load float, ptr {slots[query]}")
                for slots in (self.largest, self.totals, self.weighted)
            )
            largest = self.in_row("maxnum", before)
            factor = self._powers_of(largest)(before)
            total, weighted = (
                self.in_row("fadd", let(f"fmul float {value}, {factor}"))
                for value in (total, weighted)
            )
            logarithm = self._logarithm(total)
            mean = let(f"fdiv float {weighted}, {total}")
            self.of_rows.append((self.finite(largest), logarithm, mean))
            self._store_statistics(query)

    def to_scores(
        self, scores: Cells, changes: Cells | None, step: Step
    ) -> tuple[Cells, Cells | None]:
        """The shares of pairs, and the gradients of their scores without the factor of products.

        Args:
            scores: The scores of a step.
            changes: The gradients of its shares; None if those of scores are not wanted.
            step: The step.
        """
        let = self.emitter.let
        shares, found = self._empty(scores), self._empty(scores)
        of_columns = [] if self.kernel.along == QUERY else self._read_statistics(step)
        for row, number, place in self._cells(scores):
            known = (of_columns or self.of_rows)[
                2 * number + place % 2 if of_columns else 2 * row + place // 2
            ]
            share = self._share(scores[row][number][place], known)
            shares[row][number][place] = share
            if changes is not None:
                change = let(f"fsub float {changes[row][number][place]}, {known[2]}")
                found[row][number][place] = let(f"fmul float {share}, {change}")
        return shares, None if changes is None else found

    @property
    def _is_exact(self) -> bool:
        """Whether powers are as exact as float32."""
        return self.kernel.precision == "tf32x3"

    def _logarithm(self, total: str) -> str:
        """The logarithm of a sum of powers, or its inverse."""
        if self._is_exact:
            return self.emitter.let(f"fdiv float {literal(1.0, 'float32')}, {total}")
        return self.emitter.let(f'call float asm "lg2.approx.f32 $0, $1;", "=f,f"(float {total})')

    def _share(self, score: str, known: Statistics) -> str:
        """The share of a pair."""
        let = self.emitter.let
        largest, logarithm, _ = known
        above = let(f"fsub float {score}, {largest}")
        if self._is_exact:
            return let(f"fmul float {self.exact_power(above)}, {logarithm}")
        negative = let(f"fneg float {logarithm}")
        exponent = self.fma(above, literal(LOG2_E, "float32"), negative)
        return self._power(exponent)

    def _powers_of(self, largest: str) -> Callable[[str], str]:
        """What gives e to the power of the difference of a score and the largest one."""
        base = self.finite(largest)

        def power(score: str) -> str:
            above = self.emitter.let(f"fsub float {score}, {base}")
            if self._is_exact:
                return self.exact_power(above)
            scale = literal(LOG2_E, "float32")
            return self._power(self.emitter.let(f"fmul float {above}, {scale}"))

        return power

    def _power(self, exponent: str) -> str:
        return self.emitter.let(
            f'call float asm "ex2.approx.ftz.f32 $0, $1;", "=f,f"(float {exponent})'
        )

    def _score(self, total: str, row: int, column: str) -> str:
        """The score of a product of a row, by the number of the thread's, and a column."""
        nest, across = self.kernel.nests[0], self.kernel.across

        def load(operand: int) -> Value:
            pointer, known = self.mask_rows[row]
            if known is not None:
                return known
            access = nest.operands[operand]
            return self.loaded(access, self.moved(pointer, access, across, column))

        value = Value(total, "float32")
        return emit_expression(
            self.emitter, nest.stores[0].value, load, value, _no_index, 1, {}
        ).name

    def _masks_of(self, row: str) -> tuple[str, Value | None]:
        """Where the mask of a row is, and its value if all columns have the same."""
        for access in self.kernel.nests[0].operands[2:]:
            pointer = self.address(access, {self.kernel.along: row})
            same = not access.stride(self.kernel.across)
            return pointer, self.loaded(access, pointer) if same else None
        return "", None

    def _columns(self, step: Step) -> list[tuple[str, str]]:
        """The columns of this thread, two for each instruction, and whether each exists: the last
        one in place of one that does not.
        """
        numbers, extent = self.numbers, self.extents[self.kernel.across]
        first = numbers.plus(step.first, numbers.times(self.in_group, 2))
        found = []
        for number, side in product(self.columns(), range(2)):
            column = numbers.plus(first, number * MMA_COLUMNS + side)
            exists = "true"
            if step.checked:
                exists = numbers.below(column, extent)
                column = numbers.chosen(exists, column, extent - 1)
            found.append((column, exists))
        return found

    def _seen(self, row: int, column: str, exists: str) -> str:
        """Whether a pair exists and is not hidden."""
        if not self.kernel.causal:
            return exists
        pair = (column, self.inside[row])
        key, query = pair if self.kernel.along == QUERY else pair[::-1]
        return self.numbers.both(exists, self.emitter.let(f"icmp ule i32 {key}, {query}"))

    def _read_statistics(self, step: Step) -> list[Statistics]:
        """What a kernel of queries left about the queries that are columns."""
        accesses = self.kernel.nests[1].operands[2:]
        return [
            [self.loaded(access, self.address(access, {QUERY: column})).name for access in accesses]
            for column, _ in self._columns(step)
        ]

    def _store_statistics(self, query: int) -> None:
        """The first of the four threads of a query stores what is known of it."""
        first = self.emitter.let(f"icmp eq i32 {self.in_group}, 0")

        def store() -> None:
            stores = self.kernel.nests[2].stores
            for target, value in zip(stores, self.of_rows[query], strict=True):
                pointer = self.address(target.access, {QUERY: self.inside[query]})
                self.emitter.do(f"store float {value}, ptr {pointer}, align 4")

        branch(self.emitter, self.numbers.both(first, self.exist[query]), store, lambda: None)

    def _empty(self, cells: Cells) -> Cells:
        return [[[""] * 4 for _ in row] for row in cells]

    def _cells(self, cells: Cells) -> product[tuple[int, int, int]]:
        """The numbers of the instructions along rows and columns, and of the four numbers."""
        return product(range(len(cells)), range(len(cells[0])), range(4))

    def _of_row(self, cells: Sequence[Sequence[str]], half: int) -> list[str]:
        return [cell[2 * half + side] for cell in cells for side in range(2)]


def _no_index(axis: str) -> Value:
    raise CompileError(f"scores depend on the coordinate along {axis}")
