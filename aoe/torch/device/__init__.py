"""The devices of PyTorch on which graphs run: start at `devices.py`. `blocks.py` has memory for
outputs on a CPU, `openmp.py` the threads of PyTorch there.
"""
