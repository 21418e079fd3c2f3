"""The layout of constants that several plans share: those of a model's profiles.

`aoe.backends.cpu.memory.planner` asks for offsets; `aoe.backends.cpu.compile.compiler` compiles the
plans.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from aoe.runtime.plan import aligned


@dataclass
class ConstantLayout:
    """Offsets of the constants of several plans in one memory block.

    An array that several plans use has one offset. The same holds for packed constants, in a block
    of their own: they are packed once.

    Attributes:
        bytes: The size of the constants so far.
        offsets: Their offsets by array id.
        arrays: The arrays, kept alive so that ids stay unique.
        packed_bytes: The size of the packed constants so far.
        packed_offsets: Their offsets by identity.
    """

    bytes: int = 0
    offsets: dict[int, int] = field(default_factory=dict)
    arrays: list[np.ndarray] = field(default_factory=list)
    packed_bytes: int = 0
    packed_offsets: dict[object, int] = field(default_factory=dict)

    def place(self, array: np.ndarray) -> int:
        """Returns the byte offset of an array. The array is known by its id and must stay alive."""
        if id(array) not in self.offsets:
            self.offsets[id(array)] = self.bytes
            self.arrays.append(array)
            self.bytes += aligned(array.nbytes)
        return self.offsets[id(array)]

    def place_packed(self, identity: object, size: int) -> int:
        """Returns the byte offset of packed constants, known by their source and packing."""
        if identity not in self.packed_offsets:
            self.packed_offsets[identity] = self.packed_bytes
            self.packed_bytes += size
        return self.packed_offsets[identity]
