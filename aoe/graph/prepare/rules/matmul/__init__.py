"""Rewrite rules for matmuls: Gemm, MatMul and Einsum."""
