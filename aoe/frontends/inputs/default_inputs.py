"""Default inputs of ONNX: inputs of a graph that are initializers, too. A caller may leave them
out.

They are constants from the frontend on, so that they are folded and packed. The frontend records
which they were in the model's metadata. `aoe.application.model.overrides` makes inputs of those
that a caller gives after all.
"""

from __future__ import annotations

import json
from collections.abc import Collection

import onnx_ir
from onnx_ir.passes import common as passes

from aoe.graph.model_copy import copied_model

#: The metadata key of the default inputs.
_KEY = "aoe.default_inputs"
#: The first version of the format that has default inputs. Before it an initializer had to be an
#: input, and was a constant.
_FIRST_VERSION = 4


def without_default_inputs(model: onnx_ir.Model) -> onnx_ir.Model:
    """The model with its initializers as constants, and none as an input; changed in place. It has
    a record of the default inputs: their names and declared shapes.
    """
    graph = model.graph
    found: dict[str, list[int | str | None] | None] = {}
    for value in graph.inputs if (model.ir_version or 0) >= _FIRST_VERSION else ():
        if value.name in graph.initializers:
            found[str(value.name)] = None if value.shape is None else _sizes(value.shape)
    passes.RemoveInitializersFromInputsPass()(model)
    model.metadata_props.pop(_KEY, None)  # A file has no say in it.
    if found:
        model.metadata_props[_KEY] = json.dumps(found)
    return model


def default_inputs(model: onnx_ir.Model) -> tuple[str, ...]:
    """The names of the default inputs that are constants of the model still. Raises one of
    `MALFORMED` for a record of something else, which only a damaged offline model has.
    """
    return tuple(name for name in _recorded(model) if name in model.graph.initializers)


def metadata_without_default_inputs(model: onnx_ir.Model) -> dict[str, str]:
    """The metadata of the model's own."""
    return {key: text for key, text in model.metadata_props.items() if key != _KEY}


def with_default_inputs(model: onnx_ir.Model, names: Collection[str]) -> onnx_ir.Model:
    """A copy of a model in which some default inputs are inputs behind the others, with the shapes
    that the source declares. The rest are constants for good.
    """
    copied = copied_model(model)
    restore_default_inputs(copied, names)
    copied.metadata_props.pop(_KEY, None)
    return copied


def restore_default_inputs(model: onnx_ir.Model, names: Collection[str]) -> None:
    """Makes inputs of some default inputs, in place, behind the others. Other names are ignored."""
    recorded = _recorded(model)
    for name in default_inputs(model):
        if name in names:
            value, sizes = model.graph.initializers.pop(name), recorded[name]
            value.const_value = None
            value.shape = None if sizes is None else onnx_ir.Shape(sizes)
            model.graph.inputs.append(value)


def _recorded(model: onnx_ir.Model) -> dict[str, list[int | str | None] | None]:
    found = json.loads(model.metadata_props.get(_KEY, "{}"))
    return {name: None if sizes is None else list(sizes) for name, sizes in found.items()}


def _sizes(shape: onnx_ir.Shape) -> list[int | str | None]:
    return [size if isinstance(size, int) else size.value for size in shape]
