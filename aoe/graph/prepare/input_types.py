"""Finds nodes whose inputs have element types that ONNX's definition of the operator does not have.

The rules and the definitions of operators rely on these types. bfloat16 is taken wherever float16
is: both are stored in 16 bits and computed in float32.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import onnx
import onnx_ir

_TENSOR = "tensor("
_FLAGS = frozenset({"bool"})
#: Types that operators have here beyond those of ONNX, as PyTorch has them.
_MORE: Mapping[str, Set[str]] = MappingProxyType(
    {
        **dict.fromkeys(("Clip", "Max", "Min"), _FLAGS),
        "MaxPool": _FLAGS | {"int16", "int32", "int64", "uint16", "uint32"},
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
        name = _name(value.type.dtype.name.lower())
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


@lru_cache(maxsize=1024)
def _defined_inputs(op_type: str, version: int) -> tuple[_Input, ...]:
    """The inputs that ONNX defines for an operator; the last one may stand for several."""
    if not onnx.defs.has(op_type, version, ""):
        return ()
    schema = onnx.defs.get_schema(op_type, version, "")
    types = {item.type_param_str: item.allowed_type_strs for item in schema.type_constraints}
    found = []
    for item in schema.inputs:
        allowed = types.get(item.type_str, (item.type_str,))
        tensors = {_name(kind[len(_TENSOR) : -1]) for kind in allowed if kind.startswith(_TENSOR)}
        if "float16" in tensors:
            tensors |= {"bfloat16", *_MORE.get(op_type, ())}
        found.append(_Input(item.type_str if item.is_homogeneous else None, frozenset(tensors)))
    return tuple(found)


def _name(onnx_name: str) -> str:
    """The name of an element type in messages."""
    return _NAMES.get(onnx_name, onnx_name)
