"""Gradients of attention by matrix instructions, without storing scores
(`aoe.backends.cuda.kernels.attention_gradient_kernel`).

float16 and bfloat16 are multiplied as they are (`mma_attention_gradient`), float32 as three
products of TF32 parts (`mma_attention_gradient_tf32x3`), or as TF32 where the user allows a low
precision (`mma_attention_gradient_tf32`). Scores, their shares and sums are float32; shares and the
gradients of scores are rounded as factors. The first kernel makes the gradient of queries, the
second those of keys and values. Schedule: `tile` (rows of a block, which are queries or keys, and
columns of a step, which are the others), `warps` (each with rows of its own), `stages` (steps in
shared memory), `kernels` (2; with 3, keys and values have a kernel each: scores are computed once
more, and heads may be longer), `registers` (`most`: NVIDIA's assembler takes as many as a thread
can use; without it, it takes fewer, perhaps spills some, so that more blocks are on a
multiprocessor).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from itertools import product
from math import ceil

from aoe.backends.cpu.implementations.attention.gradient_parts import Sizes
from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cuda.cost.profile import profile_of
from aoe.backends.cuda.implementations import costs
from aoe.backends.cuda.implementations._attention_gradient_nests import (
    TO_KEYS,
    TO_QUERIES,
    TO_VALUES,
    AttentionGradientNests,
)
from aoe.backends.cuda.implementations._attention_precision import ROUNDED, SPLIT, multiplied
from aoe.backends.cuda.implementations.occupancy import BlockNeeds
from aoe.backends.cuda.implementations.ranking import ranked
from aoe.backends.cuda.kernels.attention_gradient_kernel import (
    AttentionGradientKernel,
    GradientTile,
)
from aoe.backends.cuda.kernels.attention_kernel import KEY, QUERY, SIZE, VALUE
from aoe.backends.cuda.target.cuda_target import (
    WARP,
    CudaTarget,
)
from aoe.backends.implementation import Implementation
from aoe.element_types import ITEM_BYTES, computed_type
from aoe.errors import PolicyError
from aoe.loops.expression import Accumulator
from aoe.loops.loop_nest import Kernel, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.operators.types.attention.attention import is_causal, seen
from aoe.operators.types.attention.attention_gradient import MASK, TYPE
from aoe.policy import Decision, Policy

_NAME = "mma_attention_gradient"
#: The longest keys and values: sums of longer ones do not fit the registers.
_LONGEST = 256
#: Rows of a block with warps: 16 or 32 rows a warp.
_SHAPES = ((16, 1), (32, 2), (64, 4), (128, 8), (64, 2), (128, 4))
_COLUMNS, _STAGES, _KERNELS = (16, 32, 64, 128), (2, 3), (2, 3)
#: The decision about registers, which only some policies have, and how much better a policy must
#: look without it: which is faster was never measured.
_MANY, _MOST, _UNPROVEN = "registers", "most", 1.1
#: Which gradients the kernels have whose rows are keys, by the number of kernels.
_OF_KEYS = {2: ((TO_KEYS, TO_VALUES),), 3: ((TO_KEYS,), (TO_VALUES,))}
#: Registers of a thread beside sums and fragments, and those by which that may be wrong.
_OTHER_REGISTERS, _DOUBT = 40, 14
#: Registers of a thread for a place of its copies: the address, that in shared memory, the column.
_OF_PLACE = 4
#: Registers of a thread for fragments of float32 and their parts.
_PARTS = 40
#: The largest errors, relative to the largest result.
_TOLERANCE, _TOLERANCE_OF_HALVES = 1e-5, 2e-2
#: How many policies are usually worth considering, half of them with the usual registers.
_USUAL = 32


@dataclass(frozen=True, slots=True)
class _Decisions:
    """What a policy says."""

    tile: tuple[int, int]
    warps: int
    stages: int
    kernels: int
    has_most_registers: bool = False

    @staticmethod
    def of(policy: Policy) -> _Decisions:
        """Raises `PolicyError` if a decision is missing."""
        schedule = dict(policy.schedule)
        tile = schedule.get("tile")
        numbers = [schedule.get(name) for name in ("warps", "stages", "kernels")]
        known = [item for item in numbers if isinstance(item, int)]
        if not isinstance(tile, tuple) or len(tile) != 2 or len(known) != len(numbers):
            raise PolicyError(f"not the policy of attention's gradients: {policy.to_json()}")
        warps, stages, kernels = known
        has_most = schedule.get(_MANY) == _MOST
        return _Decisions((int(tile[0]), int(tile[1])), warps, stages, kernels, has_most)

    def to_policy(self, name: str) -> Policy:
        schedule: dict[str, Decision] = {
            "tile": self.tile,
            "warps": self.warps,
            "stages": self.stages,
            "kernels": self.kernels,
        }
        if self.has_most_registers:
            schedule[_MANY] = _MOST
        return Policy.of(name, schedule=schedule)

    def works(self) -> tuple[_Work, ...]:
        """The kernels."""
        of_keys = (_Work(KEY, results) for results in _OF_KEYS[self.kernels])
        return _Work(QUERY, (TO_QUERIES,)), *of_keys


@dataclass(frozen=True, slots=True)
class _Work:
    """What one kernel computes: its rows, and its results."""

    along: str
    results: tuple[int, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The axes of its results' columns."""
        return tuple(VALUE if number == TO_VALUES else SIZE for number in self.results)

    @property
    def has_changes(self) -> bool:
        """Whether it reads the gradients of shares."""
        return self.results != (TO_VALUES,)


