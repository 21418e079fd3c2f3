"""Rewrite rules, one module per subject. `aoe.graph.prepare.prepare` lists them."""
