"""Constant folding by onnxscript, with the sizes of `aoe.graph.prepare.output_sizes`.

onnxscript infers shapes while it folds, and folds what follows from them. Sizes that were set
before it looks at a node stay.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import onnx_ir
from onnxscript.optimizer._constant_folding import FoldConstantsPass

from aoe.graph.prepare.output_sizes import set_output_sizes


class _Folding(FoldConstantsPass):
    def process_node(self, node: onnx_ir.Node, is_function: bool) -> Any:
        set_output_sizes(node)
        return super().process_node(node, is_function)


def fold_constants(
    model: onnx_ir.Model, largest: int, should_fold: Callable[[onnx_ir.Node], bool | None]
) -> None:
    """Computes constant nodes and infers shapes, in place.

    Args:
        model: The model.
        largest: Elements of the largest constant that is read or made.
        should_fold: Whether to compute a constant node; None leaves it to the library.
    """
    _Folding(
        shape_inference=True,
        input_size_limit=largest,
        output_size_limit=largest,
        should_fold=should_fold,
    )(model)
