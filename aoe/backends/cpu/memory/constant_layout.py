"""Where the constants of several plans lie that share memory: those of a model's profiles.

`aoe.backends.cpu.memory.planner` asks it for places, `aoe.backends.cpu.compile.compiler` for the
arrays that lie there.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from aoe.runtime.plan import aligned


@dataclass
class ConstantLayout:
    """Where the constants of several plans lie in one block: the same array has one place. So has
    what prepare kernels make of it, in memory that the plans share: it is packed once.
    """

    bytes: int = 0
    offsets: dict[int, int] = field(default_factory=dict)
    arrays: list[np.ndarray] = field(default_factory=list)
    packed_bytes: int = 0
    packed_offsets: dict[object, int] = field(default_factory=dict)

    def place(self, array: np.ndarray) -> int:
        """The byte offset of an array, which must not be freed meanwhile: it is known by its id."""
        if id(array) not in self.offsets:
            self.offsets[id(array)] = self.bytes
            self.arrays.append(array)
            self.bytes += aligned(array.nbytes)
        return self.offsets[id(array)]

    def place_packed(self, identity: object, size: int) -> int:
        """The byte offset of packed constants, known by what they are packed from and how."""
        if identity not in self.packed_offsets:
            self.packed_offsets[identity] = self.packed_bytes
            self.packed_bytes += size
        return self.packed_offsets[identity]
