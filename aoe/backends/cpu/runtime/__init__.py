"""Loads machine code and runs it, one native call per inference.

It knows no operator. Start at `loaded_model.py`. `native.py` loads the machine code,
`thread_pool.py` owns the threads it runs on, `memory.py` the memory it works in.
"""
