"""Attention by matrix instructions, without storing scores
(`aoe.backends.cuda.kernels.attention_kernel`).

float16 and bfloat16 are multiplied as they are (`mma_attention`), float32 as three products of TF32
parts, whose error is that of float32 (`mma_attention_tf32x3`), or as TF32 where the user allows a
low precision (`mma_attention_tf32`). Scores, their softmax and sums are
float32. Schedule: `tile` (queries of a block, keys of a step), `warps` (along queries and keys),
`stages` (steps in shared memory), `split` (parts of the keys that blocks take; a second kernel adds
them).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import partial
from itertools import product
from math import ceil, prod

from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cuda.cost.profile import profile_of
from aoe.backends.cuda.implementations import costs
from aoe.backends.cuda.implementations._attention_nests import AttentionNests, Sizes
from aoe.backends.cuda.implementations._attention_precision import ROUNDED, SPLIT, multiplied
from aoe.backends.cuda.implementations.occupancy import BlockNeeds
from aoe.backends.cuda.implementations.ranking import ranked
from aoe.backends.cuda.kernels.attention_kernel import (
    AttentionKernel,
    AttentionTile,
)
from aoe.backends.cuda.target.cuda_target import (
    CudaTarget,
)
from aoe.backends.implementation import Implementation
from aoe.element_types import ITEM_BYTES, computed_type
from aoe.errors import PolicyError
from aoe.loops.expression import (
    Accumulator,
    dtype_of,
)
from aoe.loops.loop_nest import (
    Kernel,
    LoweredOperator,
)
from aoe.operators.operator import Operator, View
from aoe.operators.types.attention.attention import (
    FACTORS,
    is_causal,
    multiply_adds,
    scores_of,
    scores_shape,
)
from aoe.policy import Decision, Policy

#: The longest keys and values: sums of longer ones do not fit the registers.
_LONGEST = 256
#: Queries of a block with warps along queries and keys: 16 or 32 queries a warp.
_SHAPES: tuple[tuple[int, tuple[int, int]], ...] = (
    (16, (1, 1)),
    (16, (1, 2)),
    (16, (1, 4)),
    (16, (1, 8)),
    (32, (2, 1)),
    (32, (2, 2)),
    (32, (2, 4)),
    (64, (4, 1)),
    (64, (4, 2)),
    (128, (8, 1)),
    (64, (2, 1)),
    (128, (4, 1)),
)
_KEYS, _STAGES, _SPLITS = (32, 64, 128, 256), (2, 3), (1, 2, 4, 8, 16, 32)
#: Registers of a thread beside sums and fragments, and those by which that may be wrong.
_OTHER_REGISTERS, _DOUBT = 34, 14
#: The largest errors, relative to the largest result: weights are rounded as factors.
_TOLERANCE, _TOLERANCE_OF_HALVES = 1e-5, 2e-2
#: How many policies are usually worth considering.
_USUAL = 24


@dataclass(frozen=True, slots=True)
class _Decisions:
    """What a policy says."""

    tile: tuple[int, int]
    warps: tuple[int, int]
    stages: int
    split: int

    @staticmethod
    def of(policy: Policy) -> _Decisions:
        """Raises `PolicyError` if a decision is missing."""
        schedule = dict(policy.schedule)
        pairs = [schedule.get("tile"), schedule.get("warps")]
        numbers = [schedule.get("stages"), schedule.get("split")]
        if not all(isinstance(item, tuple) and len(item) == 2 for item in pairs) or not all(
            isinstance(item, int) for item in numbers
        ):
            raise PolicyError(f"not the policy of attention in tiles: {policy.to_json()}")
        tile, warps = ((int(item[0]), int(item[1])) for item in pairs if isinstance(item, tuple))
        stages, split = (item for item in numbers if isinstance(item, int))
        return _Decisions(tile, warps, stages, split)

    def to_policy(self, name: str) -> Policy:
        schedule: dict[str, Decision] = {
            "tile": self.tile,
            "warps": self.warps,
            "stages": self.stages,
            "split": self.split,
        }
        return Policy.of(name, schedule=schedule)


def _precision(name: str, operator: Operator) -> str | None:
    """What an implementation multiplies of an operator; `None` if it does not compute it."""
    types = {operand.dtype for operand in operator.inputs[:FACTORS]}
    if len(types) != 1:
        return None
    (dtype,) = types
    return multiplied(name, dtype, operator.precision)


def _computable(operator: Operator) -> bool:
    """Whether sizes and expressions are such as the kernels have."""
    sizes = Sizes.of(operator)
    extents = (sizes.heads, sizes.queries, sizes.keys, sizes.size, sizes.values)
    if min(extents) < 1 or max(sizes.size, sizes.values) > _LONGEST:
        return False
    types = [operand.dtype for operand in operator.inputs]
    is_plain = operator.prologue == Accumulator() and not operator.further
    return (
        is_plain
        and all(
            dtype_of(expression, types) == "float32"
            for expression in (scores_of(operator), operator.epilogue)
        )
        and computed_type(operator.output.dtype) == "float32"
    )


def _policies_of(name: str, operator: Operator, target: CudaTarget) -> Iterator[Policy]:
    sizes = Sizes.of(operator)
    item = ITEM_BYTES[operator.inputs[0].dtype]
    for (rows, warps), keys, stages, split in product(_SHAPES, _KEYS, _STAGES, _SPLITS):
        parts = AttentionTile((rows, keys), warps, sizes.size, sizes.values, item)
        steps = ceil(sizes.keys / keys)
        each = ceil(steps / split)
        sensible = rows <= max(16, 2 * sizes.queries) and keys < 2 * sizes.keys + 32
        divides = ceil(steps / each) == split and (split == 1 or not is_causal(operator))
        fits_warps = parts.keys >= 16 and (warps[1] == 1 or parts.rows == 1)
        long_enough = (split == 1 or each >= 2) and (stages == 2 or each > 2)
        if (
            sensible
            and divides
            and fits_warps
            and long_enough
            and _needs(parts, min(stages, each)).fit(target, _DOUBT)
        ):
            yield _Decisions((rows, keys), warps, stages, split).to_policy(name)


def _needs(parts: AttentionTile, slots: int) -> BlockNeeds:
    """What a block needs of a multiprocessor."""
    return BlockNeeds(parts.threads, _registers(parts), parts.shared_bytes(slots))


def _registers(parts: AttentionTile) -> int:
    """Registers of a thread: sums, scores, fragments, and the rest."""
    sums = 4 * parts.rows * parts.columns
    scores = parts.rows * parts.keys // 2
    half = parts.item == 2
    fragments = parts.rows * parts.depth // (4 if half else 1) if parts.holds_queries else 16
    weights = scores // 2 if half else 24
    return sums + scores + fragments + weights + _OTHER_REGISTERS


def _estimate(operator: Operator, policy: Policy, target: CudaTarget) -> float:
    """Waves of blocks: each takes the time of its products and powers, of the bytes it reads, or of
    its steps one after the other.
    """
    chosen, sizes, speed = _Decisions.of(policy), Sizes.of(operator), target.speed
    known = profile_of(target).attention
    item = ITEM_BYTES[operator.inputs[0].dtype]
    (rows, keys), (down, across) = chosen.tile, chosen.warps
    parts = AttentionTile(chosen.tile, chosen.warps, sizes.size, sizes.values, item)
    steps = ceil(ceil(sizes.keys / keys) / chosen.split)
    slots = min(chosen.stages, steps)
    resident = _needs(parts, slots).resident(target)
    blocks = sizes.heads * ceil(sizes.queries / rows) * chosen.split
    busy = min(resident, ceil(blocks / target.threads))
    share = multiply_adds(operator) / max(1, _all_pairs(operator))
    peak = speed.half_multiply_adds if item == 2 else speed.tf32_multiply_adds
    peak /= 3 if policy.impl.endswith(SPLIT) else 1
    rate = peak * known.efficiency / target.threads
    scores = steps * rows * keys * share
    # A warp alone does not keep the units of its quarter of a multiprocessor busy.
    filled = min(1.0, busy * down * across / known.full_warps)
    work = scores * (parts.depth + parts.width) / rate
    work += scores * known.softmax_cycles[item] / known.clock
    read = steps * share * down * keys * (parts.key_pitch + parts.value_pitch)
    work += known.shared_share * read / known.shared_bytes / known.clock
    work *= busy / max(filled, known.least_filled)
    moved = (rows * sizes.size + steps * share * keys * (sizes.size + sizes.values)) * item * busy
    copies = moved / (speed.l2 / target.threads)
    latency = steps * share * known.step_seconds / busy
    waves = ceil(blocks / (target.threads * busy))
    together = max(work, copies) + known.unhidden_share * min(work, copies)
    seconds = speed.launch + known.edge_seconds + waves * (together + latency)
    if across > 1:
        seconds += known.across_seconds * across
    if chosen.split > 1:
        partial = 8.0 * sizes.heads * sizes.queries * sizes.values * chosen.split
        seconds += speed.launch + known.joining_seconds + partial / speed.l2
    everything = costs.operand_bytes(operator)
    least = everything / costs.bandwidth(target, everything)
    tie = costs.TIE_BREAK * (chosen.stages + chosen.split + down * across / 64)
    return max(seconds, least) + tie


def _all_pairs(operator: Operator) -> int:
    """The multiply-adds where every query sees every key."""
    each = operator.inputs[0].shape[-1] + operator.output.shape[-1]
    return prod(scores_shape(operator)) * each


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CudaTarget
) -> LoweredOperator:
    precision, chosen = _precision(policy.impl, operator), _Decisions.of(policy)
    if precision is None or policy not in set(_policies_of(policy.impl, operator, target)):
        raise PolicyError(f"policy {policy.to_json()} is not in the operator's space")
    nests = AttentionNests(operator, inputs, output, chosen.split)
    made = kernel("attention_mma", (), (), 0, nests.attention(), (nests.scores_buffer(),))
    own = {item.name: getattr(made, item.name) for item in fields(Kernel)}
    work = AttentionKernel(
        **own,
        block=chosen.warps[0] * chosen.warps[1] * 32,
        batch=tuple(axis.name for axis in nests.sizes.batch),
        rows=tuple(axis.name for axis in nests.sizes.rows),
        tile=chosen.tile,
        warps=chosen.warps,
        stages=chosen.stages,
        split=chosen.split,
        precision=precision,
        causal=is_causal(operator),
    )
    if chosen.split == 1:
        return LoweredOperator((work,))
    return LoweredOperator((work, nests.joined()), (), nests.buffers())


def _implementation(name: str) -> Implementation[CudaTarget]:
    def supports(operator: Operator, target: CudaTarget) -> bool:
        if _precision(name, operator) is None or not _computable(operator):
            return False
        return next(_policies_of(name, operator, target), None) is not None

    return Implementation(
        name=name,
        operator_type="Attention",
        supports=supports,
        policies=ranked(partial(_policies_of, name), _estimate, _USUAL),
        estimate=_estimate,
        lower=_lower,
        lower_bound=costs.lower_bound,
        tolerance=_TOLERANCE if name.endswith(SPLIT) else _TOLERANCE_OF_HALVES,
        description="Tiles of queries by matrix instructions; scores stay in registers",
    )


IMPLEMENTATIONS = (
    _implementation("mma_attention"),
    _implementation(f"mma_attention{ROUNDED}"),
    _implementation(f"mma_attention{SPLIT}"),
)


def computes(operator: Operator, target: CudaTarget) -> bool:
    """Whether one of them computes an operator."""
    return any(item.computes(operator, target) for item in IMPLEMENTATIONS)
