"""Graphs of tensors on a GPU: with fakes of such tensors, and on a machine that executes PTX."""