def _precision(name: str, operator: Operator) -> str | None:
    """What an implementation multiplies of an operator; `None` if it does not compute it."""
    dtype = operator.inputs[0].dtype
    return multiplied(name, dtype, operator.precision)


def _computable(operator: Operator) -> bool:
    sizes = Sizes.of(operator)
    extents = (sizes.heads, sizes.queries, sizes.keys, sizes.size, sizes.values)
    types = {operand.dtype for operand in (*operator.inputs[:MASK], operator.output)}
    masks = {computed_type(operand.dtype) for operand in operator.inputs[MASK:]}
    is_plain = operator.prologue == operator.epilogue == Accumulator() and not operator.further
    return (
        is_plain
        and len(types) == 1
        and masks <= {"float32"}
        and min(extents) >= 1
        and max(sizes.size, sizes.values) <= _LONGEST
    )


def _policies(name: str, operator: Operator, target: CudaTarget) -> Iterator[Policy]:
    sizes = Sizes.of(operator)
    shortest, longest = sorted((sizes.queries, sizes.keys))
    for (rows, warps), columns, stages, kernels in product(_SHAPES, _COLUMNS, _STAGES, _KERNELS):
        chosen = _Decisions((rows, columns), warps, stages, kernels)
        parts = _parts(operator, chosen)
        sensible = rows <= max(16, 2 * longest) and columns < 2 * longest + 16
        long_enough = stages == 2 or ceil(shortest / columns) > 2
        if sensible and long_enough and _fits(parts, chosen, target):
            yield chosen.to_policy(name)
            yield replace(chosen, has_most_registers=True).to_policy(name)


def _parts(operator: Operator, chosen: _Decisions) -> GradientTile:
    """How blocks are shared."""
    sizes, item = Sizes.of(operator), ITEM_BYTES[operator.inputs[0].dtype]
    return GradientTile(chosen.tile, chosen.warps, sizes.size, sizes.values, item)


def _fits(parts: GradientTile, chosen: _Decisions, target: CudaTarget) -> bool:
    """Whether the blocks of all kernels have the registers and the shared memory of a
    multiprocessor.
    """
    works = chosen.works()
    return all(_needs(parts, work, chosen.stages).fit(target, _DOUBT) for work in works)


def _needs(parts: GradientTile, work: _Work, slots: int) -> BlockNeeds:
    """What a block of a kernel needs of a multiprocessor."""
    return BlockNeeds(parts.threads, _registers(parts, work), parts.shared_bytes(slots))


def _registers(parts: GradientTile, work: _Work) -> int:
    """Registers of a thread: sums, scores with the gradients of shares, fragments, what is known of
    queries (of half the columns at a time, as NVIDIA's assembler does it), places of copies, and
    the rest.
    """
    sums = sum(4 * parts.rows * parts.instructions(axis) for axis in work.columns)
    pairs = parts.rows * parts.tile[1] // 2
    scores = pairs * (2 if work.has_changes else 1)
    numbers = 6 * parts.rows if work.along == QUERY else 3 * parts.tile[1] // 8
    fragments = max(parts.held, 4 * parts.rows + 4) if parts.item == 2 else _PARTS
    places = sum(_OF_PLACE * (count - 1) for count in parts.copy_places)
    return sums + scores + fragments + numbers + places + _OTHER_REGISTERS


def _estimate(operator: Operator, policy: Policy, target: CudaTarget) -> float:
    chosen = _Decisions.of(policy)
    seconds = sum(_seconds(operator, policy, work, target) for work in chosen.works())
    everything = costs.operand_bytes(operator)
    least = everything / costs.bandwidth(target, everything)
    tie = costs.TIE_BREAK * (chosen.stages + chosen.kernels + chosen.warps / 64)
    return (max(seconds, least) + tie) * (_UNPROVEN if chosen.has_most_registers else 1.0)


