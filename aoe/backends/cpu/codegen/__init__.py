"""Code generation: a kernel becomes LLVM IR text (`kernel_code.py`), then object code
(`object_code.py`).

`vector_math` holds elementary functions. `plan` holds the code of a whole inference and its thread
pool.
"""
