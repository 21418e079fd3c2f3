"""The plan of an offline model: which kernels run in which order on which memory. Pure data;
`aoe.runtime.plan_json` has its form in the `.om`.

Made by `aoe.backends.cpu.memory.planner`, compiled to one native function by
`aoe.backends.cpu.codegen.plan.plan_code`, run by `aoe.backends.session`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from aoe.element_types import numpy_type
from aoe.runtime.loop_region import LoopRegion
from aoe.runtime.memory_location import Location

#: Bytes that every buffer in constants, packed constants and arena is aligned to.
ALIGNMENT = 64
#: A number of the details of a requirement in its message.
_DETAIL = re.compile(r"\{(\d+)\}")


def aligned(size: int) -> int:
    """`size` in bytes, rounded up to `ALIGNMENT`."""
    return -(-size // ALIGNMENT) * ALIGNMENT


def _dense_bytes(dtype: str, shape: Sequence[int]) -> int:
    return int(prod(shape)) * numpy_type(dtype).itemsize


@dataclass(frozen=True, slots=True)
class KernelCall:
    """One parallel region, or one for each phase.

    Attributes:
        function: A symbol of the object code.
        arguments: What its pointers point to.
        parallel: Whether all threads take part.
        operator: The operator's name, for profiles.
        done: Where several plans share what the call packs, the offset in packed constants of a
            byte that the call sets. It need not be made from then on.
        phase_count: How many phases it has.
        done_block: The block of packed constants that has this byte, if the plan is scattered.
    """

    function: str
    arguments: tuple[Location, ...]
    parallel: bool
    operator: str = ""
    done: int | None = None
    phase_count: int = 1
    done_block: int = 0


@dataclass(frozen=True, slots=True)
class InterOpRegion:
    """Calls that run in parallel branches of one region, each branch on one thread of a CPU or one
    stream of a GPU. Branches do not wait for each other.

    Attributes:
        first: The number of the first call; the others follow, branch by branch.
        branches: How many calls each branch has.
    """

    first: int
    branches: tuple[int, ...]

    @property
    def end(self) -> int:
        """The number of the first call behind it."""
        return self.first + sum(self.branches)


@dataclass(frozen=True, slots=True)
class TensorInfo:
    """An input or output of a model as its user sees it: dense, row-major.

    Attributes:
        name: Its name in the model.
        dtype: Its element type.
        shape: Its shape.
        is_text: Whether its user sees texts. Elements are codes of them, int64.
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    is_text: bool = False

    @property
    def bytes(self) -> int:
        """Its size."""
        return _dense_bytes(self.dtype, self.shape)


@dataclass(frozen=True, slots=True)
class DataDependentSize:
    """A size that another output tells.

    Attributes:
        output: The number of the output that has it.
        dimension: Its dimension.
        count: The number of the output, an int64, that is the size.
    """

    output: int
    dimension: int
    count: int


#: The name of an input that users do not see: how many inferences there were before this one, for
#: models that draw random numbers.
DRAW = "aoe:draw"


@dataclass(frozen=True, slots=True)
class Requirement:
    """What an inference must compute for its outputs to be right.

    Attributes:
        output: The number of an output of bools.
        holds: What one of them must be.
        message: What is wrong if it is not.
        grows: Whether it would be if loops without a limit had more capacity.
        element: The number of that one.
        details: The number of a further output, an int64 vector of numbers that the message calls
            {0}, {1} and so on. None if it tells none.
    """

    output: int
    holds: bool
    message: str
    grows: bool = False
    element: int = 0
    details: int | None = None

    @property
    def details_told(self) -> tuple[int, ...]:
        """The elements of the details that the message has."""
        if self.details is None:
            return ()
        return tuple(int(number) for number in _DETAIL.findall(self.message))

    def is_met(self, outputs: Sequence[np.ndarray]) -> bool:
        """Whether it holds. `outputs`: those of the plan."""
        return bool(outputs[self.output].reshape(-1)[self.element]) == self.holds

    def fault(self, outputs: Sequence[np.ndarray]) -> str:
        """What is wrong if it does not hold, with the numbers of an inference."""
        if self.details is None:
            return self.message
        numbers = outputs[self.details].reshape(-1)
        return _DETAIL.sub(lambda found: str(int(numbers[int(found[1])])), self.message)


