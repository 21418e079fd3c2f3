"""Leaves out what needs PyTorch where it is not installed."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("torch") else ["test_torch.py", "test_decompositions.py"]
