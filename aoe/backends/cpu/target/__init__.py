"""The CPU as a target: its features and caches (`host.py`), its measured speed (`speed.py`)."""
