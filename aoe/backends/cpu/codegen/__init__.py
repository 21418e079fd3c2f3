"""Code generation: a kernel becomes LLVM IR text (`kernel_code.py`), then object code
(`object_code.py`).

What the text of other devices has as well, loop nests among it, is in `aoe.backends.llvm`. `plan`
holds the code of a whole inference and its thread pool.
"""
