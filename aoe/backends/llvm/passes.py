"""The passes of LLVM that generated text goes through.

Generated kernels are already vectorised and unrolled. LLVM's loop vectoriser, SLP vectoriser and
unroller stay off: they cost compile time and break register tiles.
"""

from __future__ import annotations

import llvmlite.binding as llvm


def optimise(module: llvm.ModuleRef, machine: llvm.TargetMachine) -> None:
    """Runs LLVM's passes over a module, but for those that undo tiles: its vectorisers and
    unrollers.
    """
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = False
    options.slp_vectorization = False
    options.loop_unrolling = False
    options.loop_interleaving = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
