"""LLVM IR of a loop nest on a CPU: that of all devices, or with Intel AMX, where the schedule asks
for its tile registers and the CPU has them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aoe.backends.cpu.codegen.amx_code import AmxTile, configure_tiles
from aoe.backends.llvm.emitter import Emitter
from aoe.backends.llvm.loop_nest_code import LoopNestCode
from aoe.backends.llvm.loop_position import Position, advance
from aoe.backends.llvm.register_tile_code import Tile
from aoe.loops.loop_nest import Access, Loop, LoopNest


class CpuNestCode(LoopNestCode):
    """Emits the loops of a nest on a CPU."""

    def __init__(
        self,
        emitter: Emitter,
        nest: LoopNest,
        accesses: Sequence[Access],
        order: tuple[Loop, ...],
        lanes: int,
        sizes: Mapping[str, int],
    ) -> None:
        """See `LoopNestCode`."""
        super().__init__(emitter, nest, accesses, order, lanes, sizes)
        self.matrix = nest.schedule.matrix and emitter.multiplies_amx
        self.overlapping = self.matrix and not nest.partial_axes
        self.configured = False

    def emit(self, position: Position, depth: int) -> None:
        """See `LoopNestCode`."""
        if self.matrix and not self.configured:
            self._emit_configured(position, depth)
        else:
            super().emit(position, depth)

    def made_tile(self, position: Position, checked: bool) -> Tile:
        """See `LoopNestCode`."""
        kind = AmxTile if self.matrix else Tile
        return kind(self.emitter, self.nest, position, self.lanes, checked)

    def _emit_configured(self, position: Position, depth: int) -> None:
        """Emits the loops once for each shape of the AMX register tile."""
        for entry in () if self.overlapping else self.outside[depth:]:
            size = position.sizes[entry.axis]
            whole = size - size % entry.step
            if 0 < whole < size and entry.axis != self.nest.schedule.vector:
                for start, length in ((0, whole), (whole, size - whole)):
                    arguments = (
                        self.emitter,
                        position,
                        self.accesses,
                        entry.axis,
                        str(start),
                        length,
                    )
                    self.emit(advance(*arguments), depth)
                return
        configure_tiles(self.emitter, self.nest, position)
        self.configured = True
        self.emit(position, depth)
        self.configured = False
