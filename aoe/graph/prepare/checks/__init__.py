"""Checks of nodes, by subject. `aoe.graph.prepare.validation` lists those of shapes and numbers."""
