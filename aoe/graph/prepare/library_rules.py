"""The rewrite rules of onnxscript that are used.

They fold operators into convolutions and merge pairs of operators. onnxscript's other default rules
repeat those of `simplify`, or look at all nodes for every node.
"""

from __future__ import annotations

from onnxscript import rewriter
from onnxscript.rewriter.rules import common

LIBRARY_RULES = rewriter.RewriteRuleSet(
    [
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
        common.normalize_pad_format_conv_rule,
        common.normalize_pad_format_conv_integer_rule,
        common.fuse_pad_into_conv_rule,
        common.fuse_pad_into_conv_integer_rule,
        common.fuse_batchnorm_into_conv_rule,
        common.fuse_batchnorm_into_conv_transpose_rule,
        common.fuse_batchnorm_into_gemm_rule,
        common.remove_optional_bias_from_conv_rule,
        common.remove_optional_bias_from_conv_transpose_rule,
        common.remove_optional_bias_from_gemm_rule,
        common.remove_optional_bias_from_qlinear_conv_rule,
    ]
)
