"""Reference code of a dozen kernels for GPUs, in LLVM IR.

    python -m tests.backends.cuda.codegen.golden

writes it anew. Read the differences before they are committed.
"""
