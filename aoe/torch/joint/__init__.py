"""Parts a graph of forward and backward pass together into two (`joint_graph.py`), and decides what
the forward pass saves (`saved_views.py`).
"""
