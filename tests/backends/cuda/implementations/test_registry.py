"""Which implementations a GPU has."""

from __future__ import annotations

from aoe.backends.cpu.implementations.registry import implementations as of_cpus
from aoe.backends.cuda.implementations.registry import implementations
from tests.not_empty import not_empty

#: Those that are made for GPUs.
OWN = {
    "simt_conv_groups": "Conv",
    "gemv_conv": "Conv",
    "gemv_matmul": "MatMul",
    "mma_attention": "Attention",
    "mma_attention_gradient": "AttentionGradient",
    "mma_attention_gradient_tf32": "AttentionGradient",
    "mma_attention_gradient_tf32x3": "AttentionGradient",
    "mma_attention_tf32": "Attention",
    "mma_attention_tf32x3": "Attention",
    "mma_conv": "Conv",
    "mma_conv_float8": "Conv",
    "mma_conv_int8": "Conv",
    "mma_conv_tf32": "Conv",
    "mma_conv_transposed": "ConvTranspose",
    "mma_conv_transposed_tf32": "ConvTranspose",
    "mma_conv_transposed_tf32x3": "ConvTranspose",
    "mma_conv_tf32x3": "Conv",
    "mma_matmul": "MatMul",
    "mma_matmul_float8": "MatMul",
    "mma_matmul_int8": "MatMul",
    "mma_matmul_tf32": "MatMul",
    "mma_matmul_tf32x3": "MatMul",
    "simt_conv": "Conv",
    "simt_conv_transposed": "ConvTranspose",
    "simt_layer_normalization_rows": "LayerNormalization",
    "simt_matmul": "MatMul",
    "wgmma_conv": "Conv",
    "wgmma_conv_float8": "Conv",
    "wgmma_conv_int8": "Conv",
    "wgmma_conv_tf32": "Conv",
    "wgmma_matmul": "MatMul",
    "wgmma_matmul_float8": "MatMul",
    "wgmma_matmul_int8": "MatMul",
    "wgmma_matmul_tf32": "MatMul",
    "simt_recurrent_units": "Recurrent",
    "simt_reduce_rows": "Reduce",
    "simt_row_wise_rows": "RowWise",
    "simt_softmax_rows": "Softmax",
}


def test_every_operator_type_of_cpus_has_an_implementation() -> None:
    types = {item.operator_type for item in implementations().values()}
    assert types == {item.operator_type for item in of_cpus().values()}


def test_implementations_are_those_of_cpus_or_made_for_gpus() -> None:
    shared = {name for name in implementations() if name not in OWN}
    assert {name.removeprefix("simt_") for name in shared} <= {*of_cpus()}
    assert {name: implementations()[name].operator_type for name in OWN} == OWN


def test_each_is_described() -> None:
    assert all(item.description for item in not_empty(implementations().values()))
