"""The CPU backend: operators become loops, LLVM IR, machine code and a plan of kernel calls.

`backend.py` is what the other layers ask. `compile/compiler.py` compiles graphs: `implementations`
lower operators to loops, with the building blocks of `lowering` and the estimates of `cost`;
`codegen` turns loops into LLVM IR; `memory` gives every buffer its place. `runtime` loads and runs
machine code, `profiler` times candidates. `target` describes CPUs, `microbenchmarks` measure this
one. `precision.py` says where fewer bits than float32 are used.
"""
