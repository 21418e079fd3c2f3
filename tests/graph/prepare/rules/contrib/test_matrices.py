"""Operators on matrices of ONNX Runtime's domain, against ONNX Runtime."""

from __future__ import annotations

import numpy as np
import pytest
from onnxruntime.capi import _pybind_state

from tests.graph.models import checked_graph, model, weights


@pytest.mark.parametrize("shape", ["1,1", "3,3", "2,4,4", "2,3,5,5", "40,40", "0,3,3"])
@pytest.mark.parametrize("kind", ["float", "double"])
def test_an_inverse(shape: str, kind: str) -> None:
    """Of random matrices, whose rows change places."""
    text = f"({kind}[{shape}] x) => ({kind}[{shape}] y) {{ y = com.microsoft.Inverse (x) }}"
    checked_graph(model(text), 1e-3)


def test_an_inverse_takes_the_largest_number_first() -> None:
    text = """(float[1] x) => (float[3,3] y) {
        z = Mul(x, zero) w = Add(m, z) y = com.microsoft.Inverse (w) }"""
    m = np.array([[0, 1, 2], [1e-6, 0, 3], [4, 5, 0]], np.float32)
    checked_graph(model(text, m=m, zero=np.zeros(1, np.float32)), 1e-4)


@pytest.mark.parametrize("metric", ["euclidean", "sqeuclidean"])
@pytest.mark.parametrize("kind", ["float", "double"])
def test_distances_of_rows(metric: str, kind: str) -> None:
    text = f"""({kind}[5,7] a, {kind}[4,7] b) => ({kind}[5,4] y) {{
        y = com.microsoft.CDist <metric = "{metric}"> (a, b) }}"""
    checked_graph(model(text), 1e-4)


@pytest.mark.parametrize("quant_type", [0, 1])
@pytest.mark.parametrize(("rows", "columns"), [(24, 32), (5, 48)])
def test_a_matmul_with_weights_of_bitsandbytes(quant_type: int, rows: int, columns: int) -> None:
    block = 16
    packed = np.zeros(rows * columns // 2, np.uint8)
    largest = np.zeros(rows * columns // block, np.float32)
    dense = np.ascontiguousarray(weights(columns, rows))
    _pybind_state.quantize_matmul_bnb4(packed, dense, largest, block, quant_type, rows, columns)
    text = f"""(float[3,{columns}] x) => (float[3,{rows}] y) {{
        y = com.microsoft.MatMulBnb4 <N = {rows}, K = {columns}, block_size = {block},
            quant_type = {quant_type}> (x, b, absmax) }}"""
    checked_graph(model(text, b=packed, absmax=largest), 1e-4)
