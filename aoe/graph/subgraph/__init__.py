"""Subgraphs: what can be decided about a region of a graph, and the neighbours of a decision."""
