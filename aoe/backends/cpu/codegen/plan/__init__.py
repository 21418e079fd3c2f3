"""LLVM IR of a whole inference: the kernel calls in order, and the thread pool they run on."""
