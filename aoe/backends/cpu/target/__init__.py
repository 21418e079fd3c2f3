"""The CPU as a target: instruction sets and caches (`host.py`), measured speed (`speed.py`)."""
