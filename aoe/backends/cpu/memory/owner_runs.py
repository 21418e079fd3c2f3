"""Runs of cells with one owner, and counts of cells in ranges of them.

`aoe.backends.cpu.memory.thread_arena` places buffers by the owners of an arena's cells. These lie
in few runs, so that many places are compared at once without looking at each cell.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

#: For each cell of a buffer or an arena, the thread that accesses it, or a negative number.
Threads: TypeAlias = npt.NDArray[np.int16]
Cells: TypeAlias = npt.NDArray[np.int64]

#: The maximum number of edges between runs that are told.
_MAX_EDGES = 32


@dataclass(frozen=True, slots=True)
class OwnerRuns:
    """Cells as runs.

    Attributes:
        starts: The first cell of each run, in order.
        ends: The cell behind each run.
        owners: The owner of each run.
    """

    starts: Cells
    ends: Cells
    owners: Threads

    @classmethod
    def of(cls, cells: Threads) -> OwnerRuns:
        """The runs of cells."""
        begins = np.concatenate(([True], cells[1:] != cells[:-1]))[: len(cells)]
        starts = np.flatnonzero(begins)
        ends = np.append(starts[1:], len(cells))[: len(starts)]
        return cls(starts, ends, cells[starts])

    def edges(self, first: int, end: int) -> list[int]:
        """The cells between `first` and `end` at which a run begins; of many, those of the longest
        runs.
        """
        starts = self.starts[bisect_right(self.starts, first) : bisect_left(self.starts, end)]
        if len(starts) > _MAX_EDGES:
            lengths = np.diff(starts, append=min(end, int(self.ends[-1])))
            starts = starts[np.argsort(-lengths, kind="stable")[:_MAX_EDGES]]
        found: list[int] = starts.tolist()
        return found

    def count(self, counted: npt.NDArray[np.bool_], begins: Cells, ends: Cells) -> Cells:
        """How many cells of certain runs are in ranges. Ranges may go beyond the cells.

        Args:
            counted: By the run, whether its cells count.
            begins: The first cell of each range.
            ends: The cell behind each range.

        Returns:
            The number of cells, in the shape of `begins`.
        """
        # How many cells lie before a cell is linear within a run, of a slope of 0 or 1: exact.
        edges = np.append(self.starts, self.ends[-1])
        before = np.zeros(len(edges))
        np.cumsum(counted * (self.ends - self.starts), out=before[1:])
        below_ends, below_begins = (np.interp(item, edges, before) for item in (ends, begins))
        found: Cells = (below_ends - below_begins).astype(np.int64)
        return found
