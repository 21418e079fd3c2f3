"""The frontend for ONNX (`--framework=5`): reads a file, bytes or a `ModelProto` into an `onnx_ir`
model.

Any opset is read here; `aoe.graph.prepare.prepare` converts it to one. Weights in external data are
mapped and never become part of a protobuf, so models over 2 GB load. Weights inside the file are
copied out of the protobuf message, which is then freed. `onnx_checks.py` checks a graph.
`input_shapes.py` and `input_values.py` apply shapes and values from the user.
"""

from __future__ import annotations

import mmap
import re
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
import onnx_ir
from google.protobuf.message import DecodeError  # type: ignore[import-untyped]

from aoe.errors import ModelError, counted, quoted
from aoe.frontends.custom_operators.custom_operator import with_custom_operators
from aoe.frontends.custom_operators.function_checks import (
    check_functions,
    complete_calls,
    in_versions_of_model,
)
from aoe.frontends.frontend import HEAD_BYTES, Frontend, InputShapes, ModelOrigin
from aoe.frontends.inputs.default_inputs import without_default_inputs
from aoe.frontends.inputs.input_shapes import apply_input_shapes
from aoe.frontends.inputs.input_values import apply_input_values
from aoe.frontends.onnx_checks import (
    check_external_data,
    check_graph,
    check_inner_outputs,
    check_model,
    check_outputs,
    keep_types_of_shared,
)
from aoe.frontends.onnx_schema import check_nodes
from aoe.frontends.source_file import readable
from aoe.frontends.sparse_tensors import with_dense_tensors
from aoe.frontends.texts import with_coded_texts
from aoe.frontends.zip_maps import without_zip_maps
from aoe.graph.model_copy import copied_model

#: How a model starts in protobuf's text form, in JSON, and in the syntax of ONNX.
_TEXT = re.compile(rb"\s*(ir_version\s*:|\{\s*\"irVersion\"|<\s*ir_version\s*:)")


def load_onnx(
    source: str | Path | bytes | onnx.ModelProto,
    input_shapes: Mapping[str, tuple[int, ...]] | None = None,
    input_values: Mapping[str, np.ndarray] | None = None,
) -> onnx_ir.Model:
    """The model with static input shapes. Its initializers are constants, and none is an input.

    Args:
        source: The model. A given `ModelProto` is not changed.
        input_shapes: Shapes by input name, needed where the model leaves dimensions open.
        input_values: Values by input name, which make these inputs constants.

    Raises:
        ModelError: If the source cannot be read or is not a valid model.
        UsageError: If shapes or values do not fit it.
    """
    label = label_of(source)
    model = read_onnx(source)
    with_coded_texts(model, label)
    apply_input_values(model, input_values or {}, label)
    apply_input_shapes(model, input_shapes or {}, label)
    return model


def read_onnx(source: str | Path | bytes | onnx.ModelProto) -> onnx_ir.Model:
    """As `load_onnx`, with the shapes that the model declares, which may be open."""
    label = label_of(source)
    model = _deserialize(_proto(source), label)
    folder = Path(source).parent if isinstance(source, (str, Path)) else None
    check_external_data(model, folder, label)
    return without_default_inputs(model)


def label_of(source: str | Path | bytes | onnx.ModelProto) -> str:
    """The name of a model in messages."""
    return str(source) if isinstance(source, (str, Path)) else "the given model"


def _proto(source: str | Path | bytes | onnx.ModelProto) -> onnx.ModelProto:
    if isinstance(source, onnx.ModelProto):
        return source
    if isinstance(source, bytes):
        if not source:
            raise ModelError("model is empty; give the bytes of an ONNX file")
        return _parse(memoryview(source), f"model ({counted(len(source), 'byte')})")
    path = Path(source)
    with readable(path, "give the path of an ONNX file"), path.open("rb") as file:
        if path.stat().st_size == 0:
            raise ModelError(f"{path} is empty; give the path of an ONNX file")
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            view = memoryview(mapped)
            try:
                return _parse(view, str(path))
            finally:
                view.release()


