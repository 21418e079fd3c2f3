"""Elementary functions on vectors as LLVM IR. `functions.py` is the entry point."""
