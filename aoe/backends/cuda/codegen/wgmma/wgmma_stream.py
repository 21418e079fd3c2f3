"""LLVM IR of contractions by `wgmma` whose blocks stay and take one tile after the other
(`aoe.backends.cuda.kernels.wgmma_kernel`).

The copies of a block are a stream: of all steps of its first tile, then of those of its next one.
They are some steps ahead of the products, so that while the results of a tile are stored, the first
steps of the next one arrive. What a thread knows of the tile that it copies is in variables of its
own; what it knows of the tile whose results it stores is found when these are stored.
"""

from __future__ import annotations

from collections.abc import Callable

from aoe.backends.cuda.codegen.handover import Handover
from aoe.backends.cuda.codegen.thread_code import barrier, register32
from aoe.backends.cuda.codegen.wgmma.wgmma_copies import Line
from aoe.backends.cuda.codegen.wgmma.wgmma_results import WgmmaResults
from aoe.backends.cuda.kernels.wgmma_kernel import PIECE, WgmmaKernel
from aoe.backends.llvm.emitter import Emitter
from aoe.backends.llvm.loop_position import branch


class WgmmaStream(WgmmaResults):
    """Emits one kernel for one thread."""

    def __init__(self, emitter: Emitter, kernel: WgmmaKernel, shared: str) -> None:
        super().__init__(emitter, kernel, shared)
        self.first_tile, self.own_member = register32(emitter, "ctaid.x"), self.member
        self.begins = {name: self.value(place) for name, place in self.places.items()}
        self.copied_tile = self.slot(self.first_tile)
        self.copied_step = self.slot(0)
        self.known: dict[str, str] = {}
        self._keep_tile()

    def emit(self, handover: Handover) -> None:
        """Emits the whole body without its return. The reduction has at least as many steps as
        there are stages, so that the first copies are all of one tile.
        """
        kernel, ahead = self.kernel, self.kernel.stages - 2
        early = self.second.buffer in kernel.constants
        self.make_barriers()
        for step in range(ahead) if early else ():
            self.copy_second(step, step)
        self.fetch_constants()
        handover.wait()
        for step in range(ahead):
            self.copy_first(step)
            if not early:
                self.copy_second(step, step)
            self.assembly("cp.async.commit_group;")
        self.put(self.copied_step, str(ahead))
        self._take_tiles(ahead, handover)
        if kernel.cluster > 1:
            self.meet()  # a block stays until others have copied to it and told it what they read

    def locate(self, number: str) -> None:
        """See `WgmmaFrame.locate`. A block is the same one of its cluster for all tiles."""
        super().locate(number)
        self.member = getattr(self, "own_member", self.member)

    def _take_tiles(self, ahead: int, handover: Handover) -> None:
        """The loop over the tiles of the block."""
        numbers, kernel = self.numbers, self.kernel
        counter, used, phase = self.slot(0), self.slot(0), self.slot(0)
        filled, tile = self.slot(ahead), self.slot(self.first_tile)

        def steps() -> None:
            self._multiply(ahead, used, filled, phase)
            following = numbers.plus(self.value(counter), 1)
            self.put(counter, following)

        def take() -> None:
            self.put(counter, "0")
            self.clear_sums()
            self._repeat(
                steps, lambda: numbers.below(self.value(counter), kernel.step_count), "steps"
            )
            own = self.value(tile)
            following = numbers.plus(own, kernel.tasks)
            more = numbers.below(following, kernel.tile_count)
            branch(self.emitter, more, lambda: None, lambda: handover.release("late"))
            self.locate(own)
            self.find_bases()
            self.finish()
            self.store_in_pieces(PIECE)
            self.put(tile, following)

        self._repeat(take, lambda: numbers.below(self.value(tile), kernel.tile_count), "tiles")

    def _repeat(self, body: Callable[[], None], goes_on: Callable[[], str], name: str) -> None:
        """Emits a body that is repeated while a condition holds behind it."""
        emitter = self.emitter
        head, done = emitter.fresh(name), emitter.fresh("done")
        emitter.do(f"br label %{head}")
        emitter.label(head)
        body()
        emitter.do(f"br i1 {goes_on()}, label %{head}, label %{done}")
        emitter.label(done)

    def _multiply(self, ahead: int, used: str, filled: str, phase: str) -> None:
        """Starts the products of a step, and the copies of a later one to the stage whose products
        are two steps back.
        """
        numbers = self.numbers
        stage = self.value(used)
        self.assembly(f"cp.async.wait_group {ahead - 1};")
        self.assembly("fence.proxy.async.shared::cta;")
        barrier(self.emitter)
        self.wait_second(stage, self.value(phase))
        self.multiply(stage)
        self.assembly("wgmma.wait_group.sync.aligned 1;")
        ended = numbers.below(self.value(self.copied_step), self.kernel.step_count)
        branch(self.emitter, ended, lambda: None, self._copy_next_tile)
        there = numbers.below(self.value(self.copied_tile), self.kernel.tile_count)
        branch(self.emitter, there, lambda: self._go_on(filled, phase), lambda: None)
        self.assembly("cp.async.commit_group;")
        for place in (used, filled):
            following = numbers.plus(self.value(place), 1)
            inside = numbers.below(following, self.kernel.stages)
            self.put(place, numbers.chosen(inside, following, 0))
            if place == used:
                turned = numbers.bits("xor", self.value(phase), 1)
                self.put(phase, numbers.chosen(inside, self.value(phase), turned))

    def _go_on(self, filled: str, phase: str) -> None:
        """Copies the next step of the stream."""
        slot, step = self.value(filled), self.value(self.copied_step)
        self._recall_tile()
        self.copy_first(slot)
        self.wait_read(slot, self.value(phase))
        self.copy_second(slot, step)
        self.put(self.copied_step, self.numbers.plus(step, 1))

    def _copy_next_tile(self) -> None:
        """Goes on to the first step of the next tile, which may be behind the last one."""
        numbers, kernel = self.numbers, self.kernel
        following = numbers.plus(self.value(self.copied_tile), kernel.tasks)
        self.put(self.copied_tile, following)
        self.put(self.copied_step, "0")
        for name, place in self.places.items():
            self.put(place, self.begins[name])

        def find() -> None:
            self.locate(following)
            self.lines, self.tile_address = self.lines_of_first(), self.address_of_tile()
            self.first_base = self.address_of_first()
            self._keep_tile()

        branch(self.emitter, numbers.below(following, kernel.tile_count), find, lambda: None)

    def _keep_tile(self) -> None:
        """Keeps what the thread knows of the tile that it copies."""
        for name, value, kind in self._facts():
            if name not in self.known:
                self.known[name] = self.emitter.alloca(kind)
            self.emitter.do(f"store {kind} {value}, ptr {self.known[name]}")

    def _recall_tile(self) -> None:
        """Finds what was kept."""
        held = {
            name: self.emitter.let(f"load {kind}, ptr {self.known[name]}")
            for name, _, kind in self._facts()
        }
        self.tile_address, self.first_base = held["tile"], held["first"]
        self.lines = [
            Line(
                line.skip,
                held[f"offset{number}"],
                held.get(f"exists{number}", "true"),
                tuple(held[f"place{number} {n}"] for n in range(len(line.coordinates))),
            )
            for number, line in enumerate(self.lines)
        ]

    def _facts(self) -> list[tuple[str, str, str]]:
        """What there is to keep: names, values and types."""
        found = [("tile", self.tile_address, "i64"), ("first", self.first_base, "i64")]
        for number, line in enumerate(self.lines):
            found.append((f"offset{number}", line.offset, "i32"))
            if line.exists != "true":
                found.append((f"exists{number}", line.exists, "i1"))
            places = enumerate(line.coordinates)
            found += [(f"place{number} {n}", place, "i32") for n, place in places]
        return found
