"""The messages of TensorFlow's files, and what they hold: tensors, types and shapes.

The table has the field numbers of `graph.proto`, `function.proto`, `tensor.proto`,
`saved_model.proto`, `meta_graph.proto` and `tensor_bundle.proto` of TensorFlow, as far as they are
used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from types import MappingProxyType
from typing import Any

import ml_dtypes
import numpy as np
from google.protobuf.message import DecodeError  # type: ignore[import-untyped]

from aoe.errors import ModelError, counted
from aoe.frontends.protobuf_schema import message_classes

MESSAGES = message_classes(
    """
Dim: size=1:int64 name=2:string
Shape: dim=2:Dim* unknown_rank=3:bool
Tensor: dtype=1:int32 tensor_shape=2:Shape tensor_content=4:bytes half_val=13:int32*p
  float_val=5:float*p double_val=6:double*p int_val=7:int32*p string_val=8:bytes*
  scomplex_val=9:float*p int64_val=10:int64*p bool_val=11:bool*p
  dcomplex_val=12:double*p uint32_val=16:uint32*p uint64_val=17:uint64*p
List: s=2:bytes* i=3:int64*p f=4:float*p b=5:bool*p type=6:int32*p shape=7:Shape* func=9:Func*
Func: name=1:string attr=2:map<Attr>
Attr: s=2:bytes i=3:int64 f=4:float b=5:bool type=6:int32 shape=7:Shape tensor=8:Tensor list=1:List
  func=10:Func placeholder=9:string
Node: name=1:string op=2:string input=3:string* attr=5:map<Attr>
Arg: name=1:string type=3:int32 number_attr=5:string type_list_attr=6:string
Signature: name=1:string input_arg=2:Arg* output_arg=3:Arg*
Function: signature=1:Signature node_def=3:Node* ret=4:Return* control_ret=6:Return*
Return: key=1:string value=2:string
Library: function=1:Function*
Graph: node=1:Node* library=2:Library
Info: name=1:string dtype=2:int32 tensor_shape=3:Shape
SignatureDef: inputs=1:map<Info> outputs=2:map<Info> method_name=3:string
Saver: restore_op_name=3:string
MetaInfo: tags=4:string*
Names: value=1:string*
Collection: node_list=1:Names
MetaGraph: meta_info_def=1:MetaInfo graph_def=2:Graph saver_def=3:Saver
  collection_def=4:map<Collection> signature_def=5:map<SignatureDef>
SavedModel: schema_version=1:int64 meta_graphs=2:MetaGraph*
BundleHeader: num_shards=1:int32 endianness=2:int32
Extent: start=1:int64 length=2:int64
Slice: extent=1:Extent*
BundleEntry: dtype=1:int32 shape=2:Shape shard_id=3:int32 offset=4:int64 size=5:int64
  crc32c=6:fixed32 slices=7:Slice*
""",
    "aoe_tensorflow",
    "proto3",
)

#: DT_STRING. Its elements are Python bytes.
STRING = 7
#: NumPy's types of TensorFlow's types by number. Quantised integers are plain ones.
_TYPES: Mapping[int, np.dtype] = MappingProxyType(
    {
        number: np.dtype(kind)
        for number, kind in (
            *((1, "f4"), (2, "f8"), (3, "i4"), (4, "u1"), (5, "i2"), (6, "i1"), (STRING, object)),
            *((9, "i8"), (10, "?"), (11, "i1"), (12, "u1"), (13, "i4"), (14, ml_dtypes.bfloat16)),
            *((15, "i2"), (16, "u2"), (17, "u2"), (19, "f2"), (22, "u4"), (23, "u8")),
        )
    }
)
_NAMES: Mapping[int, str] = MappingProxyType(
    {8: "complex64", 18: "complex128", 20: "resource", 21: "variant", STRING: "string"}
)
#: The complex types by their numbers.
COMPLEX_TYPES: Mapping[int, np.dtype] = MappingProxyType(
    {8: np.dtype(np.complex64), 18: np.dtype(np.complex128)}
)
#: Elements of the largest array that is made while a model is read.
MOST_ELEMENTS = 1 << 28


def numpy_type(number: int) -> np.dtype:
    """The NumPy type of a type of TensorFlow. Raises `ValueError` for types without one."""
    if number > 100:  # a reference to a variable of this type
        number -= 100
    if number not in _TYPES:
        raise ValueError(f"its type is {_NAMES.get(number, number)}")
    return _TYPES[number]


def type_number(dtype: np.dtype) -> int:
    """The number of TensorFlow's type for a type of NumPy. Raises `ValueError` if it has none."""
    for number, known in _TYPES.items():
        if known == dtype:
            return number
    raise ValueError(f"TensorFlow has no type {dtype}")


def array_of(tensor: Any) -> np.ndarray:
    """The array of a TensorProto. The last value of a list stands for all that follow.

    Raises:
        ValueError: Its type has no arrays, or the values do not fit the shape.
    """
    return _array(tensor, numpy_type(tensor.dtype), _listed)


def complex_array_of(tensor: Any) -> np.ndarray:
    """As `array_of`, for complex numbers."""
    return _array(tensor, COMPLEX_TYPES[tensor.dtype], _complex_values)


def _array(
    tensor: Any, dtype: np.dtype, listed: Callable[[Any, np.dtype], np.ndarray]
) -> np.ndarray:
    shape = shape_sizes(tensor.tensor_shape)
    if shape is None or any(size < 0 for size in shape):
        raise ValueError("the shape of a constant is open")
    count = prod(shape)
    if tensor.tensor_content:
        return np.frombuffer(tensor.tensor_content, dtype).reshape(shape)
    if count > MOST_ELEMENTS:
        raise ValueError(f"a constant of {count} elements is too large")
    values = listed(tensor, dtype)
    if len(values) > count:
        raise ValueError(
            f"a constant of {counted(count, 'element')} has {counted(len(values), 'value')}"
        )
    array = np.empty(count, dtype)
    array[: len(values)] = values
    if len(values) < count:
        array[len(values) :] = values[-1] if len(values) else (b"" if dtype.hasobject else 0)
    return array.reshape(shape)


def _complex_values(tensor: Any, dtype: np.dtype) -> np.ndarray:
    """Real and imaginary parts in turn."""
    found = list(tensor.scomplex_val) or list(tensor.dcomplex_val)
    if len(found) % 2:
        raise ValueError(f"{len(found)} numbers are no pairs")
    return np.asarray(found, dtype.type(0).real.dtype).view(dtype)


def _listed(tensor: Any, dtype: np.dtype) -> np.ndarray:
    if tensor.half_val:
        return np.asarray(list(tensor.half_val), np.uint16).view(dtype)
    for field in ("float", "double", "int", "int64", "bool", "uint32", "uint64"):
        found = getattr(tensor, f"{field}_val")
        if found:
            return np.asarray(list(found)).astype(dtype)
    values = np.empty(len(tensor.string_val), object)
    values[:] = list(tensor.string_val)
    return values


def shape_sizes(shape: Any) -> tuple[int, ...] | None:
    """The sizes of a TensorShapeProto, -1 for open ones; None for a shape of unknown rank."""
    return None if shape.unknown_rank else tuple(int(item.size) for item in shape.dim)


def parsed(kind: str, data: bytes, label: str) -> Any:
    """A message of the table from its bytes. Raises `ModelError` if they are not one."""
    try:
        return MESSAGES[kind].FromString(data)
    except DecodeError:
        raise ModelError(
            f"{label} is not a {kind} of TensorFlow, or is truncated or damaged: it cannot be "
            "decoded"
        ) from None
