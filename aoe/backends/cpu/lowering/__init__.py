"""Building blocks of implementations: from operands and sizes to loop nests.

`access.py` turns views into affine accesses. Each folder is one family of algorithms.
"""
