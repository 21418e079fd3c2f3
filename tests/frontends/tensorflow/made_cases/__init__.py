"""Small graphs of TensorFlow by subject, of which `make_cases.py` makes `cases.npz`."""
