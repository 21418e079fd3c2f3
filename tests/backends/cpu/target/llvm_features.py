"""Asks LLVM which features a CPU has. Its interface tells them of the machine's own CPU only.

LLVM inlines a function into another one only if the caller's CPU has all features of the callee. So
a module has, for each feature, a function that is compiled for this feature and one that calls it
and is compiled for the CPU. The feature is there if the call is gone after optimisation.
"""

from __future__ import annotations

from collections.abc import Sequence

import llvmlite.binding as llvm

TRIPLE = "x86_64-unknown-linux-gnu"


def x86_features(cpu: str, names: Sequence[str]) -> list[str]:
    """Those of some features that an x86-64 CPU has, in their order."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=2)
    functions = [_pair(number) for number in range(len(names))]
    attributes = [
        f'attributes #{number + 1} = {{ "target-features"="+{name}" }}'
        for number, name in enumerate(names)
    ]
    attributes.append(f'attributes #0 = {{ "target-cpu"="{cpu}" }}')
    module = llvm.parse_assembly("\n".join([*functions, *attributes]))
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    left = str(module)
    return [name for number, name in enumerate(names) if f"call i64 @of_{number}(" not in left]


def _pair(number: int) -> str:
    return f"""
    define i64 @of_{number}(i64 %x) #{number + 1} {{
      %y = xor i64 %x, {number + 12345}
      ret i64 %y
    }}
    define i64 @calls_{number}(i64 %x) #0 {{
      %y = call i64 @of_{number}(i64 %x)
      ret i64 %y
    }}"""
