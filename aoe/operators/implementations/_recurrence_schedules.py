"""The schedules of recurrences (`_recurrence.py`), what they take, and how weights are kept.

`vectors` (width of the product's register tile), `rows` (sequences in it), `unroll` (reduction
steps per iteration), `turn` (1: odd steps go through the weights backwards, so that what the cache
still holds of the last step is used first), `parallel`.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from math import ceil

from aoe.device import Device
from aoe.element_types import FLOAT24, ITEM_BYTES
from aoe.operators import cost, float24
from aoe.operators.implementations._cells import Cell
from aoe.operators.implementations._grouped import PAIRS
from aoe.operators.implementations._scheduling import decisions, parallel_choices
from aoe.operators.operator import Operator
from aoe.policy import Policy

#: Making factors of a vector of short weights takes as long as so many multiply-adds of vectors: as
#: CPUs with half as wide units do half as many of both.
_JOINING = 1.5


class Kept(Enum):
    """How weights are kept in their panels, and so multiplied."""

    WHOLE, SHORT, PAIRS = range(3)


def policies(kept: Kept, name: str, operator: Operator, device: Device) -> Iterator[Policy]:
    """All policies of the implementation of that name."""
    cell = Cell.of(operator)
    lanes, columns = device.lanes("float32"), cell.gates * cell.hidden
    together = _together(kept)
    for parallel in parallel_choices(_work(cell), device):
        for vectors in (n for n in (1, 2, 4, 6, 8, 12) if _fits(cell, n, lanes, kept)):
            for rows in (1, 2, 3, 4, 6, 8):
                fits = rows * vectors + vectors + 1 <= device.vector_registers
                if not fits or rows > cell.batch or (vectors - 1) * lanes >= columns:
                    continue
                for unroll in (n for n in (1, 2, 4) if n * together <= cell.hidden):
                    for turn in (0, 1) if _can_turn(cell, vectors * lanes) else (0,):
                        schedule = {
                            "vectors": vectors,
                            "rows": rows,
                            "unroll": unroll,
                            "turn": turn,
                            "parallel": parallel,
                        }
                        yield Policy.of(name, schedule=schedule)


def _together(kept: Kept) -> int:
    """Steps of the reduction that are multiplied at a time."""
    return PAIRS.size if kept is Kept.PAIRS else 1


def _can_turn(cell: Cell, width: int) -> bool:
    """Whether steps come in pairs, and whole panels can be gone through in two directions."""
    columns = _columns(cell)
    return cell.steps % 2 == 0 and columns % width == 0 and columns > width


def _fits(cell: Cell, vectors: int, lanes: int, kept: Kept) -> bool:
    """Whether panels may be so wide: those of short weights hold whole groups of them."""
    whole = vectors % float24.GROUP == 0 and _columns(cell) % (vectors * lanes) == 0
    return kept is not Kept.SHORT or whole


def has_groups(operator: Operator, device: Device) -> bool:
    """Whether its weights can be in panels of whole groups of short ones."""
    return _fits(Cell.of(operator), float24.GROUP, device.lanes("float32"), Kept.SHORT)


def _columns(cell: Cell) -> int:
    """Those of a product, the smaller one where there are two."""
    return cell.hidden if cell.reset_first else cell.gates * cell.hidden


def _work(cell: Cell) -> float:
    if cell.directions * cell.batch == 1:
        return 0.0  # one chain of steps, which threads cannot share
    return float(cell.steps * cell.directions * cell.batch * cell.gates * cell.hidden**2)


def estimate(kept: Kept, operator: Operator, policy: Policy, device: Device) -> float:
    """Seconds that all steps take under a policy."""
    schedule, cell = decisions(policy), Cell.of(operator)
    lanes, columns = device.lanes("float32"), cell.gates * cell.hidden
    vectors, rows = schedule["vectors"], schedule["rows"]
    per_step = max(rows * vectors / 2, vectors, (rows + vectors) / 2, 4.0)
    if kept is Kept.SHORT:
        per_step = max(per_step, _JOINING * vectors / cost.multiply_adds_per_cycle(device))
    per_step += 0.5 / schedule["unroll"]
    tiles = ceil(columns / (vectors * lanes)) * ceil(cell.batch / rows)
    cycles = tiles * (cell.hidden / _together(kept) * per_step + 12 + rows * vectors)
    cycles += cell.batch * ceil(cell.hidden / lanes) * 40 * cell.gates
    threads = device.threads if schedule["parallel"] else 1
    chains = ceil(cell.directions * cell.batch / threads) / cell.batch
    dtype = FLOAT24 if kept is Kept.SHORT else operator.inputs[1].dtype
    weights = ITEM_BYTES[dtype] * columns * cell.hidden
    reached = cost.bandwidth(device, weights * (0.5 if schedule["turn"] else 1.0), 1)
    computing, moving = cycles / cost.FREQUENCY, weights / reached
    step = max(computing, moving) + 0.25 * min(computing, moving)
    return cell.steps * chains * step * (1.0 if schedule["turn"] else 1.001)
