"""The messages of MindIR, from `mind_ir.proto` of MindSpore (mindspore/core/proto, Apache-2.0).

The name of their package differs between versions of MindSpore, their form does not. Fields that
nothing here reads are left out.
"""

from __future__ import annotations

from enum import IntEnum

from aoe.frontends.protobuf_schema import message_classes

_MESSAGES = message_classes(
    """
External: location=1:string offset=2:int64 length=3:int64
Tensor: dims=1:int64* data_type=2:int32 float_data=3:float* int32_data=4:int32*
    int64_data=6:int64* name=7:string raw_data=9:bytes double_data=10:double* uint64_data=11:uint64*
    external_data=12:External compression_type=16:int32
Attribute: name=1:string f=2:float i=3:int64 d=4:double s=5:bytes t=6:Tensor floats=8:float*
    doubles=9:double* ints=10:int64* strings=11:bytes* tensors=12:Tensor* ref_attr_name=15:string
    type=16:int32 values=17:Attribute*
Info: name=1:string tensor=2:Tensor*
Node: input=1:string* output=2:string* name=3:string op_type=4:string attribute=5:Attribute*
    domain=7:string
Graph: node=1:Node* name=2:string parameter=3:Tensor* input=5:Info* output=6:Info*
    map_parameter=10:Info*
Primitive: name=1:string op_type=2:string attribute=3:Attribute*
UserInfo: key=1:string value=2:string
Model: ir_version=1:string producer_name=2:string producer_version=3:string graph=7:Graph
    functions=8:Graph* little_endian=10:bool primitives=12:Primitive* mind_ir_version=13:int64
    user_info=14:UserInfo*
""",
    "aoe.mindir",
)
MODEL = _MESSAGES["Model"]


class AttributeType(IntEnum):
    """What an attribute holds."""

    FLOAT = 1
    UINT8 = 2
    UINT64 = 13
    STRING = 8
    BOOL = 9
    FLOAT16 = 10
    DOUBLE = 11
    BFLOAT16 = 16
    TENSOR = 17
    TENSORS = 19
    TUPLE = 20
    LIST = 21
    DICTIONARY = 22
    UMONAD = 23
    IOMONAD = 24
    NONE = 25
    FUNCTION = 27
    TYPE_NULL = 36
