"""Parts a graph of forward and backward pass together into two: `joint_graph.py`."""
