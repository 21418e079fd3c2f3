"""Compiles LLVM IR text to object code or assembly for a `Target`.

The code is position independent and uses the small code model, so JITLink can load it at any
address, in this process or another.
"""

from __future__ import annotations

import threading
from functools import cache, lru_cache

import llvmlite.binding as llvm

from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.llvm.passes import optimise
from aoe.errors import CompileError

#: How many target machines a thread keeps, one for each CPU and level.
_MOST_MACHINES = 8


def target_machine(target: CpuTarget) -> llvm.TargetMachine:
    """Returns a new LLVM target machine for a target. An execution engine takes ownership of its
    machine.
    """
    return _made_machine(target.triple, target.model, target.features, level=2)


def _made_machine(triple: str, model: str, features: str, level: int) -> llvm.TargetMachine:
    """A new target machine for a CPU by its model and features. `level`: how much LLVM optimises
    when it selects instructions, 0 to 3.
    """
    _initialise(triple)
    try:
        target = llvm.Target.from_triple(triple)
    except RuntimeError as error:
        raise CompileError(f"LLVM has no code generator for {triple}: {error}") from error
    return target.create_target_machine(
        cpu=model, features=features, opt=level, reloc="pic", codemodel="small"
    )


def object_code(ir: str, target: CpuTarget) -> bytes:
    """Returns the relocatable object file of a module.

    Raises:
        CompileError: If LLVM rejects the module; the message quotes LLVM.
    """
    module, machine = _optimised(ir, target)
    return bytes(machine.emit_object(module))


def plain_object_code(ir: str, target: CpuTarget) -> bytes:
    """Returns the object file of a module as `object_code` does, in a sixth of the time, because
    LLVM optimises nothing. For code that calls kernels and does little besides.

    Raises:
        CompileError: If LLVM rejects the module; the message quotes LLVM.
    """
    machine = _machine(target, level=0)
    return bytes(machine.emit_object(_parsed(ir, target, machine)))


def assembly(ir: str, target: CpuTarget) -> str:
    """Returns the assembly text of a module, for reading and for tests of foreign targets."""
    module, machine = _optimised(ir, target)
    return str(machine.emit_assembly(module))


class _Machines(threading.local):
    """The target machines of a thread. To make one and what it learns of a CPU takes a third of the
    time in which LLVM compiles a small kernel. Threads have their own, because a machine changes
    while it compiles.
    """

    def __init__(self) -> None:
        self.of = lru_cache(maxsize=_MOST_MACHINES)(_made_machine)


_MACHINES = _Machines()


def _machine(target: CpuTarget, level: int) -> llvm.TargetMachine:
    """The target machine of this thread, to compile with."""
    return _MACHINES.of(target.triple, target.model, target.features, level)


def _optimised(ir: str, target: CpuTarget) -> tuple[llvm.ModuleRef, llvm.TargetMachine]:
    machine = _machine(target, level=2)
    module = _parsed(ir, target, machine)
    optimise(module, machine)
    return module, machine


def _parsed(ir: str, target: CpuTarget, machine: llvm.TargetMachine) -> llvm.ModuleRef:
    try:
        module = llvm.parse_assembly(ir)
        module.triple = target.triple
        module.data_layout = str(machine.target_data)
        module.verify()
    except RuntimeError as error:
        raise CompileError(f"LLVM refused generated code for {target.model}: {error}") from error
    return module


@cache
def _initialise(triple: str) -> None:
    """Registers LLVM's code generators: this machine's, or all of them for a foreign triple."""
    if triple.split("-")[0] == llvm.get_default_triple().split("-")[0]:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
    else:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
