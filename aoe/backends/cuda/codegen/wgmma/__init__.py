"""LLVM IR of contractions by wgmma; `wgmma_code` is the entry point."""
