"""The rewrite rules of onnxscript that are used.

They fold operators into convolutions and merge pairs of operators. onnxscript's other default rules
repeat those of `simplify`, or look at all nodes for every node.
"""

from __future__ import annotations

from typing import Any

import onnx_ir
from onnxscript import rewriter
from onnxscript.rewriter.rules import common

from aoe.graph.prepare.provenance import record_provenance


class _ForOneOperator(rewriter.RewriteRule):
    """A rule that looks only at nodes of the operator that its pattern ends in. The library starts
    a match at every node, and writes a text for each that fails. What it makes has the provenance
    of the node of the same type that it replaces.
    """

    def __init__(self, rule: rewriter.RewriteRule) -> None:
        vars(self).update(vars(rule))
        self._last = rule._target_pattern.output_node.op

    def try_rewrite(
        self,
        model: onnx_ir.Model,
        graph_or_function: onnx_ir.Graph | onnx_ir.Function,
        node: onnx_ir.Node,
        **options: Any,
    ) -> Any:
        if not self._last.matches(node.op_type):
            return None
        found = super().try_rewrite(model, graph_or_function, node, **options)
        if found is not None:
            sources = {item.op_type: item for item in reversed(found.match.nodes)}
            for made in found.new_nodes:
                record_provenance(made, sources.get(made.op_type, node))
        return found


_RULES = (
    common.two_reshapes_matmul_reshape_rule,
    common.one_reshape_matmul_reshape_rule,
    common.collapse_slice_rule,
    common.collapse_slice2_rule,
    common.min_min_rule,
    common.max_max_rule,
    common.min_max_rule,
    common.max_min_rule,
    common.successive_clip_relu_rule,
    common.successive_relu_clip_rule,
    common.successive_relu_rule,
    common.successive_clip_rule,
    common.cast_cast_rule,
    common.no_op_dynamic_scatter_nd_rule,
    common.no_op_static_scatter_nd_rule,
    common.fuse_pad_into_conv_rule,
    common.fuse_pad_into_conv_integer_rule,
    common.fuse_batchnorm_into_conv_rule,
    common.fuse_batchnorm_into_conv_transpose_rule,
    common.fuse_batchnorm_into_gemm_rule,
    common.remove_optional_bias_from_conv_rule,
    common.remove_optional_bias_from_conv_transpose_rule,
    common.remove_optional_bias_from_gemm_rule,
    common.remove_optional_bias_from_qlinear_conv_rule,
)

LIBRARY_RULES = rewriter.RewriteRuleSet([_ForOneOperator(rule) for rule in _RULES])
