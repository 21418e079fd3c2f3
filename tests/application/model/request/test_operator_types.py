"""Names of operator types in options."""

from __future__ import annotations

import onnx
import pytest

from aoe.application.model.request.operator_types import ascend_types, known_types, onnx_types


def test_types_of_ascend_stand_for_types_of_onnx() -> None:
    schemas = {schema.name for schema in onnx.defs.get_all_schemas()}
    found = frozenset[str]().union(*ascend_types().values())
    assert found <= schemas
    assert not ascend_types().keys() & {"Conv", "MatMul", "Relu"}


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("AddN", {"Sum"}),
        ("ExpandDims", {"Unsqueeze"}),
        ("GEMM", {"Gemm", "MatMul"}),
        ("GreaterEqual", {"GreaterOrEqual"}),
        ("Eltwise", {"Add", "Max", "Mul"}),
        ("Relu", {"Relu"}),
    ],
)
def test_a_name_is_known_and_stands_for_types(name: str, kinds: set[str]) -> None:
    assert name in known_types()
    assert onnx_types(name) == kinds
