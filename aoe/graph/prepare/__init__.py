"""Preparation: a model in ONNX IR gets canonical nodes and static shapes.

`prepare.prepare` is the entry point. `rewriting` defines what a rule is. `rules` holds the rules,
by subject, and `rules.order` says which is tried first.
"""
