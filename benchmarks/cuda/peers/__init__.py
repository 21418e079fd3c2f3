"""Peers on the same models in the same process: `comparison.py` measures; `torch_contestants.py`
and `torch_module.py` are PyTorch.
"""
