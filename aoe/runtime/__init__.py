"""The runtime: loads an offline model and runs it, one native call per inference.

It knows no operator. Start at `session.py`. `offline_model.py` and `container.py` are the `.om`
file, `plan.py` says what an inference does, `native.py` loads the machine code, `thread_pool.py`
owns the threads it runs on.
"""
