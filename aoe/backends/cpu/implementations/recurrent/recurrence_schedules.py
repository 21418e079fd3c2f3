"""The schedules of recurrences (`recurrence.py`), their estimates, and how weights are kept.

Schedule: `vectors` (width of the register tile), `rows` (sequences in it), `unroll` (reduction
steps in an iteration), `turn` (1: odd steps read the weights backwards, so that those still in the
cache come first), `parallel` (1: threads share directions and sequences, 2: directions and units,
with a barrier after each step).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from math import ceil, gcd

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.packing import packing_seconds
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.dot_instructions import BFLOAT16, BYTES
from aoe.backends.cpu.implementations.recurrent.cells import Cell
from aoe.backends.cpu.implementations.scheduling import Schedule, decisions, parallel_choices
from aoe.backends.cpu.lowering.reduced_precision import float24
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import FLOAT24, ITEM_BYTES
from aoe.operators.operator import Operator
from aoe.policy import Policy

#: Breaks ties in favour of turning.
_UNTURNED = 1.001
#: The value of `parallel` for units.
BY_UNITS = 2
#: Sequences in a register tile: some numbers, and even shares of all sequences up to the most.
_ROWS, _MOST_ROWS = (1, 2, 3, 4, 6, 8), 28


class WeightFormat(Enum):
    """How weights are kept in their panels, and so multiplied."""

    FULL, FLOAT24, BFLOAT16, BYTES = range(4)


def policies(
    kept: WeightFormat, name: str, operator: Operator, target: CpuTarget
) -> Iterator[Policy]:
    """All policies of the implementation of that name."""
    cell = Cell.of(operator)
    lanes, whole = target.lanes("float32"), cell.gates * cell.hidden
    together = _together(kept)
    by_units = (BY_UNITS,) if target.threads > 1 else ()
    for parallel in (*parallel_choices(work(cell), target), *by_units):
        columns = _columns(cell, parallel)
        for vectors in (n for n in (1, 2, 4, 6, 8, 12) if _fits(columns, n, lanes, kept)):
            if parallel == BY_UNITS and vectors * lanes >= cell.hidden:
                continue
            for rows in tile_rows(cell, vectors, target):
                if (vectors - 1) * lanes >= whole:
                    continue
                for unroll in (n for n in (1, 2, 4) if n == 1 or n * together <= cell.hidden):
                    for turn in (0, 1) if _can_turn(cell, parallel, vectors * lanes) else (0,):
                        schedule = {
                            "vectors": vectors,
                            "rows": rows,
                            "unroll": unroll,
                            "turn": turn,
                            "parallel": parallel,
                        }
                        yield Policy.of(name, schedule=schedule)


def tile_rows(cell: Cell, vectors: int, target: CpuTarget) -> list[int]:
    """The numbers of sequences that a register tile of so many vectors may have."""
    shares = {ceil(cell.batch / count) for count in range(1, cell.batch + 1)}
    most = min((target.vector_registers - 1) // vectors - 1, cell.batch)
    return sorted(rows for rows in {*_ROWS, *shares} if rows <= min(most, _MOST_ROWS))


def _together(kept: WeightFormat) -> int:
    """Reduction steps that an instruction multiplies."""
    return {WeightFormat.BFLOAT16: BFLOAT16.size, WeightFormat.BYTES: BYTES.size}.get(kept, 1)


def _can_turn(cell: Cell, parallel: int, width: int) -> bool:
    """Whether there is an even number of steps, and the loop over gates or whole panels has two
    directions.
    """
    if cell.steps % 2:
        return False
    if parallel == BY_UNITS:
        return cell.gates > 1 and not cell.reset_first
    columns = _columns(cell, parallel)
    return columns % width == 0 and columns > width


def _fits(columns: int, vectors: int, lanes: int, kept: WeightFormat) -> bool:
    """Whether panels may be that wide. Panels of float24 weights consist of whole groups."""
    whole = vectors % float24.GROUP == 0 and columns % (vectors * lanes) == 0
    return kept is not WeightFormat.FLOAT24 or whole


def has_groups(operator: Operator, target: CpuTarget) -> bool:
    """Whether the weights fit panels of whole float24 groups."""
    columns = _columns(Cell.of(operator), 0)
    return _fits(columns, float24.GROUP, target.lanes("float32"), WeightFormat.FLOAT24)


def _columns(cell: Cell, parallel: int) -> int:
    """Columns of a matmul, the smallest one where there are several."""
    split = cell.reset_first or parallel == BY_UNITS
    return cell.hidden if split else cell.gates * cell.hidden


def units(cell: Cell, schedule: Schedule, target: CpuTarget) -> int | None:
    """Units of a thread at a time, in whole panels: as many as make the tasks of all directions a
    multiple of the threads. None where threads do not share units.
    """
    if schedule["parallel"] != BY_UNITS:
        return None
    blocks = target.threads // gcd(target.threads, cell.directions)
    width = schedule["vectors"] * target.lanes("float32")
    return ceil(ceil(cell.hidden / width) / blocks) * width


def work(cell: Cell) -> float:
    """Operations that threads can share."""
    if cell.directions * cell.batch == 1:
        return 0.0  # one chain of steps, which threads cannot share
    return float(cell.steps * cell.directions * cell.batch * cell.gates * cell.hidden**2)


def estimate(kept: WeightFormat, operator: Operator, policy: Policy, target: CpuTarget) -> float:
    """Seconds of all steps under a policy."""
    schedule, cell = decisions(policy), Cell.of(operator)
    shared = units(cell, schedule, target)
    cycles = _cycles(kept, cell, schedule, target, shared)
    column = _weight_bytes(kept, operator) * cell.hidden
    weights = column * cell.gates * (shared or cell.hidden)
    running = seconds(
        cell, schedule, target, cycles, (weights, column), 2 if cell.reset_first else 1
    )
    # The gates that wait for the reset gate are packed apart, and so is it where units are shared.
    kernels = 1 if not cell.reset_first else 2 if shared is None else 3
    kernels += kept is WeightFormat.BYTES  # sums of columns
    return running + packing_seconds(operator.inputs[1], target, kernels)


def seconds(
    cell: Cell,
    schedule: Schedule,
    target: CpuTarget,
    cycles: float,
    weights: tuple[float, float],
    barriers: int,
) -> float:
    """Seconds of all steps.

    Args:
        cell: The sizes.
        schedule: The schedule.
        target: The device.
        cycles: Cycles of a step of one direction: of all of it, or of the units of a thread.
        weights: Bytes of weights that these cycles read, and those of a column of them.
        barriers: Barriers of a step where threads share units.
    """
    costs, turned = profile_of(target).recurrent, bool(schedule.get("turn"))
    computing = cycles / cost.frequency(target)
    read, column = weights
    moving = read / cost.bandwidth(target, read * (costs.turned_share if turned else 1.0), 1)
    # The further register tiles of a panel read it again from the cache that holds it.
    panel = column * schedule["vectors"] * target.lanes("float32")
    moving += (ceil(cell.batch / schedule["rows"]) - 1) * read / cost.bandwidth(target, panel, 1)
    step = max(computing, moving) + costs.unhidden_share * min(computing, moving)
    step *= 1.0 if turned else _UNTURNED
    shared = units(cell, schedule, target)
    if shared is None:
        threads = target.threads if schedule["parallel"] else 1
        return cell.steps * ceil(cell.directions * cell.batch / threads) / cell.batch * step
    tasks = ceil(cell.directions * ceil(cell.hidden / shared) / target.threads)
    states = 4.0 * cell.directions * cell.batch * cell.hidden
    barrier = target.speed.fork_join + cost.transfer_seconds(target, states)
    return cell.steps * (tasks * step + barriers * barrier)


def _cycles(
    kept: WeightFormat, cell: Cell, schedule: Schedule, target: CpuTarget, shared: int | None
) -> float:
    """Cycles of a step of one direction: of all of it, or of the units of a thread."""
    lanes, vectors = target.lanes("float32"), schedule["vectors"]
    joined = profile_of(target).recurrent.join_multiply_adds
    panels = ceil(cell.gates * cell.hidden / (vectors * lanes))
    if shared is not None:
        panels = cell.gates * shared // (vectors * lanes)
    return step_cycles(
        cell,
        schedule,
        target,
        panels,
        cell.hidden / _together(kept),
        joined if kept is WeightFormat.FLOAT24 else 0.0,
    )


def step_cycles(
    cell: Cell,
    schedule: Schedule,
    target: CpuTarget,
    panels: int,
    depth: float,
    joined: float = 0.0,
) -> float:
    """Cycles of a step of one direction: of all of it, or of the units of a thread.

    Args:
        cell: The sizes.
        schedule: The schedule.
        target: The device.
        panels: Panels of the weights.
        depth: Reduction steps of a panel.
        joined: Multiply-adds that join the parts of a vector of weights.
    """
    vectors, rows = schedule["vectors"], schedule["rows"]
    core, costs = profile_of(target).core, profile_of(target).recurrent
    multiplied = (rows + joined) * vectors
    rate = cost.multiply_adds_per_cycle(target)
    loading = (rows + vectors) / core.loads_per_cycle
    per_step = max(multiplied / rate, vectors, loading, core.fma_latency)
    per_step += costs.loop_cycles / schedule["unroll"]
    tiles = panels * ceil(cell.batch / rows)
    total = tiles * (depth * per_step + costs.tile_cycles + rows * vectors)
    shared = units(cell, schedule, target) or cell.hidden
    gates = ceil(shared / target.lanes("float32")) * costs.gate_cycles * cell.gates
    return total + cell.batch * gates


def _weight_bytes(kept: WeightFormat, operator: Operator) -> float:
    """Bytes of a weight in its panel."""
    x, weights = operator.inputs[:2]
    if kept is WeightFormat.FLOAT24:
        return ITEM_BYTES[FLOAT24]
    return ITEM_BYTES[x.dtype if kept is WeightFormat.FULL else weights.dtype]
