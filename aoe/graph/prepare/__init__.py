"""Preparation: a model in ONNX IR becomes one in canonical nodes with static shapes.

`prepare.py` is the way in, `rewriting.py` says what a rule is, `rules` holds the rules.
"""
