"""Reads a model of TensorFlow: makes its inputs, restores variables, and builds its outputs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx_ir

from aoe.errors import MALFORMED, ModelError, UnsupportedModelError, UsageError, fault_text
from aoe.frontends.frontend import InputShapes, ModelOrigin
from aoe.frontends.graph_builder import GraphBuilder, Operand, UnsupportedNodeError
from aoe.frontends.inputs.input_shapes import apply_input_shapes
from aoe.frontends.tensorflow.advice import told
from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.evaluator import Environment, Evaluator
from aoe.frontends.tensorflow.keras.network import read_keras
from aoe.frontends.tensorflow.mapped import mapped_operations
from aoe.frontends.tensorflow.node import Node, Reference
from aoe.frontends.tensorflow.operations.rows.outputs import NO_TENSORS, output_of
from aoe.frontends.tensorflow.program import Program, read_program, with_outputs
from aoe.frontends.tensorflow.scope import Scope
from aoe.frontends.tensorflow.values import UNREAD, Held, Missing


def read_tensorflow(origin: ModelOrigin, shapes: InputShapes) -> onnx_ir.Model:
    """The model of a file or folder, for inputs of some shapes.

    Raises:
        ModelError: It cannot be read.
        UnsupportedModelError: It has nodes that are not read; all are listed.
        UsageError: Shapes do not fit it, or are missing.
    """
    assert origin.path is not None, "the registry gives paths"
    program = _program(origin.path, origin)
    try:
        return _Reader(program, origin).model(origin.path.stem, shapes)
    except (*MALFORMED, MemoryError) as error:
        raise ModelError(f"{origin.label} is not valid: {fault_text(error)}") from error


def _program(path: Path, origin: ModelOrigin) -> Program:
    if path.suffix.lower() != ".keras":
        return read_program(path, origin.outputs)
    return with_outputs(read_keras(path), origin.outputs, origin.label)


class _Reader:
    """Reads one model."""

    def __init__(self, program: Program, origin: ModelOrigin) -> None:
        self._program = program
        self._label = origin.label
        self._names = origin.operator_names
        self._wanted = frozenset(origin.outputs)

    def model(self, name: str, shapes: InputShapes) -> onnx_ir.Model:
        """The model, called `name`."""
        program = self._program
        declared = self._declared(shapes)
        names = [f"{node}:0" for node in program.graph.nodes]
        builder = GraphBuilder(name, {*names, *program.outputs, *program.inputs})
        mapped = {**mapped_operations(self._names), **program.operations}
        evaluator = Evaluator(builder, program.functions, self._label, mapped)
        evaluator.outputs = tuple(reference.node for reference in program.outputs.values())
        if program.bundle is not None and program.restore:
            self._restore(evaluator)
        if program.initialize:
            self._set_up(evaluator, program.initialize)
        known: Environment = {}
        for given, value in declared.items():
            node = program.inputs.get(given, given)
            assert value.dtype is not None
            assert value.shape is not None
            made = builder.input(given, value.dtype.numpy(), value.shape.numpy())
            known[node] = (made,)
        results: dict[str, Held] = {}
        for output, reference in program.outputs.items():
            evaluator.compute(program.graph, known, [reference.node])
            self._require_result(output, reference, known)
            results[output] = evaluator.value(program.graph, known, reference)
            if reference.node in program.sinks:
                results.update(_other_results(reference.node, known))
        if program.sinks:
            # Freezing leaves weights that nothing uses.
            left = [name for name, value in results.items() if isinstance(value, np.ndarray)]
            for name in left if len(left) < len(results) else ():
                del results[name]
        scopes = (program.graph, *program.functions.values())
        self._names.tell_unused({item.op for scope in scopes for item in scope.nodes.values()})
        if evaluator.problems:
            raise UnsupportedModelError.listing(self._label, told(evaluator.problems))
        if program.sinks:
            results = {name: i for name, i in results.items() if not isinstance(i, NO_TENSORS)}
        if not results:
            raise ModelError(f"{self._label} computes no tensor")
        found = {name: _output(evaluator.context, value) for name, value in results.items()}
        problems = [
            f"the output {name!r} ({item})" for name, item in found.items() if isinstance(item, str)
        ]
        if problems:
            raise UnsupportedModelError.listing(self._label, problems)
        return builder.model(
            [builder.named(item, name) for name, item in found.items() if not isinstance(item, str)]
        )

    def _require_result(self, output: str, reference: Reference, known: Environment) -> None:
        """Raises `UsageError` if `--out_nodes` names a result that its node does not have."""
        held = known[reference.node]
        unread = bool(held) and held[0] is UNREAD
        if output in self._wanted and reference.index >= len(held) and not unread:
            count = f"{len(held)} result{'s' * (len(held) != 1)}"
            raise UsageError(
                f"--out_nodes names {output!r}, but {self._label} computes no such value; the node "
                f"has {count}, and the first one is 0"
            )

    def _declared(self, shapes: InputShapes) -> dict[str, onnx_ir.Value]:
        """The inputs with their shapes. Those that have defaults are inputs if they are named."""
        graph = self._program.graph
        inputs = dict(self._program.inputs)
        for name in shapes:
            node = graph.nodes.get(name)
            if node is not None and node.op == "PlaceholderWithDefault":
                inputs.setdefault(name, name)
        needed = graph.needed_by(reference.node for reference in self._program.outputs.values())
        try:
            values = [
                _declared(name, graph.node(node), name in shapes)
                for name, node in inputs.items()
                if node in needed or name in shapes
            ]
        except UnsupportedNodeError as refusal:
            raise UnsupportedModelError.listing(self._label, [f"input {refusal}"]) from None
        model = onnx_ir.Model(
            onnx_ir.Graph(values, [], nodes=[], opset_imports={"": 21}), ir_version=10
        )
        apply_input_shapes(model, shapes, self._label, ranges=False)
        return {str(value.name): value for value in values}

    def _restore(self, evaluator: Evaluator) -> None:
        """Gives variables their values by running the model's own restore operation."""
        program, bundle = self._program, self._program.bundle
        assert bundle is not None

        def restored(values: Sequence[Held]) -> tuple[Held, ...]:
            names, slices = values[1], values[2]
            assert isinstance(names, np.ndarray)
            assert isinstance(slices, np.ndarray)
            return tuple(
                _part(bundle.read(name), part.decode()) if name in bundle else Missing("not saved")
                for name, part in zip(names.reshape(-1), slices.reshape(-1), strict=True)
            )

        evaluator.restore = restored
        self._set_up(evaluator, program.restore)
        evaluator.restore = None

    def _set_up(self, evaluator: Evaluator, operation: str) -> None:
        """Runs an operation that gives variables or tables their values."""
        graph = self._program.graph
        known: Environment = {}
        path = np.asarray(b"", object)
        for node in graph.nodes.values():
            if node.op == "Placeholder":
                known[node.name] = (path,)
        evaluator.context.restores = True
        evaluator.compute(graph, known, _waited_for(graph, operation))
        evaluator.context.restores = False
        evaluator.problems.clear()


