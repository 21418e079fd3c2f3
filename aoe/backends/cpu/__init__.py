"""The CPU backend: operators become loops, LLVM IR, machine code and a plan of kernel calls.

`compile/compiler.py` is the way in. `implementations` lower operators to loops, with the building
blocks of `lowering` and the estimates of `cost`. `codegen` turns loops into LLVM IR, `memory` gives
every buffer its place, `target` describes and measures this machine.
"""
