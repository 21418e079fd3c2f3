"""Names of operator types in options."""

from __future__ import annotations

import onnx
import pytest

from aoe.application.model.request.operator_types import (
    COMPOSED,
    ascend_types,
    did_you_mean,
    known_types,
    onnx_types,
)
from aoe.frontends.single_operator.description_json import description_from_json
from aoe.frontends.single_operator.operators.registry import OPERATOR_TYPES
from aoe.frontends.single_operator.reader import operator_model
from tests.frontends.single_operator.cases import CASES


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
        ("Square", {"Mul"}),
        ("Conv2DBackpropInput", {"ConvTranspose"}),
    ],
)
def test_a_name_is_known_and_stands_for_types(name: str, kinds: set[str]) -> None:
    assert name in known_types()
    assert onnx_types(name) == kinds


def test_every_type_that_is_read_alone_is_known_or_refused_by_name() -> None:
    assert known_types() | COMPOSED.keys() >= OPERATOR_TYPES.keys()
    assert not known_types() & COMPOSED.keys()
    assert did_you_mean("Rsqrt").endswith("name their types: Sqrt, Reciprocal")


@pytest.mark.parametrize("op", [*COMPOSED, "Square", "Pack", "ReverseV2", "ReduceAnyD"])
def test_a_type_names_operators_that_it_becomes(op: str) -> None:
    kinds = set(COMPOSED[op].split()) if op in COMPOSED else onnx_types(op)
    models = [
        operator_model(description_from_json(case.description(), op))
        for case in CASES
        if case.op == op
    ]
    assert any(kinds <= {node.op_type for node in model.graph} for model in models)
