"""Imports a prepared model as an operator graph: one operator or view for each node, nothing fused.

Nodes that no operator type takes are collected, so that one error names all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import prod

import numpy as np
import onnx
import onnx_ir

from aoe.element_types import DTYPES, ITEM_BYTES, numpy_type
from aoe.errors import UnsupportedModelError
from aoe.graph.prepare.aliases import aliases_of, is_training
from aoe.graph.prepare.input_types import undefined_type
from aoe.graph.prepare.opset import TRAINING_DOMAIN
from aoe.graph.prepare.provenance import provenance_of
from aoe.graph.prepare.requirements import requirements_of
from aoe.graph.prepare.rewriting import has_shape
from aoe.graph.prepare.rules.classical.names import (
    CLASSICAL_DOMAIN,
    CLASSICAL_OPERATORS,
    classical_problem,
)
from aoe.graph.prepare.rules.contrib.names import RUNTIME_OPERATORS
from aoe.graph.prepare.rules.control_flow.scan_and_loop import control_flow_problem
from aoe.graph.prepare.rules.data_dependent.sizes import data_dependent_sizes
from aoe.graph.prepare.rules.simplification.inference_mode import training_problem
from aoe.graph.prepare.shapes.deciding_inputs import advice
from aoe.graph.prepare.shapes.node_inference import RUNTIME_DOMAIN
from aoe.graph.prepare.source_node import IrNode, operand_of
from aoe.graph.prepare.view_operators import VIEWS
from aoe.graph.texts import texts_of
from aoe.loops.expression import Constant, Load
from aoe.operators.definition import ImportedOperator
from aoe.operators.operator import Operand
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode, Tensor, Texts, ViewNode
from aoe.operators.registry import definition_of, definitions_by_onnx_type
from aoe.operators.types.elementwise.pointwise import pointwise

#: Elements of the largest value: with 8 bytes each, they fill an address space of 47 bits.
MOST_ELEMENTS = 1 << 44
#: Domains whose operators definitions may name: ONNX, ONNX Runtime's own, and ours.
_DOMAINS = ("", "ai.onnx", RUNTIME_DOMAIN, TRAINING_DOMAIN)

#: Operators of ONNX that are computed in no case: of texts, and of image files.
_NEVER_COMPUTED = frozenset(
    {"ImageDecoder", "RegexFullMatch", "StringConcat", "StringNormalizer", "StringSplit"}
)

#: Operators whose first input chooses between other values. Constant choices are made beforehand.
_CHOICES = frozenset({"If", "Loop", "Where"})

#: Operators that are computed only where the inputs that give the size of the result are constant.
_SIZED_BY_CONSTANTS = frozenset(
    {
        *("Compress", "ConstantOfShape", "OneHot", "Range", "Split", "Tile"),
        *("BlackmanWindow", "HammingWindow", "HannWindow", "AffineGrid", "CenterCropPad"),
    }
)


def import_graph(model: onnx_ir.Model, name: str) -> OperatorGraph:
    """The operator graph of a prepared model, with all values row-major.

    Raises `UnsupportedModelError`, which lists every node, input and output that is not computed.
    """
    return _Importer(model, name).run()


class _Importer:
    def __init__(self, model: onnx_ir.Model, name: str) -> None:
        self.model, self.name = model, name
        self.version = model.opset_imports.get("", 0)
        self.tensors: dict[str, Tensor] = {}
        self.constants: dict[str, np.ndarray] = {}
        self.nodes: list[Node] = []
        self.problems: list[str] = []
        self.waiting: list[str] = []
        self.never_computed: list[str] = []
        self.needed = _needed(model.graph)

    def run(self) -> OperatorGraph:
        graph = self.model.graph
        for value in graph.inputs:
            self.declare(str(value.name), operand_of(value))
        for node in graph:
            self.import_node(node)
        for value in graph.outputs:
            if value.const_value is not None:
                self.add_constant_output(value)
        if self.problems or self.waiting:
            problems = self.problems or self.waiting
            raise UnsupportedModelError.listing(
                self.name, problems, self.never_computed, is_step=is_training(self.model)
            )
        return OperatorGraph(
            self.name,
            tuple(str(value.name) for value in graph.inputs),
            tuple(str(value.name) for value in graph.outputs),
            self.tensors,
            self.constants,
            _read(self.nodes, {str(value.name) for value in graph.outputs}),
            data_dependent_sizes(graph),
            requirements=requirements_of(graph),
            texts=self.texts(),
            aliases=aliases_of(self.model),
            trains=is_training(self.model),
        )

    def texts(self) -> Texts:
        """The texts that inputs and outputs stand for."""
        found = texts_of(self.model)
        seen = [str(value.name) for value in (*self.model.graph.inputs, *self.model.graph.outputs)]
        values = tuple(name for name in seen if name in found.values)
        return replace(found, values=values) if values else Texts()

    def import_node(self, node: onnx_ir.Node) -> None:
        if node.op_type == "Constant" and node.outputs[0].const_value is not None:
            return  # of an output: the others were made initializers
        origin = provenance_of(node)
        label = f"{origin.name or node.outputs[0].name} ({origin.type})"
        unused = all(not value.uses() and not value.is_graph_output() for value in node.outputs[1:])
        known = node.op_type in VIEWS or node.op_type in definitions_by_onnx_type()
        left = training_problem(node) or control_flow_problem(node) or classical_problem(node)
        if not _inputs_known(node) and not _never_computed(node):
            # A node before it is at fault, and is in the list.
            self.waiting.append(f"{label}: the shapes of its inputs are not known")
        elif left is not None:
            self.problems.append(f"{label}: {left}{self.advice(node)}")
        elif node.domain == "" and node.op_type in _SIZED_BY_CONSTANTS:
            problem = "the shape of its result must not depend on the data"
            self.problems.append(f"{label}: {problem}{self.advice(node)}")
        elif node.domain not in _DOMAINS or not known:
            domain = "" if node.domain in _DOMAINS else f" of domain {node.domain}"
            hint = " (see custom operators in the documentation)" if domain else ""
            if node.op_type != origin.type:
                label += f", whose body uses {node.op_type}"
            self.problems.append(f"{label}{domain}{hint}{self.advice(node)}")
            if _never_computed(node) and node in self.needed:
                self.never_computed.append(f"{label}{domain}")
        elif not unused:
            self.problems.append(f"{label}: only its first output is computed")
        elif not has_shape(node.outputs[0]):
            problem = _unknown_shape(node, self.version)
            self.problems.append(f"{label}: {problem}{self.advice(node)}")
        else:
            try:
                self.add(node)
            except UnsupportedModelError as error:
                self.problems.append(f"{label}: {error}")

    def advice(self, node: onnx_ir.Node) -> str:
        """How to give the values ahead that decide what a node does; empty if there is no way."""
        return advice(node, self.model.graph.inputs)

    def add(self, node: onnx_ir.Node) -> None:
        source = IrNode(node, self.version)
        view = VIEWS.get(node.op_type)
        output = str(node.outputs[0].name)
        if view is None:
            found = definitions_by_onnx_type()[node.op_type].import_node(source)
            self.add_operator(node, found, output, source.output)
            return
        kind, arguments = view(source)
        value = node.inputs[0]
        assert value is not None
        if source.output.dtype not in DTYPES:
            raise UnsupportedModelError(f"element type {source.output.dtype} is not computed")
        name = self.read(value, operand_of(value))
        self.add_view(kind, arguments, name, output, source.output)

    def add_operator(
        self, node: onnx_ir.Node, found: ImportedOperator, output: str, declared: Operand
    ) -> None:
        """Adds an operator, with reshapes where its shapes differ from those of the node by
        dimensions of size 1.
        """
        found = _computable(found)
        operator = found.operator
        values = [node.inputs[position] for position in found.inputs]
        inputs = [
            self.read(value, operand)
            for value, operand in zip(values, operator.inputs, strict=True)
            if value is not None
        ]
        sources = ((str(node.name), node.op_type),)
        result = output
        if operator.output.shape != declared.shape:
            result = f"{output}:{'x'.join(map(str, operator.output.shape))}"
        self.declare(result, operator.output)
        self.nodes.append(OperatorNode(str(node.name), operator, tuple(inputs), result, sources))
        if result != output:
            self.add_view("reshape", declared.shape, result, output, declared)

    def add_constant_output(self, value: onnx_ir.Value) -> None:
        """Copies a constant that is an output, because operators write the outputs."""
        if value.shape is None and value.const_value is not None:
            value.shape = onnx_ir.Shape(value.const_value.shape.numpy())
        name, operand = str(value.name), operand_of(value)
        source = self.read(value, operand)
        self.declare(name, operand)
        operator = pointwise(Load(0), (operand,), replace(operand, constant=False))
        self.nodes.append(OperatorNode(name, operator, (source,), name))

    def read(self, value: onnx_ir.Value, operand: Operand) -> str:
        """The name of a value in the shape that an operator reads. Adds a constant or a reshape
        where there is none yet.
        """
        name, given = str(value.name), operand_of(value)
        assert prod(given.shape) == prod(operand.shape), "an operator reads all of a value"
        if given.shape != operand.shape:
            name += ":" + "x".join(map(str, operand.shape))
        if given.constant and value.is_graph_output():
            name += ":constant"  # the name itself is that of the output
        if given.constant and name not in self.constants:
            assert value.const_value is not None
            array = np.asarray(value.const_value.numpy(), order="C")
            if operand.dtype in DTYPES and array.dtype != numpy_type(operand.dtype):
                problem = f"it holds {array.dtype}, but is declared as {operand.dtype}"
                raise UnsupportedModelError(f"constant {value.name}: {problem}; correct its type")
            self.constants[name] = array.reshape(operand.shape)
            self.declare(name, operand)
        elif name not in self.tensors:
            self.add_view("reshape", operand.shape, str(value.name), name, operand)
        return name

    def add_view(
        self, kind: str, arguments: tuple[int, ...], source: str, output: str, operand: Operand
    ) -> None:
        self.nodes.append(ViewNode(kind, arguments, source, output))
        self.declare(output, operand)

    def declare(self, name: str, operand: Operand) -> None:
        if operand.dtype not in DTYPES:
            self.problems.append(f"{name}: element type {operand.dtype} is not computed")
        shape = operand.shape
        if prod(shape) > MOST_ELEMENTS:
            terabytes = prod(map(float, shape)) * ITEM_BYTES.get(operand.dtype, 1) / 1e12
            self.problems.append(
                f"{name}: no machine has room for the {terabytes:.3g} TB of its shape "
                f"{list(shape)}; give smaller shapes"
            )
        self.tensors[name] = Tensor(operand.dtype, shape, tuple(range(len(shape))))


def _inputs_known(node: onnx_ir.Node) -> bool:
    return has_shape(*(value for value in node.inputs if value is not None))


def _never_computed(node: onnx_ir.Node) -> bool:
    """Whether no rule and no operator type takes a node, whatever its inputs are."""
    if node.domain == CLASSICAL_DOMAIN:
        return node.op_type not in CLASSICAL_OPERATORS
    if node.domain not in _DOMAINS:
        return True
    if node.domain == RUNTIME_DOMAIN:
        return node.op_type not in RUNTIME_OPERATORS
    known = node.op_type in VIEWS or node.op_type in definitions_by_onnx_type()
    return node.op_type in _NEVER_COMPUTED or not (known or onnx.defs.has(node.op_type))


def _needed(graph: onnx_ir.Graph) -> Collection[onnx_ir.Node]:
    """The nodes that outputs depend on whatever the values of inputs are. Where a value chooses
    between others, these are not among them.
    """
    found: set[onnx_ir.Node] = set()
    waiting: list[onnx_ir.Value | None] = list(graph.outputs)
    while waiting:
        value = waiting.pop()
        node = None if value is None else value.producer()
        if node is not None and node not in found:
            found.add(node)
            waiting += node.inputs[:1] if node.op_type in _CHOICES else node.inputs
    return found


def _computable(found: ImportedOperator) -> ImportedOperator:
    """The operator; one without inputs where the result has no elements.

    Raises `UnsupportedModelError` where the result has elements and an input has none.
    """
    operator = found.operator
    if prod(operator.output.shape) == 0:
        nothing = Constant(0, operator.output.dtype)
        return ImportedOperator(pointwise(nothing, (), operator.output), ())
    empty = [prod(operand.shape) == 0 for operand in operator.inputs[: operator.anchor_inputs]]
    definition = definition_of(operator)
    if any(empty) and not (definition.joins_inputs or definition.repeats):
        raise UnsupportedModelError("it reads a value that has no elements")
    return found


def _read(nodes: Sequence[Node], outputs: Collection[str]) -> tuple[Node, ...]:
    """The nodes that outputs depend on. Results without elements depend on none."""
    needed, kept = set(outputs), []
    for node in reversed(nodes):
        if node.output in needed:
            needed.update(node.inputs)
            kept.append(node)
    return tuple(reversed(kept))


def _unknown_shape(node: onnx_ir.Node, version: int) -> str:
    """Why the shape of a result is not known although the shapes of the inputs are."""
    wrong = None if node.domain else undefined_type(node, version)
    if wrong is not None:
        return wrong
    inputs = [operand_of(value) for value in node.inputs if value is not None]
    if all(operand.constant for operand in inputs[1:]):
        return "the shape of its result is not known"
    shapes = " and ".join(str(list(operand.shape)) for operand in inputs)
    return (
        f"the shape of its result depends on the data, or its inputs of shape {shapes} do not fit"
    )
