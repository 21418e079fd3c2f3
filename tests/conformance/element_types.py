"""Which element types of its first input an operator is compiled for: tried, not declared."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx

from aoe.element_types import DTYPES, numpy_type
from aoe.errors import AoeError
from tests.conformance.backend import compile_for
from tests.conformance.node_tests import node_tests


def element_types(passed: Sequence[str]) -> list[str]:
    """The element types with which one of the first of these tests' models compiles: every input
    and output that has the type of the first input gets the other type.
    """
    plain = [name for name in passed if len(node_tests()[name].model.graph.node) == 1]
    if not plain:
        return []
    return [dtype for dtype in DTYPES if _compiles(plain, dtype)]


def _compiles(names: Sequence[str], dtype: str) -> bool:
    """Whether one of the first few models compiles for the type."""
    return any(_model_compiles(name, dtype) for name in names[:2])


def _model_compiles(name: str, dtype: str) -> bool:
    case = node_tests()[name]
    if not case.model.graph.input:
        return False
    model = onnx.ModelProto()
    model.CopyFrom(case.model)
    target = numpy_type(dtype)
    first = model.graph.input[0].type.tensor_type.elem_type
    changed = onnx.helper.np_dtype_to_tensor_dtype(target)
    feed = {}
    for value, array in zip(model.graph.input, case.data[0][0], strict=True):
        matches = value.type.tensor_type.elem_type == first
        feed[value.name] = np.asarray(array).astype(target) if matches else np.asarray(array)
    for value in (*model.graph.input, *model.graph.output):
        if value.type.tensor_type.elem_type == first:
            value.type.tensor_type.elem_type = changed
    try:
        onnx.checker.check_model(model, full_check=True)
        compile_for(model, feed)
    except (AoeError, onnx.checker.ValidationError, onnx.shape_inference.InferenceError):
        return False
    return True
