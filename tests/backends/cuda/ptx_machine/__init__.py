"""A machine that executes PTX in NumPy: blocks, threads, shared memory and barriers, so that
kernels are run where there is no GPU.

It executes the very text that a driver would get. All threads of some blocks go through a basic
block together. It refuses what a GPU would do wrong in silence: addresses outside of allocations,
addresses that are not aligned, barriers that part of a block does not reach, and accesses to shared
memory that no barrier orders.
"""
