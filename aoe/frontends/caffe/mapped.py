"""Types of layers that `--op_name_map` maps: to other types of layers, to custom operators, or to
operators of ONNX.

An operator gets the bottoms of the layer and then its blobs. Its attributes are the fields of the
layer's parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from aoe.frontends.caffe.layer import UNKNOWN, Function, Layer, reason_against
from aoe.frontends.caffe.parameters import Parameter
from aoe.frontends.custom_operators.custom_operator import operators, resolved
from aoe.frontends.custom_operators.function_calls import called, onnx_attributes
from aoe.frontends.graph_builder import Operand
from aoe.frontends.operator_names import OperatorNames

#: Ascend's names for what a type of layer is in a certain fork of Caffe.
_SAME: Mapping[tuple[str, str], str] = MappingProxyType(
    {("DetectionOutput", "SSDDetectionOutput"): "DetectionOutput"}
)


def mapped_type(kind: str, names: OperatorNames) -> str:
    """The type of layer that a type is mapped to; itself if to none."""
    target = names.of(kind)
    if target is None:
        return kind
    target = _SAME.get((kind, target), target)
    return kind if _operator(target) else target


def mapped_function(
    kind: str, names: OperatorNames, parameters: Mapping[str, Parameter]
) -> Function | None:
    """The function of a type of layer that is mapped to an operator; None if it is not.

    Args:
        kind: The type.
        names: What types are mapped to.
        parameters: The parameters of the layer.

    Raises:
        UsageError: It is mapped to nothing that there is.
    """
    target = names.of(kind)
    if target is None or not _operator(target):
        return None
    domain, name = resolved(target, names.label)

    def read(layer: Layer) -> list[Operand]:
        operands = [*layer.inputs, *layer.blobs()]
        if domain:
            custom = operators()[domain, name]
            return called(custom, layer.builder, operands, parameters)[: layer.tops]
        what = f"layer {layer.message.name!r} ({kind})"
        attributes = onnx_attributes(name, parameters, what)
        return list(layer.builder.nodes(name, layer.tops, *operands, **attributes))

    return read


def _operator(target: str) -> bool:
    """Whether a name is that of an operator, not of a type of layer. Registered ones come first."""
    if "." in target or any(name == target for _, name in operators()):
        return True
    return reason_against(target) == UNKNOWN
