"""From an `onnx_ir` model to the operator graph that is tuned and compiled.

`pipeline` is the entry point. It runs these stages, each in its own module or folder:

    prepare         ONNX to canonical ONNX nodes with static shapes
    import_graph    nodes become operators and views
    fusion          several operators become one
    layout          dimension orders of the values
    precision       element types other than the model's
    subgraph        the decisions that subgraph tuning searches

The decisions of fusion and layout are data (`subgraph.decisions`). Policies replace them for a
region of a graph (`subgraph.partition`, `subgraph.subgraph`).
"""

from aoe.graph.pipeline import PreparedGraph, build, prepared_graph

__all__ = ["PreparedGraph", "build", "prepared_graph"]
