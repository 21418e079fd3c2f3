"""Checks of nodes whose shapes are known, by subject. `aoe.graph.prepare.validation` lists them."""
