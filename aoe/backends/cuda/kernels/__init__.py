"""Kernels of a GPU as data: loop nests with how blocks and threads share them."""
