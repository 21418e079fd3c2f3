"""Times candidates on the CPU, in the state that caches have in a model. Start at `profiler.py`."""
