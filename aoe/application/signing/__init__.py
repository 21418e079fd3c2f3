"""Signatures of offline models, so that a machine runs the code of people it trusts and of nobody
else. `model_signature.py` makes and checks them, `commands.py` has `aoe sign` and `aoe verify`.
"""
