"""The CPU as a target: instruction sets, caches and threads (`host.py`, `cpu_target.py`)."""
