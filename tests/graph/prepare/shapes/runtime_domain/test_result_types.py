"""The types of what ONNX Runtime's operators give are those of its definitions."""

from __future__ import annotations

from onnx_ir import DataType
from onnxruntime.capi import onnxruntime_pybind11_state as runtime

from aoe.graph.prepare.rules.contrib.names import RUNTIME_OPERATORS
from aoe.graph.prepare.shapes.runtime_domain.result_types import RESULT_TYPES

DEFINED = {
    item.name: item for item in runtime.get_all_operator_schema() if item.domain == "com.microsoft"
}


def test_results_have_the_types_of_onnx_runtime() -> None:
    assert len(DEFINED.keys() & RESULT_TYPES.keys()) > 40
    for name in DEFINED.keys() & RESULT_TYPES.keys():
        defined, inputs = DEFINED[name], [item.typeStr for item in DEFINED[name].inputs]
        allowed = {item.type_param_str: item.allowed_type_strs for item in defined.type_constraints}
        for output, kind in zip(defined.outputs, RESULT_TYPES[name], strict=False):
            if isinstance(kind, DataType):
                written = f"tensor({kind.name.lower()})"
                assert allowed.get(output.typeStr, [output.typeStr]) == [written], name
            elif kind is not None and name != "GridSample":  # its definition names no input
                assert output.typeStr == inputs[kind], name


def test_the_operators_are_computed() -> None:
    older = {"LayerNormalization"}  # of the ONNX domain before ONNX had it
    assert RESULT_TYPES.keys() <= RUNTIME_OPERATORS | older