@dataclass(frozen=True, slots=True)
class Alias:
    """An output that overwrites an input. The memory of the output holds the input before a run,
    and the run reads it there.

    Attributes:
        output: The number of the output.
        input: The number of the input.
    """

    output: int
    input: int


@dataclass(frozen=True, slots=True)
class ConstantInfo:
    """A constant, dense and row-major.

    Attributes:
        name: Its name.
        dtype: Its element type.
        shape: Its shape.
        offset: Where it begins in the constant space, in bytes.
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    offset: int

    @property
    def bytes(self) -> int:
        """Its size without padding."""
        return _dense_bytes(self.dtype, self.shape)


@dataclass(frozen=True, slots=True)
class ArenaBuffer:
    """A buffer in the arena, for people who look at what memory is used for. No inference reads it.

    Attributes:
        offset: Where it begins in the arena, in bytes.
        bytes: Its size.
        first: The number of the first call that uses it.
        last: The number of the last one.
        value: The first value that it holds; empty for work space of an operator.
    """

    offset: int
    bytes: int
    first: int
    last: int
    value: str = ""


@dataclass(frozen=True, slots=True)
class PackedBlock:
    """A block of packed constants of a scattered plan, filled by calls of `prepare`.

    Attributes:
        bytes: Its size.
        how: What fills it, as a digest: the kernels, and where they read and write.
        constants: The numbers of the constants that are packed.
    """

    bytes: int
    how: str
    constants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything an inference does.

    In a scattered plan each constant and each block of packed constants lies wherever it likes, so
    that plans which come and go share them. The `index` of a location in these spaces is the number
    of the block, and code finds the addresses in tables.

    Attributes:
        inputs: The model's inputs, in order.
        outputs: Its outputs, in order.
        calls: Kernel calls, one after the other but for those of `inter_op_regions` and `loops`.
        prepare: Calls that pack constants, once.
        constant_bytes: Size of the constant space.
        packed_bytes: Size of the packed constants.
        arena_bytes: Size of the arena, without scratch.
        scratch_bytes: Scratch of one thread. It follows the arena, thread by thread.
        constants: The constants and where they are.
        data_dependent_sizes: Sizes of outputs that the data decide.
        inter_op_regions: Calls that run in parallel branches.
        requirements: What must hold for the outputs to be right.
        packed_blocks: Blocks of packed constants of a scattered plan.
        scattered: Whether it is one.
        loops: Calls that are repeated. A loop is behind those that contain it.
        vocabulary: The texts that codes stand for, by code.
        aliases: Outputs that overwrite inputs.
        buffers: The buffers of the arena; empty if the plan is of an earlier version.
    """

    inputs: tuple[TensorInfo, ...]
    outputs: tuple[TensorInfo, ...]
    calls: tuple[KernelCall, ...]
    prepare: tuple[KernelCall, ...]
    constant_bytes: int
    packed_bytes: int
    arena_bytes: int
    scratch_bytes: int
    constants: tuple[ConstantInfo, ...] = ()
    data_dependent_sizes: tuple[DataDependentSize, ...] = ()
    inter_op_regions: tuple[InterOpRegion, ...] = ()
    requirements: tuple[Requirement, ...] = ()
    packed_blocks: tuple[PackedBlock, ...] = ()
    scattered: bool = False
    loops: tuple[LoopRegion, ...] = ()
    vocabulary: tuple[str, ...] = ()
    aliases: tuple[Alias, ...] = ()
    buffers: tuple[ArenaBuffer, ...] = ()

    @property
    def read_locations(self) -> Iterator[Location]:
        """The locations that an inference uses."""
        for call in self.calls:
            yield from call.arguments
        for loop in self.loops:
            yield from loop.locations

    @property
    def shown(self) -> tuple[TensorInfo, ...]:
        """The outputs the user sees: all but counts and requirements, which are the last."""
        hidden = {item.count for item in self.data_dependent_sizes}
        hidden |= {item.output for item in self.requirements}
        hidden |= {item.details for item in self.requirements if item.details is not None}
        return tuple(info for number, info in enumerate(self.outputs) if number not in hidden)
