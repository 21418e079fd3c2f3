"""What each instruction of PTX does, for arrays of threads: the table of them.

Names are those of the PTX ISA. `execute` is the entry point.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from tests.backends.cuda.ptx_machine import (
    access,
    arithmetic,
    bits,
    clusters,
    mbarriers,
    tensors,
    warpgroups,
    warps,
)
from tests.backends.cuda.ptx_machine.machine import Threads
from tests.backends.cuda.ptx_machine.memory import MachineError
from tests.backends.cuda.ptx_machine.program import Instruction


def execute(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """Executes an instruction for the active threads."""
    name = instruction.name
    function = _FUNCTIONS.get(name[0])
    if function is None:
        raise MachineError(f"unknown instruction: {instruction.text}")
    with np.errstate(all="ignore"):
        try:
            function(threads, instruction, active)
        except MachineError as error:
            raise MachineError(f"{threads.kernel.name}: {instruction.text}: {error}") from error


def nothing(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """A hint, or an order of memory that the machine keeps anyway."""


def copy(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """An asynchronous copy of a few bytes, of many, or of a box; or a request for them."""
    if "prefetch" in instruction.name:
        warps.prefetch(threads, instruction, active)
        return
    if "tensor" in instruction.name:
        tensors.copy_box(threads, instruction, active)
        return
    is_bulk = "bulk" in instruction.name
    (mbarriers.copy_bulk if is_bulk else warps.copy_async)(threads, instruction, active)


def fence(threads: Threads, instruction: Instruction, active: np.ndarray) -> None:
    """A fence of the asynchronous proxy, or of barriers that were made, or an order that the
    machine keeps anyway.
    """
    is_of_proxy = instruction.name[1:3] == ("proxy", "async") and "global" not in instruction.name
    if is_of_proxy:
        threads.shared.fence(active)
    if is_of_proxy or instruction.name[1] == "mbarrier_init":
        mbarriers.make_known(threads, active)


_FUNCTIONS: Mapping[str, Callable[[Threads, Instruction, np.ndarray], None]] = {
    "mov": arithmetic.packed,
    "add": arithmetic.simple(np.add),
    "sub": arithmetic.simple(np.subtract),
    "mul": arithmetic.multiply,
    "mad": arithmetic.multiply,
    "div": arithmetic.divide,
    "rem": arithmetic.divide,
    "fma": arithmetic.fma,
    "min": arithmetic.minimum,
    "max": arithmetic.minimum,
    "abs": arithmetic.simple(np.abs),
    "neg": arithmetic.simple(arithmetic.negated),
    "not": arithmetic.simple(arithmetic.inverted),
    "and": arithmetic.simple(np.bitwise_and),
    "or": arithmetic.simple(np.bitwise_or),
    "xor": arithmetic.simple(np.bitwise_xor),
    "shl": arithmetic.shift,
    "shr": arithmetic.shift,
    "setp": arithmetic.setp,
    "selp": arithmetic.selp,
    "cvt": arithmetic.convert,
    "cvta": access.cvta,
    "sqrt": arithmetic.simple(np.sqrt),
    "rcp": arithmetic.simple(lambda v: (1 / v).astype(v.dtype)),
    "rsqrt": arithmetic.simple(lambda v: (1 / np.sqrt(v)).astype(v.dtype)),
    "ex2": arithmetic.simple(np.exp2),
    "lg2": arithmetic.simple(np.log2),
    "sin": arithmetic.simple(np.sin),
    "cos": arithmetic.simple(np.cos),
    "tanh": arithmetic.simple(np.tanh),
    "copysign": arithmetic.simple(arithmetic.copysign),
    "testp": arithmetic.predicate_of,
    "ld": access.load,
    "st": access.store,
    "shfl": warps.shuffle,
    "ldu": access.load,
    "bar": warps.meet,
    "barrier": clusters.barrier,
    "mapa": clusters.map_address,
    "membar": nothing,
    "fence": fence,
    "prefetch": nothing,
    "prefetchu": nothing,
    "griddepcontrol": access.wait_for_kernels,
    "bfe": bits.bit_field,
    "bfi": bits.insert_field,
    "prmt": bits.permute,
    "shf": bits.funnel,
    "lop3": bits.logic3,
    "popc": bits.counted,
    "clz": bits.counted,
    "brev": bits.counted,
    "bfind": bits.counted,
    "mma": warps.multiply,
    "wgmma": warpgroups.execute_group,
    "ldmatrix": warps.load_matrices,
    "cp": copy,
    "mbarrier": mbarriers.execute_barrier,
}
