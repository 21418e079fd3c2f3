"""The kernels of a program, and in which order they are started.

`aoe.backends.cuda.runtime.steps` knows where the memory of an inference is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from math import prod
from typing import Any

from aoe.backends.cuda.runtime.device import Branches, Device, Start, Work, undone_on_failure
from aoe.backends.cuda.runtime.launch_plan import OBJECT, Launch, launches_from_bytes
from aoe.element_types import numpy_type
from aoe.runtime.plan import InterOpRegion, KernelCall, Plan, TensorInfo

#: Bytes that memory of the device is aligned to.
ALIGNMENT = 256
#: Spaces of memory that no inference writes.
_CONSTANT = frozenset({"constant", "packed"})


def branch_ends(region: InterOpRegion) -> list[tuple[int, int]]:
    """The first call of each branch, and the first behind it."""
    return list(pairwise(accumulate((region.first, *region.branches))))


def in_order(*parts: Work) -> Work:
    """Some work, part by part. A kernel starts early behind one other kernel only: behind branches
    it starts when they have ended.
    """
    found: list[Start | Branches] = []
    for part in parts:
        is_behind = bool(found) and isinstance(found[-1], Branches)
        found += not_early(part) if is_behind else part
    return found


def not_early(work: Work) -> Work:
    """Work whose first kernel starts when those in front of it have ended."""
    return [
        replace(item, follows=False) if number == 0 and isinstance(item, Start) else item
        for number, item in enumerate(work)
    ]


def bytes_of(info: TensorInfo) -> int:
    """Bytes of a tensor."""
    return prod(info.shape) * numpy_type(info.dtype).itemsize


@dataclass(frozen=True)
class Tables:
    """Addresses of blocks that do not change: one of constants and one of packed constants, or one
    for each of them in a scattered plan.

    Attributes:
        constants: Addresses of the blocks of constants.
        packed: Addresses of the blocks of packed constants.
    """

    constants: Sequence[int]
    packed: Sequence[int]


class Kernels:
    """The kernels of a program, loaded."""

    def __init__(self, device: Device, objects: Mapping[str, bytes]) -> None:
        self._device = device
        self.launches = launches_from_bytes(objects[OBJECT])
        self.functions: dict[str, Any] = {}
        with undone_on_failure(self.close):
            for symbol, launch in self.launches.items():
                self.functions[symbol] = device.function(objects[symbol], symbol, launch)

    def scratch_bytes(self, plan: Plan) -> int:
        """Bytes of memory for scratch that shared memory does not hold. Branches that run side by
        side have their own.
        """
        together = [sum(self.branch_scratch(plan, region)) for region in plan.inter_op_regions]
        return max([self._scratch((*plan.calls, *plan.prepare)), *together])

    def branch_scratch(self, plan: Plan, region: InterOpRegion) -> list[int]:
        """The same, of each branch."""
        return [self._scratch(plan.calls[first:end]) for first, end in branch_ends(region)]

    def _scratch(self, calls: Sequence[KernelCall]) -> int:
        used = [self.launches[call.function] for call in calls]
        most = max((item.scratch * item.grid for item in used), default=0)
        return -(-most // ALIGNMENT) * ALIGNMENT

    def starts(self, call: KernelCall, arguments: Sequence[int], scratch: int) -> list[Start]:
        """The starts of a call: one for each phase. A kernel that reads constants early waits for
        those in front of it to end if one of them might write it.
        """
        launch: Launch = self.launches[call.function]
        follows = launch.waits and all(
            call.arguments[number].space in _CONSTANT for number in launch.early
        )
        given = (*arguments, scratch) if launch.scratch else tuple(arguments)
        return [
            Start(
                self.functions[call.function],
                launch,
                (*given, phase) if launch.phases else given,
                call.function,
                follows,
            )
            for phase in range(call.phase_count)
        ]

    def close(self) -> None:
        """Frees all of them, even where freeing one fails."""
        functions, self.functions = self.functions, {}
        with ExitStack() as last:
            for function in functions.values():
                last.callback(self._device.unload, function)
