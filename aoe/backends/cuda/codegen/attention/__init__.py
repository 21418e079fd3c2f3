"""LLVM IR of attention on matrix instructions; `attention_code` is the entry point."""
