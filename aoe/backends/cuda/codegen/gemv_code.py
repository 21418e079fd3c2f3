"""LLVM IR of products of few rows (`aoe.backends.cuda.kernels.gemv_kernel`)."""

from __future__ import annotations

from collections.abc import Sequence

from aoe.backends.cuda.codegen.handover import Handover
from aoe.backends.cuda.codegen.result_code import ResultCode
from aoe.backends.cuda.codegen.thread_code import barrier, combined_in_warp, register
from aoe.backends.cuda.kernels.gemv_kernel import GemvKernel, steps_ahead
from aoe.backends.cuda.kernels.tensor_kernel import copied_elements
from aoe.backends.cuda.target.cuda_target import WARP
from aoe.backends.llvm.emitter import Emitter, Value, memory_type
from aoe.backends.llvm.loop_nest_code import NestContext, base_pointer
from aoe.backends.llvm.loop_position import branch, counted_loop
from aoe.backends.llvm.storage_code import from_memory
from aoe.element_types import ITEM_BYTES
from aoe.loops.loop_nest import Access, Axis


def emit_gemv_kernel(emitter: Emitter, kernel: GemvKernel, shared: str, handover: Handover) -> None:
    """Emits the body of a kernel. `shared`: the symbol of shared memory."""
    _GemvCode(emitter, kernel, shared).emit(handover)


