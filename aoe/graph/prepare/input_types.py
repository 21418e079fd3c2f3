"""Finds nodes whose inputs have element types that the operator is not computed in.

ONNX's definitions name the types. Those of earlier operator sets have gaps, which converters and
readers of other formats ignore: Celu of float16, the largest of int16. So where a definition has
one type of a family, all of the family are taken. Products and quantisation keep to the types that
they have, because their results depend on these.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import onnx
import onnx_ir

_TENSOR = "tensor("
_FLOATS = frozenset({"bfloat16", "double", "float", "float16"})
_WIDE_INTEGERS = frozenset({"int32", "int64", "uint32", "uint64"})
_INTEGERS = _WIDE_INTEGERS | {"int8", "int16", "uint8", "uint16"}
_FLAGS = frozenset({"bool"})
#: The types of shapes, axes and counts, which have to be known when a model is prepared.
_SIZES = frozenset({"int64"})
#: Operators that have the types of ONNX's definition alone, and bfloat16 where they have float16:
#: both are stored in 16 bits and computed in float32.
_EXACT = frozenset(
    {
        *("ConvInteger", "DequantizeLinear", "DynamicQuantizeLinear", "Gemm", "MatMul"),
        *("MatMulInteger", "QLinearConv", "QLinearMatMul", "QuantizeLinear"),
    }
)
#: Operators that compute integers beside the floating-point types of ONNX's definition.
_OF_INTEGERS = frozenset(
    {
        *("Ceil", "Dropout", "Floor", "GlobalMaxPool", "Hardmax", "IsInf", "IsNaN", "LeakyRelu"),
        *("MaxPool", "MaxUnpool", "Round", "Sum", "Swish", "ThresholdedRelu"),
    }
)
#: Operators that compute flags beside the numbers of ONNX's definition, as 0 and 1.
_OF_FLAGS = frozenset(
    {
        *("Abs", "Ceil", "Clip", "Einsum", "Floor", "GlobalMaxPool", "Greater", "GreaterOrEqual"),
        *("IsInf", "IsNaN", "Less", "LessOrEqual", "Max", "MaxPool", "Min", "Relu", "Round"),
        *("Shrink", "Swish", "ThresholdedRelu", "TopK"),
    }
)
#: Further types of inputs that have floating-point types.
_MORE: Mapping[str, Set[str]] = MappingProxyType(
    {
        **{
            op_type: (_INTEGERS if op_type in _OF_INTEGERS else frozenset())
            | (_FLAGS if op_type in _OF_FLAGS else frozenset())
            for op_type in _OF_INTEGERS | _OF_FLAGS
        },
        **dict.fromkeys(("Conv", "ConvTranspose"), _WIDE_INTEGERS),
        "MaxPool": _INTEGERS - {"uint64"} | _FLAGS,  # maxima of uint64 differ from ONNX's reference
    }
)
#: Types whose names in ONNX differ from those of messages.
_NAMES = {"float": "float32", "double": "float64"}


class _Input(NamedTuple):
    """The element types of an input of an operator.

    Attributes:
        variable: All inputs with it have one type; None: each has its own.
        types: Those that it may have; empty where that is not known.
    """

    variable: str | None
    types: Set[str]


def input_type_problem(node: onnx_ir.Node, version: int) -> str | None:
    """What is wrong with the element types of a node's inputs, and what to do; None if nothing is.

    Args:
        node: A node of ONNX's own operators.
        version: The operator set of the model.
    """
    defined = _defined_inputs(node.op_type, version)
    seen: dict[str | None, tuple[int, str]] = {}
    for position, value in enumerate(node.inputs if defined else ()):
        if value is None or not isinstance(value.type, onnx_ir.TensorType):
            continue
        variable, types = defined[min(position, len(defined) - 1)]
        name = type_name(value.type.dtype)
        if types and name not in types:
            taken = ", ".join(sorted(types))
            return f"input {position} is of {name}, but has to be of {taken}; put a Cast before it"
        first, other = seen.setdefault(variable, (position, name))
        if variable is not None and other != name:
            return (
                f"inputs {first} and {position} are of {other} and {name}, but have to be of one "
                "type; put a Cast before one of them"
            )
    return None


def undefined_type(node: onnx_ir.Node, version: int) -> str | None:
    """Which input has an element type that ONNX does not have for it, though the operator computes
    it, and what to do; None if none has. Inference of shapes does not know such nodes.
    """
    if not onnx.defs.has(node.op_type, version, ""):
        return None
    schema = onnx.defs.get_schema(node.op_type, version, "")
    types = [frozenset(map(_name, _tensor_types(schema)[item.name])) for item in schema.inputs]
    for position, value in enumerate(node.inputs):
        if value is None or value.dtype is None or not types:
            continue
        name, known = type_name(value.dtype), types[min(position, len(types) - 1)]
        if known and name not in known:
            return (
                f"input {position} is of {name}, which ONNX does not have for it, so that the "
                f"shape of its result is not known; declare that shape, or put a Cast to one of "
                f"{', '.join(sorted(known))} before it"
            )
    return None


@lru_cache(maxsize=1024)
def _defined_inputs(op_type: str, version: int) -> tuple[_Input, ...]:
    """The inputs that ONNX defines for an operator; the last one may stand for several."""
    if not onnx.defs.has(op_type, version, ""):
        return ()
    schema = onnx.defs.get_schema(op_type, version, "")
    found = []
    for item in schema.inputs:
        types = frozenset(map(_name, _taken(op_type, _tensor_types(schema)[item.name])))
        if types == {
            "string"
        }:  # nothing computes these; that is said where operators are looked up
            types = frozenset()
        found.append(_Input(item.type_str if item.is_homogeneous else None, types))
    return tuple(found)


def _taken(op_type: str, types: Set[str]) -> Set[str]:
    """The types of an input that are computed. `types`: those of ONNX's definition."""
    if op_type in _EXACT:
        return types | ({"bfloat16"} if "float16" in types else set())
    for family in (_FLOATS, _INTEGERS):
        if types & family and types != _SIZES:
            types = types | family
    return types | _MORE.get(op_type, frozenset()) if types & _FLOATS else types


def _tensor_types(schema: onnx.defs.OpSchema) -> dict[str, set[str]]:
    """The element types of each input of an operator, by its name."""
    types = {item.type_param_str: item.allowed_type_strs for item in schema.type_constraints}
    return {
        item.name: {
            kind[len(_TENSOR) : -1]
            for kind in types.get(item.type_str, (item.type_str,))
            if kind.startswith(_TENSOR)
        }
        for item in schema.inputs
    }


def type_name(dtype: onnx_ir.DataType) -> str:
    """The name of an element type in messages."""
    return _name(dtype.name.lower())


def _name(onnx_name: str) -> str:
    """The same of the name that ONNX has."""
    return _NAMES.get(onnx_name, onnx_name)
