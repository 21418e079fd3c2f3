"""The policies of contractions by `wgmma`
(`aoe.backends.cuda.implementations.wgmma_contraction`): which there are, and how long each is
expected to take.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from math import ceil, prod

from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cuda.cost.profile import profile_of
from aoe.backends.cuda.implementations import costs
from aoe.backends.cuda.implementations.contractions import (
    dense_contraction,
    merged_reduction,
    sizes_of,
)
from aoe.backends.cuda.implementations.occupancy import BlockNeeds
from aoe.backends.cuda.implementations.ranking import ranked
from aoe.backends.cuda.implementations.tensor_policies import multiply_adds_of
from aoe.backends.cuda.kernels.boxes import dimensions_of
from aoe.backends.cuda.kernels.wgmma_kernel import (
    GROUP_ROWS,
    LINE,
    LINES_AT_A_TIME,
    MOST_PARTS,
    block_of,
    shared_bytes,
)
from aoe.backends.cuda.kernels.windows import window_of
from aoe.backends.cuda.target.cuda_target import (
    CudaTarget,
)
from aoe.element_types import ITEM_BYTES
from aoe.errors import PolicyError
from aoe.operators.operator import Operator
from aoe.policy import Decision, Policy

#: Rows and columns of blocks: those that the measurements of a prototype found useful, and some
#: between them.
_TILES = (
    (64, 64),
    (64, 32),
    (64, 128),
    (64, 256),
    (128, 64),
    (128, 128),
    (128, 256),
    (256, 64),
    (256, 128),
    (128, 32),
    (64, 96),
    (128, 192),
    (64, 192),
)
_STAGES, _SPLITS, _SHARES = (4, 6, 5, 8, 3), (1, 2, 4, 8), (1, 2, 4)
#: How many policies are usually worth considering, and how many more whose blocks stay, or in
#: which a warp copies.
_USUAL, _USUAL_STAYING, _USUAL_BOXES = 24, 6, 6
#: The decision about blocks and that about copies, which only some policies have, and how much
#: better a policy must look to have one until that has been measured.
_BLOCKS, _STAY = "blocks", "stay"
_COPIES, _TMA, _UNMEASURED = "copies", "tma", 1.1
#: Multiprocessors whose number clusters of four and more can fill for sure.
_FILLED = 16
#: Registers of a thread beside its sums.
_OTHER_REGISTERS = 56


@dataclass(frozen=True, slots=True)
class WgmmaSchedule:
    """The decisions of a policy.

    Attributes:
        tile: Rows and columns of a block.
        stages: Steps of 128 bytes in shared memory.
        split: Blocks of a cluster that share the reduction.
        share: Blocks of a cluster that have other rows, and share constant weights.
        stays: Whether as many blocks as there are multiprocessors take one tile after the other.
        boxes: Whether a warp of its own copies, by the tensor memory accelerator.
    """

    tile: tuple[int, int]
    stages: int
    split: int
    share: int
    stays: bool = False
    boxes: bool = False

    @property
    def needs(self) -> BlockNeeds:
        """What a block needs of a multiprocessor."""
        registers = self.tile[1] // 2 + _OTHER_REGISTERS
        shared = shared_bytes(self.tile, self.stages, self.stays)
        return BlockNeeds(block_of(self.tile, self.boxes), registers, shared)

    def policy(self, name: str) -> Policy:
        """The policy of an implementation of a name."""
        schedule: dict[str, Decision] = {
            "tile": self.tile,
            "stages": self.stages,
            "split": self.split,
            "share": self.share,
        }
        if self.boxes:
            schedule[_COPIES] = _TMA
        if self.stays:
            schedule[_BLOCKS] = _STAY
        return Policy.of(name, {}, schedule)

    def staying_blocks(self, target: CudaTarget) -> int:
        """Blocks that a GPU holds at the same time, whole clusters; 0 if blocks do not stay."""
        if not self.stays:
            return 0
        filled = target.threads
        if self.share > 2:  # multiprocessors come in groups, which a cluster does not leave
            filled -= filled % _FILLED
        blocks = max(filled, self.share) * self.needs.resident(target)
        return blocks - blocks % self.share


def schedule_of(policy: Policy) -> WgmmaSchedule:
    """The schedule of a policy. Raises `PolicyError` if a decision is missing."""
    schedule = dict(policy.schedule)
    names = ("tile", "stages", "split", "share")
    tile, stages, split, share = (schedule.get(name) for name in names)
    if (
        not isinstance(tile, tuple)
        or len(tile) != 2
        or not isinstance(stages, int)
        or not isinstance(split, int)
        or not isinstance(share, int)
    ):
        raise PolicyError(f"not the policy of a contraction by wgmma: {policy.to_json()}")
    rows, columns = (int(number) for number in tile)
    stays, boxes = schedule.get(_BLOCKS) == _STAY, schedule.get(_COPIES) == _TMA
    return WgmmaSchedule((rows, columns), stages, split, share, stays, boxes)


def is_in_space(schedule: WgmmaSchedule, operator: Operator, target: CudaTarget) -> bool:
    """Whether an operator has a policy of this schedule."""
    plain = replace(schedule, stays=False, boxes=False)
    known = (plain, *_boxed(plain, operator, target))
    if schedule.stays:
        known = tuple(item for each in known for item in _staying(each, operator, target))
    return schedule in known and plain in _schedules(operator, target)


def policies_of(name: str, operator: Operator, target: CudaTarget) -> Iterator[Policy]:
    """The policies of an implementation of a name whose blocks have one tile each."""
    for schedule in _schedules(operator, target):
        yield schedule.policy(name)


def _schedules(operator: Operator, target: CudaTarget) -> Iterator[WgmmaSchedule]:
    """Those whose blocks have one tile each, and copy it by all threads."""
    _, rows, columns, terms = sizes_of(dense_contraction(operator))
    steps = ceil(terms * ITEM_BYTES[operator.inputs[0].dtype] / LINE)
    for tile, stages, split in product(_TILES, _STAGES, _SPLITS):
        sensible = tile[0] < 2 * rows + GROUP_ROWS and tile[1] < 2 * columns + LINES_AT_A_TIME
        long_enough = split == 1 or steps >= 2 * split
        needed = stages <= max(4, ceil(steps / split) + 2)
        if (
            sensible
            and long_enough
            and needed
            and WgmmaSchedule(tile, stages, split, 1).needs.fit(target)
        ):
            for share in _shares(operator, tile, split):
                yield WgmmaSchedule(tile, stages, split, share)


def _staying(
    schedule: WgmmaSchedule, operator: Operator, target: CudaTarget
) -> Iterator[WgmmaSchedule]:
    """A schedule with blocks that stay, if there are more tiles than blocks, and if each has at
    least as many steps as stages.
    """
    _, _, _, terms = sizes_of(dense_contraction(operator))
    steps = ceil(terms * ITEM_BYTES[operator.inputs[0].dtype] / LINE)
    found = replace(schedule, stays=True)
    if (
        operator.inputs[1].constant
        and schedule.split == 1
        and steps >= schedule.stages
        and found.needs.fit(target)
        and _tile_count(operator, found) > found.staying_blocks(target)
    ):
        yield found


def _boxed(
    schedule: WgmmaSchedule, operator: Operator, target: CudaTarget
) -> Iterator[WgmmaSchedule]:
    """A schedule with a warp that copies, if the first operand can be copied so."""
    found = replace(schedule, boxes=True)
    if (
        operator.inputs[1].constant
        and schedule.split == 1
        and has_boxes(dense_contraction(operator))
        and found.needs.fit(target)
    ):
        yield found


def has_boxes(contraction: Contraction) -> bool:
    """Whether rows of the first operand can be copied as boxes of a tensor, or as windows of
    images whose steps are channels of one tap.
    """
    work = merged_reduction(contraction)
    operand = (work.a, work.batch, work.rows, work.reduction)
    whole = work.reduction[-1].extent * ITEM_BYTES[work.a.dtype] % LINE == 0
    return bool(dimensions_of(*operand)) or (whole and window_of(*operand) is not None)


def _tile_count(operator: Operator, schedule: WgmmaSchedule) -> int:
    """Tiles of a result, whole clusters of them along the rows."""
    batches, rows, columns, _ = sizes_of(dense_contraction(operator))
    (height, width), share = schedule.tile, schedule.share
    return batches * ceil(rows / (height * share)) * share * ceil(columns / width)


def ranked_policies(name: str) -> Callable[[Operator, CudaTarget, int], Sequence[Policy]]:
    """What gives the policies of an operator in their order. Those whose blocks stay, and those in
    which a warp copies, are some of the best others, which are in the space, too: none of them
    looks better than its other one.
    """
    usual = ranked(partial(policies_of, name), estimate, _USUAL)

    def found(operator: Operator, target: CudaTarget, breadth: int) -> Sequence[Policy]:
        others = usual(operator, target, breadth)
        known = [schedule_of(policy) for policy in others]
        staying = [item for each in known for item in _staying(each, operator, target)]
        boxed = [
            item
            for each in known
            for copied in _boxed(each, operator, target)
            for item in (copied, *_staying(copied, operator, target))
        ]
        rare = (*staying[: _USUAL_STAYING * breadth], *boxed[: _USUAL_BOXES * breadth])
        every = (*others, *(schedule.policy(name) for schedule in rare))
        return sorted(every, key=lambda policy: estimate(operator, policy, target))

    return found


def _shares(operator: Operator, tile: tuple[int, int], split: int) -> tuple[int, ...]:
    """How many blocks may share weights: as many as there are tiles along the rows."""
    _, rows, _, _ = sizes_of(dense_contraction(operator))
    able = operator.inputs[1].constant and split == 1
    tiles = ceil(rows / tile[0])
    return tuple(share for share in _SHARES if share == 1 or (able and share <= tiles))


def estimate(operator: Operator, policy: Policy, target: CudaTarget) -> float:
    """What takes longest: the products of the multiprocessor with most blocks, the bytes it reads
    or those that all read, or constants from memory. Each wave of blocks has a beginning and an
    end.
    """
    schedule = schedule_of(policy)
    tile, split, share = schedule.tile, schedule.split, schedule.share
    known = profile_of(target).wgmma
    batches, rows, columns, terms = sizes_of(dense_contraction(operator))
    speed, item = target.speed, ITEM_BYTES[operator.inputs[0].dtype]
    down = ceil(rows / (tile[0] * share)) * share
    blocks = batches * down * ceil(columns / tile[1]) * split
    resident = replace(schedule, stays=False).needs.resident(target)
    able = target.threads * (known.share_in_large_clusters if split * share >= MOST_PARTS else 1.0)
    most = ceil(blocks / able)
    # Blocks on one multiprocessor hide each other's beginning and end.
    waves = 1 + (ceil(most / resident) - 1) / min(most, resident)
    steps = ceil(ceil(terms * item / LINE) / split)
    # An instruction reads 64 rows and all columns from shared memory.
    reached = known.rate * tile[1] / (tile[1] + GROUP_ROWS)
    rate = multiply_adds_of(item, target) * reached / target.threads
    products = most * steps * prod(tile) * (LINE // item) / rate
    step_bytes = (min(tile[0], rows) + min(tile[1], columns) / share) * LINE
    copies = max(
        most * steps * step_bytes / known.one_l2,
        blocks * steps * step_bytes / (speed.l2 * known.l2_share),
    )
    constants = batches * columns * terms * item if operator.inputs[1].constant else 0
    moved = costs.operand_bytes(operator)
    memory = constants / (known.constants_share * speed.memory)
    least = moved / costs.bandwidth(target, moved)
    ends = (
        known.end_seconds
        + known.step_seconds * max(0, steps - (schedule.stages - 2))
        + known.store_seconds * max(0.0, tile[1] / 64 - 1)
    )
    if share > 1:
        ends += known.meet_seconds
    if split > 1:
        sums = min(tile[0], rows) * tile[1]
        ends += (known.meet_seconds + known.read_seconds * sums / 2048) * known.crowd[split]
    seconds = speed.launch + waves * ends + max(products, copies, memory, least)
    if schedule.stays or schedule.boxes:  # what is expected to be saved, they have to show first
        seconds *= _UNMEASURED
    return seconds * known.unproven if share > 1 else seconds