class _GemvCode:
    """Emits one kernel for one thread."""

    def __init__(self, emitter: Emitter, kernel: GemvKernel, shared: str) -> None:
        self.emitter, self.kernel, self.shared = emitter, kernel, shared
        self.a, self.b = kernel.nest.operands[:2]
        (self.axis,) = kernel.reduction
        self.vector = copied_elements(self.b, self.axis, self.axis.extent)
        self.names = {name: f"%buffer{n}" for n, name in enumerate(kernel.arguments)}
        self.warps = kernel.sharing // WARP
        let = emitter.let
        self.thread = register(emitter, "tid.x")
        self.lane = let(f"and i64 {self.thread}, {WARP - 1}")
        warp = let(f"udiv i64 {self.thread}, {WARP}")
        self.part = let(f"urem i64 {warp}, {self.warps}")
        group = let(f"udiv i64 {warp}, {self.warps}")
        block = register(emitter, "ctaid.x")
        tile = let(f"urem i64 {block}, {kernel.column_blocks}")
        groups = let(f"mul i64 {tile}, {kernel.block // kernel.sharing}")
        self.column = let(f"mul i64 {let(f'add i64 {groups}, {group}')}, {kernel.columns}")
        self.starts = self._decoded(let(f"udiv i64 {block}, {kernel.column_blocks}"), kernel.batch)

    def emit(self, handover: Handover) -> None:
        """Emits the whole body without its return."""
        kernel, let = self.kernel, self.emitter.let
        self.sums = [
            [self.emitter.alloca("float") for _ in range(kernel.columns)]
            for _ in range(kernel.row_count)
        ]
        for row in self.sums:
            for slot in row:
                self.emitter.do(f"store float 0.0, ptr {slot}")
        first = let(f"add i64 {let(f'mul i64 {self.part}, {WARP}')}, {self.lane}")
        first = let(f"mul i64 {first}, {self.vector}")
        self.rows = [self._row_pointer(number, first) for number in range(kernel.row_count)]
        self.columns = [self._column_pointer(number, first) for number in range(kernel.columns)]
        if self.b.buffer in kernel.constants:
            self._prefetch()
        handover.wait()
        self._reduce(first)
        handover.release("late")
        self._finish()

    def _decoded(self, number: str, axes: Sequence[str]) -> dict[str, str]:
        """The coordinates along axes of the point with a number."""
        found: dict[str, str] = {}
        for name in reversed(axes):
            extent = self.kernel.extents[name]
            if name == axes[0]:
                found[name] = number
            elif extent > 1:
                found[name] = self.emitter.let(f"urem i64 {number}, {extent}")
                number = self.emitter.let(f"udiv i64 {number}, {extent}")
        return found

    def _base(self, access: Access) -> str:
        return base_pointer(
            self.emitter, access, NestContext(self.names, frozenset(), self.starts, {})
        )

    def _row_pointer(self, number: int, first: str) -> str:
        """The address of this lane's first term of a row."""
        offset = 0
        for name in reversed(self.kernel.rows):
            number, place = divmod(number, self.kernel.extents[name])
            offset += place * self.a.stride(name)
        pointer = self._moved(self.a, self._base(self.a), offset)
        return self._along(self.a, pointer, first, self.axis.name)

    def _column_pointer(self, number: int, first: str) -> str:
        """The address of this lane's first weight of a column; of the last one behind the end."""
        let, last = self.emitter.let, self.kernel.extents[self.kernel.column] - 1
        column = let(f"add i64 {self.column}, {number}") if number else self.column
        inside = let(f"icmp ult i64 {column}, {last}")
        column = let(f"select i1 {inside}, i64 {column}, i64 {last}")
        pointer = self._along(self.b, self._base(self.b), column, self.kernel.column)
        return self._along(self.b, pointer, first, self.axis.name)

    def _along(self, access: Access, pointer: str, place: str, axis: str) -> str:
        stride = access.stride(axis)
        if not stride:
            return pointer
        offset = self.emitter.let(f"mul nsw i64 {place}, {stride}")
        kind = memory_type(access.dtype, 1)
        return self.emitter.let(f"getelementptr {kind}, ptr {pointer}, i64 {offset}")

    def _moved(self, access: Access, pointer: str, elements: int) -> str:
        if not elements:
            return pointer
        kind = memory_type(access.dtype, 1)
        return self.emitter.let(f"getelementptr {kind}, ptr {pointer}, i64 {elements}")

    @property
    def _step(self) -> int:
        """Terms that all lanes that share a reduction read at a time."""
        return self.kernel.sharing * self.vector

    @property
    def _first_steps(self) -> Sequence[str]:
        """The steps that are read together first."""
        ahead = steps_ahead(self.kernel.row_count, self.kernel.columns)
        count = min(ahead, self.axis.extent // self._step)
        return [str(number * self._step) for number in range(count)]

    def _prefetch(self) -> None:
        """Asks for the first weights: they do not wait for the kernels in front of this one. An
        assembler would move reads behind the place where it waits.
        """
        for start in self._first_steps:
            for pointer in self.columns:
                place = self._along(self.b, pointer, start, self.axis.name)
                outside = self.emitter.let(f"addrspacecast ptr {place} to ptr addrspace(1)")
                self.emitter.do(
                    'call void asm sideeffect "prefetch.global.L2 [$0];", "l,~{memory}"'
                    f"(ptr addrspace(1) {outside})"
                )

    def _reduce(self, first: str) -> None:
        """Adds this lane's products to its sums: some steps at a time, then one by one, then those
        that not every lane has.
        """
        step, starts = self._step, self._first_steps
        ahead, whole = len(starts), self.axis.extent // self._step
        if ahead:
            self._products(starts)
            together = whole // ahead * ahead

            def several(start: str) -> None:
                let = self.emitter.let
                self._products([let(f"add i64 {start}, {skip}") for skip in starts])

            if together > ahead:
                counted_loop(
                    self.emitter, str(ahead * step), str(together * step), ahead * step, several
                )
            if whole > together:
                self._products([str(number * step) for number in range(together, whole)])
        rest = self.axis.extent - whole * step
        if rest:
            exists = self.emitter.let(f"icmp ult i64 {first}, {rest}")
            branch(self.emitter, exists, lambda: self._products([str(whole * step)]), lambda: None)

    def _products(self, starts: Sequence[str]) -> None:
        """Adds the products of this lane's vectors at some places of the reduction."""
        let = self.emitter.let
        weights, rows = (
            [[self._terms(access, pointer, start) for pointer in pointers] for start in starts]
            for access, pointers in ((self.b, self.columns), (self.a, self.rows))
        )
        self.emitter.declare("declare float @llvm.fma.f32(float, float, float)")
        for factors_of, terms_of in zip(weights, rows, strict=True):
            for row, terms in enumerate(terms_of):
                for column, factors in enumerate(factors_of):
                    slot = self.sums[row][column]
                    total = let(f"load float, ptr {slot}")
                    for x, y in zip(terms, factors, strict=True):
                        total = let(
                            f"call float @llvm.fma.f32(float {x}, float {y}, float {total})"
                        )
                    self.emitter.do(f"store float {total}, ptr {slot}")

    def _terms(self, access: Access, pointer: str, start: str) -> list[str]:
        """As many terms as a vector of weights has, in loads that are as long as possible."""
        let, item = self.emitter.let, ITEM_BYTES[access.dtype]
        length = copied_elements(access, self.axis, self.vector)
        stride = access.stride(self.axis.name)
        pointer = self._along(access, pointer, start, self.axis.name)
        found: list[str] = []
        for place in range(0, self.vector, length):
            kind = memory_type(access.dtype, length)
            at = self._moved(access, pointer, place * stride)
            name = let(f"load {kind}, ptr {at}, align {length * item}")
            value = from_memory(self.emitter, name, access.dtype, length)
            if length == 1:
                found.append(value.name)
            else:
                found += [let(f"extractelement {value.typed}, i32 {n}") for n in range(length)]
        return found

    def _finish(self) -> None:
        """Adds up the sums of all lanes and warps. Lane i then has the sum with number i."""
        kernel, let = self.kernel, self.emitter.let
        total = Value("0.0", "float32")
        slots = [slot for row in self.sums for slot in row]
        for number, slot in enumerate(slots):
            own = Value(let(f"load float, ptr {slot}"), "float32")
            whole = combined_in_warp(self.emitter, own, self._added)
            if number:
                chosen = let(f"icmp eq i64 {self.lane}, {number}")
                name = let(f"select i1 {chosen}, float {whole.name}, float {total.name}")
                total = Value(name, "float32")
            else:
                total = whole
        if self.warps > 1:
            total = self._of_all_warps(total)
        row = let(f"udiv i64 {self.lane}, {kernel.columns}")
        own_column = let(f"urem i64 {self.lane}, {kernel.columns}")
        column = let(f"add i64 {self.column}, {own_column}")
        exists = let(f"icmp ult i64 {self.lane}, {len(slots)}")
        inside = let(f"icmp ult i64 {column}, {kernel.extents[kernel.column]}")
        first = let(f"icmp eq i64 {self.part}, 0")
        wanted = let(f"and i1 {let(f'and i1 {exists}, {inside}')}, {first}")

        def store() -> None:
            results = ResultCode(self.emitter, kernel.nest, self.names, self.starts)
            position = results.start
            for name, coordinate in self._decoded(row, kernel.rows).items():
                position = results.moved(position, name, coordinate)
            axis = Axis(kernel.column, kernel.extents[kernel.column])
            results.store(results.moved(position, kernel.column, column), [total], axis)

        branch(self.emitter, wanted, store, lambda: None)

    def _added(self, left: Value, right: Value) -> Value:
        return Value(self.emitter.let(f"fadd float {left.name}, {right.name}"), "float32")

    def _of_all_warps(self, total: Value) -> Value:
        """The sum of the values of the same lane of all warps that share columns."""
        let = self.emitter.let

        def place(thread: str) -> str:
            return let(f"getelementptr float, ptr addrspace(3) {self.shared}, i64 {thread}")

        self.emitter.do(f"store float {total.name}, ptr addrspace(3) {place(self.thread)}, align 4")
        barrier(self.emitter)
        skip = let(f"mul i64 {self.part}, {WARP}")
        start = let(f"sub i64 {self.thread}, {skip}")
        parts = [
            Value(
                let(
                    "load float, ptr addrspace(3) "
                    f"{place(let(f'add i64 {start}, {number * WARP}'))}, align 4"
                ),
                "float32",
            )
            for number in range(self.warps)
        ]
        total = parts[0]
        for part in parts[1:]:
            total = self._added(total, part)
        return total
