"""Products, factors, diagonals and norms of matrices and vectors."""
