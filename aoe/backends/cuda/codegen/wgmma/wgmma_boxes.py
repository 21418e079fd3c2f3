"""LLVM IR of contractions by `wgmma` in which a warp of its own copies
(`aoe.backends.cuda.kernels.wgmma_kernel`): the first operand as boxes of a tensor, or windows of
images (`cp.async.bulk.tensor`), the second one in tiles.

One thread of that warp fills the stages in turn. The barrier of a stage counts the bytes of both
copies. Each group of warps that multiplies waits for it, and for nothing else: groups do not wait
for each other in the loop. When the products of a step have ended, one thread of each of their
warps tells the stage's second barrier, and the stage is filled again once all have. Where blocks
stay, that goes on from tile to tile: the next one is copied while results are stored.

A warp that copies needs few registers, but they are not given to others (`setmaxnreg`): four warps
would have to give them, and one warp takes 6 to 20 % of those of a block.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from aoe.backends.cuda.codegen.handover import Handover
from aoe.backends.cuda.codegen.thread_code import barrier, register32
from aoe.backends.cuda.codegen.wgmma.wgmma_results import WgmmaResults
from aoe.backends.cuda.kernels.boxes import ROWS, TERMS
from aoe.backends.cuda.kernels.wgmma_kernel import LINE, PIECE, WgmmaKernel
from aoe.backends.cuda.kernels.windows import Window
from aoe.backends.cuda.target.cuda_target import WARP
from aoe.backends.llvm.emitter import Emitter
from aoe.backends.llvm.loop_position import branch

#: The barrier of the threads that multiply; 0 is that of the whole block.
_OF_PRODUCTS = 1


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a thread is in the stages: variables.

    Attributes:
        stage: The number of the stage that comes next.
        phase: The phase of its barriers.
        before: The stage before.
    """

    stage: str
    phase: str
    before: str


