"""Runs kernels: which threads execute which basic block, and when they wait for each other.

Of all threads that can go on, those whose basic block is first in the text go on together. Threads
that left a loop so wait for those still in it, and paths join again behind a branch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from tests.backends.cuda.ptx_machine.memory import (
    LOCAL,
    SHARED,
    GlobalMemory,
    MachineError,
    SharedMemory,
)
from tests.backends.cuda.ptx_machine.program import Instruction, Kernel, Module, parse

if TYPE_CHECKING:
    from tests.backends.cuda.ptx_machine.mbarriers import Barrier
    from tests.backends.cuda.ptx_machine.tensors import Tensor
    from tests.backends.cuda.ptx_machine.warpgroups import Products

#: Executes an instruction for some threads.
Execute: TypeAlias = "Callable[[Threads, Instruction, np.ndarray], None]"
WARP = 32
#: Threads that go through a kernel together.
_TOGETHER = 1 << 14
#: How often all threads may look at barriers in vain.
_MOST_POLLS = 100
#: Where parameters that are no numbers begin among generic addresses.
_PARAMETERS = 1 << 50
#: The block of threads that have ended.
_ENDED = 1 << 30


@dataclass(frozen=True, slots=True)
class LoadedKernel:
    """A kernel with the addresses of the variables of its module."""

    kernel: Kernel
    variables: dict[str, int]

    def unload(self, memory: GlobalMemory) -> None:
        """Gives the memory of the variables back."""
        for address in self.variables.values():
            if address != SHARED:
                memory.free(address)


def load_module(text: str, memory: GlobalMemory) -> dict[str, LoadedKernel]:
    """The kernels of a module, whose variables are put into memory."""
    module: Module = parse(text)
    places = {}
    for variable in module.variables:
        if variable.space == "shared":
            places[variable.name] = SHARED
            continue
        places[variable.name] = memory.allocate(variable.size)
        memory.view(places[variable.name], variable.size)[:] = np.frombuffer(
            variable.data, np.uint8
        )
    return {name: LoadedKernel(kernel, places) for name, kernel in module.kernels.items()}


def run_kernel(
    loaded: LoadedKernel,
    memory: GlobalMemory,
    grid: int,
    block: int,
    shared: int,
    arguments: Sequence[int | Tensor],
    follows: bool = False,
) -> None:
    """Runs a kernel on all blocks of a grid, some of them at a time, the last ones first.
    `follows`: whether it starts before the kernel in front of it has ended.
    """
    cluster = loaded.kernel.cluster
    if grid % cluster:
        raise MachineError(f"{grid} blocks are no clusters of {cluster}")
    together = max(1, _TOGETHER // (block * cluster)) * cluster
    for first in reversed(range(0, grid, together)):
        count = min(together, grid - first)
        blocks = range(first, first + count)
        Threads(loaded, memory, blocks, grid, block, shared, arguments, follows).run()


class Threads:
    """The threads of some blocks on their way through a kernel."""

    def __init__(
        self,
        loaded: LoadedKernel,
        memory: GlobalMemory,
        blocks: range,
        grid: int,
        block: int,
        shared: int,
        arguments: Sequence[int | Tensor],
        follows: bool = False,
    ) -> None:
        kernel = loaded.kernel
        self.kernel, self.memory, self.block, self.grid = kernel, memory, block, grid
        count = len(blocks) * block
        self.count = count
        self.thread = np.arange(count) % block
        self.own_block = np.arange(count) // block
        self.number = self.own_block + blocks.start
        self.registers = {name: np.zeros(count, dtype) for name, dtype in kernel.registers.items()}
        self.shared = SharedMemory(len(blocks), shared, count)
        self.symbols = dict(loaded.variables)
        size = 0
        for variable in kernel.variables:
            assert variable.space == "local", "shared memory is dynamic"
            size = -(-size // variable.align) * variable.align
            self.symbols[variable.name] = LOCAL + size
            size += variable.size
        self.local = np.full((count, max(-(-size // 16) * 16, 16)), 0xFF, np.uint8)
        ends = [offset + width for offset, width in kernel.parameters.values()]
        self.parameters = np.zeros(max([8, *ends]), np.uint8)
        #: Tensor maps among the parameters, by their addresses.
        self.tensors: dict[int, Tensor] = {}
        for name, value in zip(kernel.parameters, arguments, strict=True):
            offset, width = kernel.parameters[name]
            if not isinstance(value, (int, np.integer)):
                self.symbols[name] = _PARAMETERS + offset
                self.tensors[_PARAMETERS + offset] = value
                continue
            data = int(value).to_bytes(8, "little", signed=value < 0)[:width]
            self.parameters[offset : offset + width] = np.frombuffer(data, np.uint8)
        self.at = np.zeros(count, np.int64)
        self.waiting = np.zeros(count, bool)
        #: The barrier that a thread waits at, and for how many threads; 0 for all of its block.
        self.barrier_number, self.expected = np.zeros(count, int), np.zeros(count, int)
        #: Who looked at a barrier in vain, and lets others go on first; how often all did so.
        self.polling, self.polls = np.zeros(count, bool), 0
        #: Whether kernels in front may still run. NVIDIA's assembler moves reads by `ld.global.nc`
        #: to the other side of the place where threads wait for them.
        self.follows = follows
        #: Those that did not wait yet for the kernels in front of this one.
        self.early = np.full(count, follows)
        #: Who waits for the whole cluster, who arrived at its barrier, and which clusters read each
        #: other's shared memory since.
        self.for_cluster = np.zeros(count, bool)
        self.arrived = np.zeros(count, bool)
        self.visited = np.zeros(len(blocks) // kernel.cluster, bool)
        self.together = [item.together for item in kernel.blocks]
        #: Asynchronous copies that nobody waited for yet, and groups of them of each thread.
        self.copies: list[
            tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray, int]
        ] = []
        self.committed = np.zeros(count, np.int64)
        #: Products of `wgmma` that nobody waited for yet, groups of them of each thread, and who
        #: executed its fence since.
        self.products: list[Products] = []
        self.grouped = np.zeros(count, np.int64)
        self.fenced = np.zeros(count, bool)
        #: Barriers in shared memory, by block and offset.
        self.barriers: dict[tuple[int, int], Barrier] = {}

    def run(self) -> None:
        """Runs them to their end."""
        from tests.backends.cuda.ptx_machine.instructions import execute

        while True:
            able = (self.at != _ENDED) & ~self.waiting
            if not able.any():
                if not self.waiting.any():
                    return
                self._meet()
                continue
            if (able & ~self.polling).any():
                able &= ~self.polling
            elif self._meet_some():
                continue
            else:
                self._look_again()
            for current in np.unique(self.at[able]):
                active = self._ready(int(current), able)
                if active.size:
                    self._run_block(int(current), active, execute)
                    break
            else:
                if not self.polling.any():
                    name = self.kernel.name
                    raise MachineError(f"{name}: threads of a warp wait for each other for ever")
                self._look_again()  # others of their group have seen the end of a phase

    def _look_again(self) -> None:
        """Lets threads look at barriers once more that did so in vain."""
        self.polling[:], self.polls = False, self.polls + 1
        if self.polls > _MOST_POLLS:
            raise MachineError(f"{self.kernel.name}: threads wait at a barrier for ever")

    def has_ended(self, blocks: np.ndarray) -> np.ndarray:
        """Which of some blocks have ended."""
        return np.asarray((self.at == _ENDED).reshape(-1, self.block)[blocks].all(1))

    def _ready(self, number: int, able: np.ndarray) -> np.ndarray:
        """The threads that can execute a basic block now: where threads of a warp or of four wait
        for each other, those who are there as a whole.
        """
        there = able & (self.at == number)
        if self.together[number]:
            each = -(-self.block // self.together[number])
            group = self.own_block * each + self.thread // self.together[number]
            missing = np.bincount(group, ~(there | (self.at == _ENDED)))
            there &= missing[group] == 0
        return np.nonzero(there)[0]

    def _run_block(self, number: int, active: np.ndarray, execute: Execute) -> None:
        instructions = self.kernel.blocks[number].instructions
        self.at[active] = number + 1
        for instruction in instructions:
            threads = active
            if instruction.guard:
                holds = self.registers[instruction.guard][active] ^ instruction.negated
                threads = active[holds]
                if not threads.size:
                    continue
            name = instruction.name[0]
            if name == "bra":
                self.at[threads] = self.kernel.labels[instruction.operands[0]]
            elif name in ("ret", "exit"):
                if self.early[threads].any():
                    raise MachineError(f"{self.kernel.name}: a thread ends before it has waited")
                if self.visited[self.own_block[threads] // self.kernel.cluster].any():
                    raise MachineError(
                        f"{self.kernel.name} ends while others may read its shared memory"
                    )
                self.at[threads] = _ENDED
            elif name == "trap":
                raise MachineError(f"{self.kernel.name} reached a trap")
            elif instruction.name[:3] == ("barrier", "cluster", "wait"):
                self.waiting[threads] = self.for_cluster[threads] = True
            elif name in ("bar", "barrier") and instruction.name[1] not in ("warp", "cluster"):
                own, *several = instruction.operands
                self.barrier_number[threads] = int(own)
                self.expected[threads] = int(several[0]) if several else 0
                self.waiting[threads] = True
            else:
                execute(self, instruction, threads)

    def _meet(self) -> None:
        """Lets the threads of each block go on that all wait at one barrier."""
        if self._meet_some():
            return
        whole = self.waiting.reshape(-1, self.block)
        ended = (self.at == _ENDED).reshape(-1, self.block)
        if (whole & ended).any() or not (whole | ended).all():
            raise MachineError(f"{self.kernel.name}: threads wait for others that do not come")
        places = self.at.reshape(-1, self.block)
        outside = self.for_cluster.reshape(-1, self.block)
        met = whole.any(1) & ~outside.any(1)
        if (met & ended.any(1)).any() or (self.expected[self.waiting] > 0).any():
            raise MachineError(f"{self.kernel.name}: a barrier that ended threads do not reach")
        if (outside.any(1) & ~(outside | ended).all(1)).any():
            raise MachineError(f"{self.kernel.name}: threads of a block wait at several barriers")
        if not met.any():
            self._meet_in_clusters()
            return
        if (places[met] != places[met][:, :1]).any():
            raise MachineError(f"{self.kernel.name}: threads of a block wait at several barriers")
        self.shared.barrier(np.nonzero(met)[0])
        self.waiting[np.repeat(met, self.block)] = False

    def _meet_some(self) -> bool:
        """Lets threads go on that wait at a barrier for as many of their block as are there."""
        found = False
        for block in np.unique(self.own_block[self.waiting & (self.expected > 0)]):
            inside = self.waiting & (self.expected > 0) & (self.own_block == block)
            for number in np.unique(self.barrier_number[inside]):
                members = np.nonzero(inside & (self.barrier_number == number))[0]
                wanted = self.expected[members]
                if (wanted != wanted[0]).any() or members.size > wanted[0] or wanted[0] % WARP:
                    raise MachineError(f"{self.kernel.name}: a barrier has not its threads")
                if members.size == wanted[0]:
                    self.shared.barrier(np.array([block]))
                    self.waiting[members], self.expected[members] = False, 0
                    found = True
        return found

    def _meet_in_clusters(self) -> None:
        """Lets the threads of each cluster go on that all wait at its barrier. Some of a block may
        have ended.
        """
        size = self.kernel.cluster * self.block
        places, waiting = self.at.reshape(-1, size), self.for_cluster.reshape(-1, size)
        ended = (self.at == _ENDED).reshape(-1, size)
        in_blocks = waiting.reshape(-1, self.kernel.cluster, self.block).any(2)
        met = np.all(waiting | ended, axis=1) & np.all(in_blocks, axis=1)
        apart = [
            np.unique(at[here]).size > 1 for at, here in zip(places[met], waiting[met], strict=True)
        ]
        if (waiting.any(1) != met).any() or any(apart):
            raise MachineError(f"{self.kernel.name}: blocks of a cluster wait at several barriers")
        if not self.arrived[self.for_cluster].all():
            raise MachineError(f"{self.kernel.name}: a barrier of a cluster without an arrival")
        self.shared.barrier(np.nonzero(np.repeat(met, self.kernel.cluster))[0])
        self.visited[met] = False
        for flags in (self.waiting, self.for_cluster, self.arrived):
            flags[:] = False
