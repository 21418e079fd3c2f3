"""How arrays pass through pinned memory on their way to and from a GPU: where they lie there, and
in which parts they are sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

#: Bytes that arrays in pinned memory are aligned to.
LINE = 128
#: Bytes of a part of an array that is sent to the device, and that is received from it.
SENT, RECEIVED = 256 << 10, 1 << 20


def chunks(size: int, most: int) -> Iterator[tuple[int, int]]:
    """The parts of so many bytes: where each begins, and its size."""
    for first in range(0, size, most):
        yield first, min(most, size - first)


def side_by_side(arrays: Sequence[np.ndarray]) -> tuple[list[int], int]:
    """Where arrays lie in pinned memory, and how many bytes they take there."""
    places, end = [], 0
    for array in arrays:
        places.append(end)
        end += -(-array.nbytes // LINE) * LINE
    return places, end