def _output(context: Context, value: Held) -> Operand | str:
    """A value as an output of the model, or why it is none."""
    try:
        return output_of(context, value)
    except UnsupportedNodeError as refusal:
        return str(refusal)


def _other_results(node: str, known: Environment) -> dict[str, Held]:
    """The results of a node but the first, by name. Those that do not depend on inputs, such as the
    statistics of a normalization, are none that an inference is for.
    """
    return {
        f"{node}:{number}": value
        for number, value in enumerate(known[node])
        if number and not isinstance(value, (np.ndarray, *NO_TENSORS))
    }


def _waited_for(graph: Scope, restore: str) -> list[str]:
    """The restore operation, and the nodes that it waits for."""
    found: list[str] = []
    todo = [restore]
    while todo:
        name = todo.pop()
        if name in found or name not in graph.nodes:
            continue
        found.append(name)
        todo += graph.node(name).controls
    return found


def _part(array: np.ndarray, text: str) -> np.ndarray:
    """A part of a partitioned variable: `"100 10 0,50:0,10"` is its shape, then first element and
    count for each axis.
    """
    if not text:
        return array
    *_, ranges = text.split()
    cuts = []
    for item in ranges.split(":"):
        if item == "-":
            cuts.append(slice(None))
        else:
            start, count = map(int, item.split(","))
            cuts.append(slice(start, start + count))
    return np.ascontiguousarray(array[tuple(cuts)])


def _declared(name: str, node: Node, given: bool) -> onnx_ir.Value:
    """An input as its placeholder declares it."""
    shape = node.shape("shape")
    # A shape without dimensions stands for any in files of older versions.
    sizes = None if shape is None or (given and not shape) else shape
    try:
        dtype = node.dtype("dtype")
    except UnsupportedNodeError as refusal:
        raise UnsupportedNodeError(f"{name} ({refusal})") from None
    if dtype.hasobject:
        raise UnsupportedNodeError(f"{name} (its type is string)")
    return onnx_ir.Value(
        name=name,
        type=onnx_ir.TensorType(onnx_ir.DataType.from_numpy(dtype)),
        shape=None if sizes is None else onnx_ir.Shape([None if s < 0 else s for s in sizes]),
    )
