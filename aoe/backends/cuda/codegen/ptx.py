"""Compiles LLVM IR text to PTX for a GPU by LLVM's NVPTX back end. No GPU and no CUDA toolkit is
needed; a driver makes machine code of the PTX.
"""

from __future__ import annotations

from functools import cache

import llvmlite.binding as llvm

from aoe.backends.cuda.target.cuda_target import TRIPLE, CudaTarget
from aoe.backends.llvm.passes import optimise
from aoe.errors import CompileError

#: How instructions name types of float8, and two types of bytes; and the version of PTX that
#: multiplies the former by `mma.sync` and the latter by `wgmma`.
_FLOAT8, _MIXED_BYTES, _RECENT = (".e4m3", ".e5m2"), (".u8.s8", ".s8.u8"), "ptx84"


def ptx(ir: str, target: CudaTarget) -> str:
    """Returns the PTX of a module.

    Raises:
        CompileError: LLVM refuses the module; the message quotes LLVM.
    """
    machine = _target_machine(target.limits.processor, _version(ir, target))
    try:
        module = llvm.parse_assembly(ir)
        module.triple = TRIPLE
        module.data_layout = str(machine.target_data)
        module.verify()
    except RuntimeError as error:
        raise CompileError(f"LLVM refused generated code for {target.model}: {error}") from error
    optimise(module, machine)
    return str(machine.emit_assembly(module))


def _version(ir: str, target: CudaTarget) -> str:
    """The version of PTX of a module: a later one than that of the target's oldest driver where an
    instruction needs it.
    """
    version = target.limits.ptx
    pairs = (*_FLOAT8, *(_MIXED_BYTES if "wgmma" in ir else ()))
    recent = any(name in ir for name in pairs)
    return max(version, _RECENT) if recent else version


@cache
def _target_machine(processor: str, version: str) -> llvm.TargetMachine:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    found = llvm.Target.from_triple(TRIPLE)
    return found.create_target_machine(cpu=processor, features=f"+{version}", opt=3)