class WgmmaBoxes(WgmmaResults):
    """Emits one kernel for one thread."""

    def __init__(self, emitter: Emitter, kernel: WgmmaKernel, shared: str) -> None:
        super().__init__(emitter, kernel, shared)
        #: The first thread behind those that multiply.
        self.leads = emitter.let(f"icmp eq i32 {self.thread}, {self.threads}")
        self.arriving += self.tile_rows * LINE
        self.first_tile = register32(emitter, "ctaid.x")

    def emit(self, handover: Handover) -> None:
        """Emits the whole body without its return."""
        kernel, steps = self.kernel, self.kernel.step_count
        first = range(min(kernel.stages, steps))
        # Weights do not wait for the kernels in front of this one.
        early = self.second.buffer in kernel.constants
        self.make_barriers()
        if kernel.share == 1:
            barrier(self.emitter)
        for step in first if early else ():
            self.copy_second(step, step)
        self.fetch_constants()
        handover.wait()

        def copy() -> None:
            # What kernels in front of this one wrote is read by the asynchronous proxy.
            self.assembly("fence.proxy.async.global;")
            if kernel.stays:
                self.locate(self.first_tile)
            for step in first:
                if not early:
                    self.copy_second(step, step)
                self._copy_box(step, step)
            if steps > kernel.stages or kernel.stays:
                self._copy_others(steps)

        def multiply() -> None:
            if kernel.stays:
                self._take_tiles(steps, handover)
                return
            place = _Place(self.slot(0), self.slot(0), self.slot(0))
            self._multiply_all(steps, place)
            handover.release("late")
            self.store()

        multiplies = self.numbers.below(self.thread, self.threads)
        branch(
            self.emitter,
            multiplies,
            multiply,
            lambda: branch(self.emitter, self.leads, copy, lambda: None),
        )

    def wait_for_block(self) -> None:
        """See `WgmmaFrame.wait_for_block`. The warp that copies takes no part."""
        name = "@llvm.nvvm.barrier.cta.sync.aligned.count"
        self.emitter.declare(f"declare void {name}(i32, i32) convergent")
        self.emitter.do(f"call void {name}(i32 {_OF_PRODUCTS}, i32 {self.threads})")

    def _copy_box(self, slot: str | int, step: str | int) -> None:
        """Starts the copy of a step of the first operand to the stage with a number."""
        window = self.kernel.window
        term = self.numbers.times(step, self.kernel.depth)
        if window is not None:
            self._start_copy(slot, *self._in_window(window, term), "im2col")
            return
        places = {TERMS: term, ROWS: self.row_start}
        coordinates = []
        for dimension in self.kernel.dimensions:
            place = places.get(dimension.name)
            if place is None:
                start = self.batch_starts[dimension.name]
                place = self.emitter.let(f"trunc i64 {start} to i32")
            coordinates.append(place)
        self._start_copy(slot, coordinates, [], "tile")

    def _in_window(self, window: Window, term: str) -> tuple[list[str], list[str]]:
        """Where the window of the tile's first row begins, and how far from there the tap of a term
        is, along each dimension.
        """
        numbers, kernel = self.numbers, self.kernel
        row, image = self.row_start, ""
        if not window.image:  # a tile behind the last row begins in an image that does not exist
            row, image = numbers.rest(row, self.row_count), numbers.quotient(row, self.row_count)
        rows = numbers.decoded(row, self.axes(kernel.rows))
        terms = numbers.decoded(term, kernel.reduction)
        coordinates, offsets = [terms[kernel.reduction[-1].name]], []
        for side in window.sides:
            coordinates.append(numbers.plus(numbers.times(rows[side.row], side.step), side.first))
            offsets.append(numbers.times(terms.get(side.tap, "0"), side.dilation))
        coordinates.append(image or rows[window.image])
        return coordinates, offsets

    def _start_copy(
        self, slot: str | int, coordinates: Sequence[str], offsets: Sequence[str], mode: str
    ) -> None:
        """Starts a copy to the stage with a number."""
        numbers, count = self.numbers, len(coordinates)
        target = numbers.plus(self.shared, numbers.times(slot, self.stage))
        listed = ", ".join(f"${number + 3}" for number in range(count))
        moved = ", ".join(f"${number + 3 + count}" for number in range(len(offsets)))
        text = f"cp.async.bulk.tensor.{count}d.shared::cluster.global.{mode}"
        text += f".mbarrier::complete_tx::bytes [$0], [$1, {{{listed}}}], [$2]"
        text += f", {{{moved}}};" if offsets else ";"
        given = [f"i32 {target}", "ptr %map0", f"i32 {self.barrier(slot)}"]
        given += [f"i32 {place}" for place in coordinates]
        given += [f"i16 {self.emitter.let(f'trunc i32 {item} to i16')}" for item in offsets]
        kinds = ",".join(["r,l,r", *["r"] * count, *["h"] * len(offsets), "~{memory}"])
        self.emitter.do(f'call void asm sideeffect "{text}", "{kinds}"({", ".join(given)})')

    def _copy_others(self, steps: int) -> None:
        """Copies the steps that do not find an empty stage, and those of further tiles."""
        numbers, stages = self.numbers, self.kernel.stages
        place = _Place(self.slot(0), self.slot(0), self.slot(0))
        counter = self.slot(stages)

        def copy() -> None:
            step, stage = self.value(counter), self.value(place.stage)
            self.wait_until(self.read_barrier(stage), self.value(place.phase))
            self.copy_second(stage, step)
            self._copy_box(stage, step)
            self.put(counter, numbers.plus(step, 1))
            self._go_on(place)

        def inside() -> str:
            return numbers.below(self.value(counter), steps)

        if steps > stages:
            self._repeat(copy, inside)
        if not self.kernel.stays:
            return
        tile = self.slot(numbers.plus(self.first_tile, self.kernel.tasks))

        def there() -> str:
            return numbers.below(self.value(tile), self.kernel.tile_count)

        def copy_tile() -> None:
            own = self.value(tile)
            self.locate(own)
            self.tile_address = self.address_of_tile()
            self.put(counter, "0")
            self._repeat(copy, inside)
            self.put(tile, numbers.plus(own, self.kernel.tasks))

        branch(self.emitter, there(), lambda: self._repeat(copy_tile, there), lambda: None)

    def _take_tiles(self, steps: int, handover: Handover) -> None:
        """The products and results of one tile after the other."""
        numbers, kernel = self.numbers, self.kernel
        place = _Place(self.slot(0), self.slot(0), self.slot(0))
        tile = self.slot(self.first_tile)

        def take() -> None:
            self.clear_sums()
            self._multiply_all(steps, place)
            own = self.value(tile)
            following = numbers.plus(own, kernel.tasks)
            more = numbers.below(following, kernel.tile_count)
            branch(self.emitter, more, lambda: None, lambda: handover.release("late"))
            self.finish()
            self._tell(self.value(place.before), "true")
            self.locate(own)
            self.find_bases()
            self.wait_for_block()  # the sums of the tile before have been read
            self.store_in_pieces(PIECE)
            self.put(tile, following)

        self._repeat(take, lambda: numbers.below(self.value(tile), kernel.tile_count))
        if kernel.cluster > 1:
            self.meet()  # a block stays until others have copied to it and told it what they read

    def _multiply_all(self, steps: int, place: _Place) -> None:
        """Multiplies all steps of a tile. Products of two of them are in flight at a time."""
        numbers, emitter, counter = self.numbers, self.emitter, self.slot(0)
        self.put(counter, "0")

        def multiply() -> None:
            step, stage = self.value(counter), self.value(place.stage)
            self.wait_until(self.barrier(stage), self.value(place.phase))
            self.multiply(stage)
            self.assembly("wgmma.wait_group.sync.aligned 1;")
            if steps > self.kernel.stages or self.kernel.stays:
                self._tell(self.value(place.before), emitter.let(f"icmp ne i32 {step}, 0"))
            self.put(place.before, stage)
            self.put(counter, numbers.plus(step, 1))
            self._go_on(place)

        self._repeat(multiply, lambda: numbers.below(self.value(counter), steps))

    def _tell(self, stage: str, condition: str) -> None:
        """Tells, on a condition, that this warp has read a stage."""
        lane = self.numbers.bits("and", self.thread, WARP - 1)
        told = self.numbers.both(self.emitter.let(f"icmp eq i32 {lane}, 0"), condition)

        def tell() -> None:
            self.tell_read(stage)

        branch(self.emitter, told, tell, lambda: None)

    def _go_on(self, place: _Place) -> None:
        """Goes on to the next stage; behind the last one, the other phase of its barriers comes."""
        numbers = self.numbers
        following = numbers.plus(self.value(place.stage), 1)
        inside = numbers.below(following, self.kernel.stages)
        self.put(place.stage, numbers.chosen(inside, following, 0))
        turned = numbers.bits("xor", self.value(place.phase), 1)
        self.put(place.phase, numbers.chosen(inside, self.value(place.phase), turned))

    def _repeat(self, body: Callable[[], None], goes_on: Callable[[], str]) -> None:
        """Emits a body that is repeated while a condition holds behind it."""
        emitter = self.emitter
        head, done = emitter.fresh("loop"), emitter.fresh("done")
        emitter.do(f"br label %{head}")
        emitter.label(head)
        body()
        emitter.do(f"br i1 {goes_on()}, label %{head}, label %{done}")
        emitter.label(done)
