"""The CUDA backend: GPUs of NVIDIA, from compute capability 8.0 on.

Operators are lowered to the same loop nests as for a CPU. Here blocks and threads share them, and
LLVM's NVPTX back end makes PTX of them, so neither CUDA's toolkit nor a GPU is needed to compile.
The driver alone loads and runs the code. `backend.py` is where to start.
"""
