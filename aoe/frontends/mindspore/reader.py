"""Reads MindIR: a file, or what MindSpore has in memory, to a model of ONNX IR. MindSpore is not
needed.

Inputs keep their names. Outputs have none in MindIR: they are `output`, or `output0` and so on.
Nodes are called by their scope in the source, such as `Default/conv1-Conv2d/Conv2D-op0`.

The model of a training step reads its parameters as inputs. What they hold afterwards are outputs,
`conv1.weight.new`, which overwrite these inputs (`aoe.graph.prepare.aliases`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx_ir
from google.protobuf.message import DecodeError  # type: ignore[import-untyped]

from aoe.errors import MALFORMED, ModelError, UnsupportedModelError, fault_text, quoted
from aoe.frontends.frontend import InputShapes, ModelOrigin
from aoe.frontends.graph_builder import GraphBuilder, Operand, UnsupportedNodeError
from aoe.frontends.inputs.input_shapes import apply_input_shapes
from aoe.frontends.mindspore.arguments import operand
from aoe.frontends.mindspore.emitter import Emitter
from aoe.frontends.mindspore.evaluation import IDLE, Evaluation
from aoe.frontends.mindspore.items import NOTHING, Item
from aoe.frontends.mindspore.primitives import TABLE
from aoe.frontends.mindspore.program import Program, plain_name, program_of
from aoe.frontends.mindspore.schema import MODEL
from aoe.frontends.mindspore.side_effects import is_in_place
from aoe.frontends.mindspore.values import dtype_of_tensor, external_path, tensor
from aoe.frontends.shared_operators.open_rows import OpenRows
from aoe.frontends.source_file import readable
from aoe.frontends.step_model import StepModel, declare_step

#: A size of an input that the file leaves open, and a shape whose rank it leaves open.
_OPEN_SIZE, _OPEN_RANK = -1, [-2]
#: How the scope of a node begins that MindSpore derives.
_GRADIENTS = "Gradients/"
#: Ending of the output that a parameter becomes in a step of training.
NEW = ".new"


def read_mindir(origin: ModelOrigin, shapes: InputShapes) -> onnx_ir.Model:
    """The model of a `.mindir` file.

    Args:
        origin: Where it is.
        shapes: Shapes of inputs by name, for those that the file leaves open.

    Raises:
        ModelError: The file cannot be read, or is damaged.
        UnsupportedModelError: Some of its primitives are not read.
        UsageError: Shapes are missing, or do not fit.
    """
    path = _path(origin)
    if path.suffix.lower() == ".air":
        raise ModelError(
            f"{path}: AIR holds operators of Ascend, and MindSpore has deprecated it; export the "
            "model with file_format='MINDIR' (or 'ONNX') instead"
        )
    message = _message(path)
    try:
        program = program_of(message, path.parent)
        del message
        step = _step(program, lambda item: tensor(item, path.parent), shapes, origin.label)
        return step.model
    except ModelError as error:
        if isinstance(error, UnsupportedModelError) or str(error).startswith(str(path)):
            raise
        raise ModelError(f"cannot read {path}: {error}") from error
    except (*MALFORMED, MemoryError) as error:
        raise ModelError(f"{path} is truncated or damaged: {fault_text(error)}") from error


def trains(data: bytes) -> bool:
    """Whether a graph is a step of training. `data`: what would be in its file."""
    return _trains(program_of(MODEL.FromString(data), None))


def derives(data: bytes) -> bool:
    """Whether a graph computes gradients. `data`: what would be in its file."""
    nodes = program_of(MODEL.FromString(data), None).main.nodes
    return any(node.label.startswith(_GRADIENTS) for node in nodes)


def with_weights(data: bytes, weights: Callable[[str], np.ndarray]) -> bytes:
    """A file with weights, of one without. `weights`: what a weight holds, by its name."""
    message = MODEL.FromString(data)
    for item in message.graph.parameter:
        item.raw_data = weights(plain_name(item.name)).tobytes()
    return bytes(message.SerializeToString())


def read_step(
    data: bytes, name: str, weights: Callable[[str], np.ndarray | None] | None = None
) -> StepModel:
    """The graph of a cell that MindSpore gives, in the form of a file without weights.

    Args:
        data: What would be in the file.
        name: What messages call the graph.
        weights: Gives what a weight holds, by its name. Those for which it gives None are inputs,
            as all are without it, and those of a training step always.

    Raises:
        UnsupportedModelError: Some of its primitives are not read.
        ModelError: It has open sizes, or something refers to what is not there.
    """

    def weight(item: Any) -> np.ndarray | None:
        return None if weights is None else weights(plain_name(item.name))

    try:
        message = MODEL.FromString(data)
        return _step(program_of(message, None), weight, {}, name, is_step=True)
    except ModelError:
        raise
    except (*MALFORMED, DecodeError) as error:
        raise ModelError(
            f"{name} has another form than graphs have: {fault_text(error)}"
        ) from error


def files_of(origin: ModelOrigin) -> Sequence[Path]:
    """The file of a model, and those that its weights are in."""
    path = _path(origin)
    if path.suffix.lower() == ".air":
        return (path,)
    parameters = _message(path).graph.parameter
    external = {
        external_path(item, path.parent): None
        for item in parameters
        if item.HasField("external_data")
    }
    return (path, *external)


def _path(origin: ModelOrigin) -> Path:
    assert origin.path is not None, "models of MindSpore are files"
    return origin.path


def _message(path: Path) -> Any:
    with readable(path, "give the path of a .mindir file"):
        data = path.read_bytes()
    try:
        message = MODEL.FromString(data)
    except DecodeError:
        raise ModelError(
            f"{path} is not MindIR, or is truncated, damaged or encrypted: it cannot be decoded; "
            "export it with file_format='MINDIR' and without enc_key"
        ) from None
    if not message.HasField("graph") or not message.graph.output:
        raise ModelError(f"{path} has no graph with outputs; export it with file_format='MINDIR'")
    if message.HasField("little_endian") and not message.little_endian:
        raise ModelError(f"{path} was written on a big-endian machine; export it on another")
    return message


def _step(
    program: Program,
    weight: Callable[[Any], np.ndarray | None],
    shapes: InputShapes,
    label: str,
    is_step: bool = False,
) -> StepModel:
    """The step that a program is.

    Args:
        program: The program.
        weight: What a weight holds, by its message; None where it is an input.
        shapes: Shapes of inputs that the program leaves open.
        label: What messages call the program.
        is_step: Whether it is the graph of a cell, and no file. Only there, and in a step of
            training, something may draw random numbers.

    Returns:
        The step.
    """
    declared = _declared_inputs(program)
    apply_input_shapes(declared, shapes, label, ranges=False)
    builder = GraphBuilder(Path(label).stem, [str(value.name) for value in declared.graph.inputs])
    values = iter(declared.graph.inputs)
    arguments = [
        _argument(builder, next(values)) if item.tensor else NOTHING for item in program.inputs
    ]
    trains = _trains(program)
    parameters: dict[str, Operand] = {}
    for name, item in program.parameters.items():
        held = None if trains else weight(item)
        parameters[name] = _parameter(builder, item) if held is None else held
    emitter = Emitter(builder, trains, is_step or trains)
    evaluation = Evaluation(program, emitter, TABLE, parameters)
    found = _flat(evaluation.results(arguments))
    if evaluation.problems:
        raise UnsupportedModelError.listing(label, evaluation.problems, is_step=is_step)
    names = ["output"] if len(found) == 1 else [f"output{n}" for n in range(len(found))]
    outputs = [builder.named(item, name) for item, name in zip(found, names, strict=True)]
    news = {
        name: builder.named(held.value, f"{name}{NEW}") for name, held in evaluation.changed.items()
    }
    model = builder.model([*outputs, *news.values()])
    variables: dict[str, str | None] = {}
    for value in parameters.values():
        if isinstance(value, np.ndarray):
            continue
        name = str(value.name)
        if value.uses() or name in news:
            variables[name] = str(news[name].name) if name in news else None
        else:
            model.graph.inputs.remove(value)
    if trains:
        declare_step(model, variables)
    return StepModel(
        model,
        (
            *(str(value.name) for value in declared.graph.inputs),
            *(draw.name for draw in emitter.draws),
        ),
        tuple(str(value.name) for value in outputs),
        variables,
        operators=sum(
            1 for node in program.main.nodes if node.primitive and node.primitive not in IDLE
        ),
        draws=tuple(emitter.draws),
    )


def _trains(program: Program) -> bool:
    """Whether a program is a step of training: it changes parameters."""
    main = program.main
    return any(
        node.primitive in TABLE.steps
        or (is_in_place(str(node.primitive)) and node.inputs[0] in main.parameters)
        for node in main.nodes
    )


def _parameter(builder: GraphBuilder, message: Any) -> onnx_ir.Value:
    """A parameter as an input."""
    name = plain_name(message.name)
    return builder.input(name, dtype_of_tensor(message), [int(size) for size in message.dims])


def _declared_inputs(program: Program) -> onnx_ir.Model:
    """A model with nothing but the inputs that the file declares, of open sizes too."""
    graph = onnx_ir.Graph([], [], nodes=[], opset_imports={"": 21})
    for item in program.inputs:
        if not item.tensor:
            continue
        dims = [int(size) for size in item.tensor[0].dims]
        if any(size < _OPEN_SIZE for size in dims) and dims != _OPEN_RANK:
            raise ModelError(f"the input {quoted(item.name)!r} has the shape {quoted(dims)}")
        known = [None if size == _OPEN_SIZE else size for size in dims]
        dtype = onnx_ir.DataType.from_numpy(dtype_of_tensor(item.tensor[0]))
        graph.inputs.append(
            onnx_ir.Value(
                name=plain_name(item.name),
                type=onnx_ir.TensorType(dtype),
                shape=None if dims == _OPEN_RANK else onnx_ir.Shape(known),
            )
        )
    return onnx_ir.Model(graph, ir_version=10)


def _argument(builder: GraphBuilder, value: onnx_ir.Value) -> onnx_ir.Value:
    assert value.dtype is not None
    assert value.shape is not None
    return builder.input(str(value.name), value.dtype.numpy(), value.shape.numpy())


def _flat(results: Sequence[Item]) -> list[Operand]:
    """The tensors among results, those in tuples too. Others are no outputs of a model."""
    found: list[Operand] = []
    for item in results:
        if isinstance(item, tuple):
            found.extend(_flat(item))
        elif isinstance(item, OpenRows):
            found.append(item.value)
        elif item is not NOTHING and item is not None:
            try:
                found.append(operand(item, "an output"))
            except UnsupportedNodeError:
                continue
    return found
