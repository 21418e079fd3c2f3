"""The measured speed of a GPU: rates of arithmetic, of the second cache and of memory."""
