"""LLVM IR of kernels for GPUs, and PTX of that."""