def _parse(data: memoryview, label: str) -> onnx.ModelProto:
    if len(data) >= 2**31:
        raise ModelError(
            f"{label} is over 2 GB, the limit of one ONNX file; save its weights as external data "
            "(onnx.save with save_as_external_data=True)"
        )
    if unread := _unread_form(bytes(data[:HEAD_BYTES])):
        raise ModelError(f"{label} {unread}")
    proto = onnx.ModelProto()
    try:
        proto.ParseFromString(data)
    except DecodeError:
        raise ModelError(
            f"{label} is not an ONNX model, or is truncated or damaged: it cannot be decoded; "
            "download or export it again"
        ) from None
    return proto


def _deserialize(proto: onnx.ModelProto, label: str) -> onnx_ir.Model:
    check_model(proto, label)
    proto = without_zip_maps(with_dense_tensors(proto, label))
    try:
        model = onnx_ir.serde.deserialize_model(proto)
        _detach_tensors(model)
    except ModelError:
        raise
    except Exception as error:  # the library raises all kinds of errors on damaged messages
        raise ModelError(f"{label} is not a valid ONNX model: {quoted(error)}") from error
    keep_types_of_shared(model.graph, proto.graph, label)
    check_graph(model.graph, label)
    check_inner_outputs(model, label)
    check_functions(model.functions.values(), label)
    in_versions_of_model(model, label)
    complete_calls(model)
    check_nodes(model, label)
    return model


def _detach_tensors(model: onnx_ir.Model) -> None:
    """Copies tensors out of the protobuf message, which can then be freed. External tensors stay on
    disk.
    """
    for graph in model.graphs():
        for value in graph.initializers.values():
            if value.const_value is not None:
                value.const_value = _detached(value.const_value)
    bodies = [*model.graphs(), *model.functions.values()]
    for node in [node for body in bodies for node in body]:
        for name, attribute in node.attributes.items():
            if attribute.type == onnx_ir.AttributeType.TENSOR and not attribute.is_ref():
                node.attributes[name] = onnx_ir.AttrTensor(name, _detached(attribute.as_tensor()))


def _detached(tensor: onnx_ir.TensorProtocol) -> onnx_ir.TensorProtocol:
    if isinstance(tensor, (onnx_ir.ExternalTensor, onnx_ir.StringTensor)):
        return tensor
    if tensor.dtype == onnx_ir.DataType.STRING:
        return onnx_ir.StringTensor(tensor.numpy(), name=tensor.name)
    return onnx_ir.Tensor(tensor.numpy(), dtype=tensor.dtype, name=tensor.name)


def _read(origin: ModelOrigin, shapes: InputShapes) -> onnx_ir.Model:
    source = origin.source
    if isinstance(source, onnx_ir.Model):
        model = copied_model(source)  # What follows changes the model, which belongs to the caller.
        check_outputs(model.graph, origin.label)
        check_graph(model.graph, origin.label)
        check_functions(model.functions.values(), origin.label)
        in_versions_of_model(model, origin.label)
        complete_calls(model)
        check_nodes(model, origin.label)
        model = without_default_inputs(model)
    else:
        assert isinstance(source, str | Path | bytes | onnx.ModelProto), "the registry has asked"
        model = read_onnx(source)
    with_custom_operators(model, origin.operator_names, origin.label)
    if origin.operator_names.names:
        check_nodes(model, origin.label)
    with_coded_texts(model, origin.label)
    return model


def _recognizes(path: Path, head: bytes) -> bool:
    """A file starts with the version of ONNX's IR, field 1, which is above that of a SavedModel."""
    return len(head) > 1 and head[0] == 0x08 and 1 < head[1] < 0x40


def _unread_form(head: bytes) -> str:
    if not _TEXT.match(head):
        return ""
    return (
        "is a model of ONNX in text form, which is not read; write it in binary form with "
        'onnx.save(onnx.load(path), "model.onnx")'
    )


FRONTEND = Frontend(
    number=5,
    name="ONNX",
    suffixes=(".onnx",),
    read=_read,
    recognizes=_recognizes,
    unread_form=_unread_form,
    takes=lambda source: isinstance(source, bytes | onnx.ModelProto | onnx_ir.Model),
    renames_operators=True,
)
