"""LLVM IR of a whole inference: kernel calls in order, and the thread pool they run on."""
