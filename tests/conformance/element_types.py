"""Which element types of its first input an operator is compiled for: tried, not declared."""

from __future__ import annotations

from collections.abc import Sequence, Set

import numpy as np
import onnx

from aoe.element_types import DTYPES, numpy_type
from aoe.errors import AoeError
from tests.conformance.backend import open_shapes
from tests.conformance.node_tests import node_tests


def element_types(passed: Sequence[str]) -> list[str]:
    """The element types with which one of the first of these tests' models compiles: the first
    input gets the other type, and with it what has its type by the operator's definition, or all
    that has it in the test.
    """
    plain = [name for name in passed if len(node_tests()[name].model.graph.node) == 1]
    plain = [name for name in plain if not _takes_texts(node_tests()[name].model)]
    if not plain:
        return []
    return [dtype for dtype in DTYPES if _compiles(plain, dtype)]


def _takes_texts(model: onnx.ModelProto) -> bool:
    kinds = [value.type.tensor_type.elem_type for value in model.graph.input[:1]]
    return kinds == [onnx.TensorProto.STRING]


def _compiles(names: Sequence[str], dtype: str) -> bool:
    """Whether one of the first few models compiles for the type."""
    return any(_model_compiles(name, dtype) for name in names[:2])


def _model_compiles(name: str, dtype: str) -> bool:
    """Whether the model compiles with what must have the first input's type changed, or all that
    has it.
    """
    model = node_tests()[name].model
    if not model.graph.input:
        return False
    first = model.graph.input[0].type.tensor_type.elem_type
    values = (*model.graph.input, *model.graph.output)
    alike = {value.name for value in values if value.type.tensor_type.elem_type == first}
    bound = _bound_to_first(model.graph.node[0]) & alike
    return any(_changed_compiles(name, dtype, names) for names in (bound, alike))


def _changed_compiles(name: str, dtype: str, names: Set[str]) -> bool:
    """Whether a test's model compiles with another type of some inputs and outputs."""
    case = node_tests()[name]
    model = onnx.ModelProto()
    model.CopyFrom(case.model)
    target = numpy_type(dtype)
    feed = {}
    for value, array in zip(model.graph.input, case.data[0][0], strict=True):
        matches = value.name in names
        feed[value.name] = np.asarray(array).astype(target) if matches else np.asarray(array)
    for value in (*model.graph.input, *model.graph.output):
        if value.name in names:
            changed = onnx.helper.np_dtype_to_tensor_dtype(target)
            value.type.tensor_type.elem_type = changed
    try:
        onnx.checker.check_model(model, full_check=True)
        open_shapes(model).session(feed)
    except (AoeError, onnx.checker.ValidationError, onnx.shape_inference.InferenceError):
        return False
    return True


def _bound_to_first(node: onnx.NodeProto) -> set[str]:
    """The operands and results that an operator's definition gives the type of the first."""
    schema = onnx.defs.get_schema(node.op_type, node.domain)
    bound = set()
    for names, formal in ((node.input, schema.inputs), (node.output, schema.outputs)):
        for position, name in enumerate(names):
            parameter = formal[min(position, len(formal) - 1)]
            if parameter.type_str == schema.inputs[0].type_str:
                bound.add(name)
    return bound
