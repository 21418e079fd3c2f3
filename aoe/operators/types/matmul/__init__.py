"""Types of matrix multiplication."""
