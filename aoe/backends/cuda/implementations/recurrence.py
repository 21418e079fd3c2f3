"""Recurrences (LSTM, GRU, RNN) step by step: a kernel for each step, whose blocks have some units
each: elements of the state of a direction with all their gates.

A warp multiplies the last state by the recurrent weights of a gate of a unit. Its lanes read
neighbouring terms of both in vectors of 16 bytes, the weights where they lie. The sums stay in
shared memory, from which a thread for each unit and sequence computes the arithmetic of the gates.
A GRU whose reset gate comes first has two kernels in a step, since the second product needs the
whole state after that gate. The loop nests are those of
`aoe.backends.cpu.implementations.recurrent.recurrence`.

Schedule: `units` and `threads` of a block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from aoe.backends.cpu.implementations.recurrent.cells import Cell
from aoe.backends.cpu.implementations.recurrent.recurrence import Product, RecurrenceLowering
from aoe.backends.cpu.implementations.recurrent.recurrence_schedules import WeightFormat
from aoe.backends.cuda.implementations import costs
from aoe.backends.cuda.implementations.loop_nests import PREFIX, shared
from aoe.backends.cuda.implementations.ranking import ranked
from aoe.backends.cuda.implementations.recurrent_steps import Step, recurrence_seconds
from aoe.backends.cuda.implementations.simt_contraction import contraction_nest
from aoe.backends.cuda.kernels.simt_kernel import SimtKernel
from aoe.backends.cuda.kernels.wide_access import WIDEST
from aoe.backends.cuda.target.cuda_target import WARP, CudaTarget
from aoe.backends.implementation import Implementation
from aoe.element_types import ITEM_BYTES
from aoe.errors import PolicyError
from aoe.loops.loop_nest import Access, Axis, LoopNest, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.operators.types.recurrent.recurrent import is_quantized
from aoe.policy import Policy

_NAME = f"{PREFIX}recurrent_units"
_UNITS, _THREADS = (1, 2, 4, 8, 16), (128, 256, 512)
#: How many policies are usually worth considering: all of them.
_USUAL = len(_UNITS) * len(_THREADS)
#: The largest error relative to the largest state, as of the CPU's `recurrent`.
_TOLERANCE = 1e-4


class _UnitLowering(RecurrenceLowering):
    """The loop nests for blocks of units, with weights in place."""

    @property
    def units(self) -> int | None:
        """Units of a block."""
        return self.schedule["units"]

    def product(self, a: Access, first: int, gates: int, name: str) -> Product:
        """The matmul of `a` with the weights of `gates` gates from `first` on."""
        return Product(self.contraction(a, first, gates))

    def matmul_nest(self, product: Product, part: int) -> LoopNest:
        """Its loop nest in a step."""
        whole = product.contraction
        time = Axis("t", self.cell.steps)
        return contraction_nest("product", replace(whole, batch=(*whole.batch, time)))


def _supports(operator: Operator, target: CudaTarget) -> bool:
    x, weights = operator.inputs[:2]
    same = x.dtype == weights.dtype and x.dtype in ("float32", "float64")
    return same and not is_quantized(operator) and Cell.of(operator).hidden >= WARP


def _policies(operator: Operator, target: CudaTarget) -> Iterator[Policy]:
    hidden = Cell.of(operator).hidden
    for units in (number for number in _UNITS if number <= hidden):
        for threads in _THREADS:
            yield Policy.of(_NAME, schedule={"units": units, "threads": threads})


def _decided(policy: Policy) -> tuple[int, int]:
    """The units and the threads of a block."""
    given = dict(policy.schedule)
    units, threads = given.get("units"), given.get("threads")
    if units not in _UNITS or threads not in _THREADS:
        raise PolicyError(
            f"policy {policy.to_json()} has units {units!r} and threads {threads!r} of a block; "
            f"give one of {_UNITS} and one of {_THREADS}"
        )
    assert isinstance(units, int), "it is one of the numbers"
    assert isinstance(threads, int), "it is one of the sizes"
    return units, threads


def _vector(operator: Operator) -> int:
    """Terms that a lane reads at once."""
    return WIDEST // ITEM_BYTES[operator.inputs[0].dtype]


def _estimate(operator: Operator, policy: Policy, target: CudaTarget) -> float:
    units, threads = _decided(policy)
    return recurrence_seconds(operator, Step(units, threads, _vector(operator)), target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CudaTarget
) -> LoweredOperator:
    units, threads = _decided(policy)
    made = _UnitLowering(
        Cell.of(operator),
        operator,
        tuple(inputs),
        output,
        {"units": units, "turn": 0},
        target.as_cpu,
        WeightFormat.FULL,
    ).lowered()
    lowered = shared(made, threads, WARP)
    kernels = []
    for item in lowered.kernels:
        assert isinstance(item, SimtKernel), "kernels were shared"
        kernels.append(replace(item, terms=1 if item.flat else _vector(operator)))
    return replace(lowered, kernels=tuple(kernels))


IMPLEMENTATION = Implementation(
    name=_NAME,
    operator_type="Recurrent",
    supports=_supports,
    policies=ranked(_policies, _estimate, _USUAL),
    estimate=_estimate,
    lower=_lower,
    lower_bound=costs.lower_bound,
    tolerance=_TOLERANCE,
    description="Recurrence whose blocks have some units each, a kernel for each step",
)
