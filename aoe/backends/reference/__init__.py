"""The reference backend: NumPy computes every operator as its definition says. Slow and right; the
oracle of other backends, and the smallest example of one. All of it is in `backend.py`.
"""
