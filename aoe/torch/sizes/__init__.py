"""Graphs with open sizes: one program for each size that they meet."""
