"""From an `onnx_ir` model to the operator graph that is tuned and compiled.

`pipeline` is the entry point. The stages, each in its module: `prepare` (canonical nodes, static
shapes), `importing` (nodes become operators and views), `fuse`, `layout`. What the last two decide
is data (`decisions`), and policies decide it for parts of a graph (`partition`, `subgraph`).
"""

from aoe.graph.pipeline import PreparedGraph, build, prepared_graph

__all__ = ["PreparedGraph", "build", "prepared_graph"]