def _seconds(operator: Operator, policy: Policy, work: _Work, target: CudaTarget) -> float:
    """Waves of blocks, as for attention (`tensor_attention`): each takes the time of its products
    and powers, of the bytes it reads, or of its steps one after the other.
    """
    chosen, sizes, speed = _Decisions.of(policy), Sizes.of(operator), target.speed
    known = profile_of(target).attention
    parts = _parts(operator, chosen)
    rows, columns = chosen.tile
    steps = ceil(sizes.extent(KEY if work.along == QUERY else QUERY) / columns)
    slots = min(chosen.stages, steps)
    resident = _needs(parts, work, slots).resident(target)
    blocks = sizes.heads * ceil(sizes.extent(work.along) / rows)
    busy = min(resident, ceil(blocks / target.threads))
    pairs = sizes.queries * sizes.keys
    share = seen(sizes.queries, sizes.keys, is_causal(operator)) / pairs
    passes = 2 if work.along == QUERY else 1
    depth, width = parts.depths
    terms = passes * (depth + (width if work.has_changes else 0))
    terms += sum(depth if axis == SIZE else width for axis in work.columns)
    peak = speed.half_multiply_adds if parts.item == 2 else speed.tf32_multiply_adds
    peak /= 3 if policy.impl.endswith(SPLIT) else 1
    rate = peak * known.efficiency / target.threads
    scores = steps * rows * columns * share
    filled = min(1.0, busy * chosen.warps / known.full_warps)
    seconds = (
        scores * terms / rate + scores * passes * known.softmax_cycles[parts.item] / known.clock
    )
    lines = sum(parts.pitches) / (depth + width)
    read = steps * share * chosen.warps * columns * terms * lines
    seconds += known.shared_share * read / known.shared_bytes / known.clock
    seconds *= busy / max(filled, known.least_filled)
    moved = (rows + passes * steps * share * columns) * (sizes.size + sizes.values)
    copies = moved * parts.item * busy / (speed.l2 / target.threads)
    latency = passes * steps * share * known.step_seconds / busy
    together = max(seconds, copies) + known.unhidden_share * min(seconds, copies)
    waves = ceil(blocks / (target.threads * busy))
    return speed.launch + known.edge_seconds + waves * (together + latency)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CudaTarget
) -> LoweredOperator:
    chosen, precision = _Decisions.of(policy), _precision(policy.impl, operator)
    space = _policies(policy.impl, operator, target)
    if precision is None or not _computable(operator) or policy not in set(space):
        raise PolicyError(f"policy {policy.to_json()} is not in the operator's space")
    nests = AttentionGradientNests(operator, inputs, output)
    kernels = tuple(
        _kernel(precision, is_causal(operator), nests, chosen, work) for work in chosen.works()
    )
    return LoweredOperator(kernels, (), nests.temporaries())


def _kernel(
    precision: str,
    causal: bool,
    nests: AttentionGradientNests,
    chosen: _Decisions,
    work: _Work,
) -> AttentionGradientKernel:
    of_queries = work.along == QUERY
    found = nests.of_queries() if of_queries else nests.of_keys(work.results)
    name = "attention_mma_to_queries" if of_queries else "attention_mma_to_keys"
    made = kernel(name, (), (), 0, found, nests.scratch())
    own = {item.name: getattr(made, item.name) for item in fields(Kernel)}
    return AttentionGradientKernel(
        **own,
        block=chosen.warps * WARP,
        along=work.along,
        tile=chosen.tile,
        warps=chosen.warps,
        stages=chosen.stages,
        precision=precision,
        causal=causal,
        has_most_registers=chosen.has_most_registers,
    )


def _implementation(name: str) -> Implementation[CudaTarget]:
    def supports(operator: Operator, target: CudaTarget) -> bool:
        if _precision(name, operator) is None or not _computable(operator):
            return False
        return next(_policies(name, operator, target), None) is not None

    return Implementation(
        name=name,
        operator_type=TYPE,
        supports=supports,
        policies=ranked(partial(_policies, name), _estimate, _USUAL),
        estimate=_estimate,
        lower=_lower,
        lower_bound=costs.lower_bound,
        tolerance=_TOLERANCE if name.endswith(SPLIT) else _TOLERANCE_OF_HALVES,
        description="Tiles of queries and of keys by matrix instructions; scores stay in registers",
    )


IMPLEMENTATIONS = tuple(_implementation(_NAME + ending) for ending in ("", ROUNDED, SPLIT))
