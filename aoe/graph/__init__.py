"""From an `onnx_ir` model to the operator graph that is tuned and compiled.

`build` is the entry point. The stages, each in its module: `prepare` (canonical nodes, static
shapes), `importing` (nodes become operators and views), `fuse`, `layout`.
"""

from aoe.graph.pipeline import build

__all__ = ["build"]
