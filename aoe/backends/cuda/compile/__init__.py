"""Compilation of graphs for GPUs, in this process or in helpers."""
