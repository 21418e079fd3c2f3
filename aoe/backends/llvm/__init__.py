"""LLVM IR text that no device has alone: `emitter.py` builds it, and the modules beside it emit
kernels from outside in: what a thread computes (`kernel_body.py`), loop nests, register tiles, and
the loads, stores and scalar expressions in them.

Instructions that LLVM has for some processors only, such as products of bytes, are emitted where
the `Emitter` says that there are any, and their effect by other instructions elsewhere. So devices
import from here, and nothing here imports a device. `vector_math` holds elementary functions.
"""
