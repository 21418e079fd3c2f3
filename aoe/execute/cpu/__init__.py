"""The CPU: kernels become LLVM IR text (`kernel_code.py` and what it calls) and then object code
(`target.py`).

`host.py` describes this machine, `vector_math.py` holds the functions, `thread_pool.py` the pool
that kernels run on, `plan_code.py` the one function that is an inference.
"""
