"""Outputs of a model that overwrite inputs, in its metadata: the caller gives one memory for both,
as an optimizer does with parameters (XLA's `input_output_alias`).

`aoe.torch` declares them. `aoe.graph.import_graph` reads them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

import onnx_ir

from aoe.errors import ModelError, quoted
from aoe.graph.prepare.source_node import operand_of

#: Keys of a model's metadata: outputs that overwrite inputs, and whether it is a graph of training.
KEY, TRAINING = "aoe.aliases", "aoe.training"


def declare_training(model: onnx_ir.Model, aliases: Mapping[str, str]) -> None:
    """Marks a graph of training, and notes the input that each of some outputs overwrites, by
    name.
    """
    model.metadata_props[TRAINING] = "true"
    if aliases:
        model.metadata_props[KEY] = json.dumps(dict(aliases))


def is_training(model: onnx_ir.Model) -> bool:
    """Whether a model is marked as a graph of training."""
    return TRAINING in model.metadata_props


def aliases_of(model: onnx_ir.Model) -> dict[str, str]:
    """The input that each of some outputs overwrites, by name.

    Raises:
        ModelError: The metadata name no such output and input, or they differ in type or shape.
    """
    text = model.metadata_props.get(KEY)
    if text is None:
        return {}
    try:
        aliases = {str(output): str(source) for output, source in json.loads(text).items()}
    except (ValueError, AttributeError) as error:
        raise ModelError(f"the metadata {KEY} are {quoted(text)}, which is no object") from error
    outputs = {str(value.name): value for value in model.graph.outputs}
    inputs = {str(value.name): value for value in model.graph.inputs}
    for output, source in aliases.items():
        if output not in outputs or source not in inputs:
            missing = output if output not in outputs else source
            raise ModelError(f"the metadata {KEY} name {quoted(missing)}, which is not there")
        one, other = operand_of(outputs[output]), operand_of(inputs[source])
        if (one.dtype, one.shape) != (other.dtype, other.shape):
            raise ModelError(
                f"the output {quoted(output)} cannot overwrite the input {quoted(source)}: their "
                "types or shapes differ"
            )
    if len(set(aliases.values())) < len(aliases):
        raise ModelError(f"the metadata {KEY} let two outputs overwrite one input")
    return aliases
