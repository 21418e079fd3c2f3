"""Rewrite rules, one module for each subject; `aoe.graph.prepare.rewriting` says what a rule is."""
