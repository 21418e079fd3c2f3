"""Operators that have another name since."""

from __future__ import annotations

import onnx_ir

from aoe.graph.prepare.opset_adapters.adapter import adapter
from aoe.graph.prepare.rewriting import Builder, Replacement


def _scatter(node: onnx_ir.Node, build: Builder) -> Replacement:
    node.op_type = "ScatterElements"
    return None


ADAPTERS = (adapter(11, _scatter, "Scatter"),)
