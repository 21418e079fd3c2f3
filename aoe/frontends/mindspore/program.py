"""A MindIR file, decoded: its graphs, nodes and constants, in both forms of the file.

Before MindSpore 2 a node has its primitive's name and attributes. Since then it refers to an entry
of the file's list of primitives, `REF::Conv2D:4`, and many attributes became operands. A node whose
reference is a graph or another node is a call.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aoe.errors import ModelError, counted, quoted
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.values import attribute_value

_REFERENCE = "REF::"


@dataclass(frozen=True, slots=True)
class MindNode:
    """A node of a graph.

    Attributes:
        label: What messages and nodes of ONNX call it: its scope in the source.
        output: The name of its value.
        inputs: The names of its operands.
        primitive: Its primitive; None for a call and a constant.
        callee: The name of the graph or value that it calls; None if it is no call.
        attributes: Attributes by name.
        constant: Whether it is a constant, `attributes["value"]`.
    """

    label: str
    output: str
    inputs: tuple[str, ...]
    primitive: str | None
    callee: str | None
    attributes: Mapping[str, Item]
    constant: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Function:
    """A graph.

    Attributes:
        name: Its name.
        inputs: The names of its arguments.
        outputs: The names of its results.
        nodes: Its nodes in the order of the file, which is that of their computation.
        parameters: The messages of its weights by name.
    """

    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    nodes: tuple[MindNode, ...]
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Closure:
    """A graph that can be called, with its first arguments.

    Attributes:
        function: The graph.
        bound: The arguments that are known already.
    """

    function: Function
    bound: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Program:
    """A file.

    Attributes:
        main: The graph of the model.
        inputs: The messages of the model's inputs.
        functions: The graphs that others call, by name.
    """

    main: Function
    inputs: tuple[Any, ...]
    functions: Mapping[str, Function]

    @property
    def parameters(self) -> dict[str, Any]:
        """The messages of all weights by name."""
        found: dict[str, Any] = {}
        for function in (self.main, *self.functions.values()):
            found.update(function.parameters)
        return found

    @property
    def constants(self) -> dict[str, Item]:
        """The constants of all graphs by name, but for names that something else has, too."""
        functions = self.main, *self.functions.values()
        nodes = [node for function in functions for node in function.nodes]
        names = Counter(node.output for node in nodes)
        names.update(name for function in functions for name in function.inputs)
        return {
            node.output: node.attributes["value"]
            for node in nodes
            if node.constant and names[node.output] == 1
        }

    def owner(self, value: str) -> str | None:
        """The name of the called graph that has a value of some name; None if none has it."""
        for function in self.functions.values():
            if value in function.inputs or any(node.output == value for node in function.nodes):
                return function.name
        return None


def program_of(model: Any, folder: Path | None) -> Program:
    """The program of a decoded message. `folder`: where files with weights are.

    Raises:
        ModelError: Something refers to what is not there, or has no usable value.
    """
    primitives = {
        item.name: (item.op_type, _attributes(item.attribute, folder)) for item in model.primitives
    }
    main = _function(model.graph, primitives, folder)
    functions = {item.name: _function(item, primitives, folder) for item in model.functions}
    return Program(main, tuple(model.graph.input), functions)


_Primitives = Mapping[str, tuple[str, Mapping[str, Item]]]


def _function(graph: Any, primitives: _Primitives, folder: Path | None) -> Function:
    if graph.map_parameter:
        raise ModelError(
            f"the parameter {quoted(graph.map_parameter[0].name)!r} is a hash table, which is not "
            "read; export the model with tensors"
        )
    return Function(
        graph.name,
        tuple(item.name for item in graph.input),
        tuple(item.name for item in graph.output),
        tuple(_nodes(graph, primitives, folder)),
        {item.name: item for item in graph.parameter},
    )


def _nodes(graph: Any, primitives: _Primitives, folder: Path | None) -> Iterator[MindNode]:
    for node in graph.node:
        if len(node.output) != 1:
            raise ModelError(
                f"the node {quoted(node.name)!r} has {counted(len(node.output), 'output')}, not "
                "one; the file "
                "is damaged"
            )
        label = node.domain if "/" in node.domain else _short(node.name or node.output[0])
        inputs, output = tuple(node.input), node.output[0]
        if node.op_type == "Constant":
            held = [item for item in node.attribute if item.name == "value"] or node.attribute[:1]
            value = attribute_value(held[0], folder)
            yield MindNode(label, output, inputs, None, None, {"value": value}, True)
        elif not node.op_type.startswith(_REFERENCE):  # before MindSpore 2
            own = _attributes(node.attribute, folder)
            yield MindNode(label, output, inputs, node.op_type, None, own)
        elif (target := node.op_type[len(_REFERENCE) :]) in primitives:
            primitive, shared = primitives[target]
            yield MindNode(label, output, inputs, primitive, None, shared)
        else:
            yield MindNode(label, output, inputs, None, target, {})


def _attributes(messages: Any, folder: Path | None) -> dict[str, Item]:
    """Attributes by name. Those that only describe results are left out."""
    return {
        item.name: attribute_value(item, folder)
        for item in messages
        if item.name not in ("shape", "output_names", "input_names") or item.values or item.ints
    }


def plain_name(name: str) -> str:
    """The name of an argument or a parameter, without the graph that MindSpore puts before it."""
    return name.rpartition(":")[2] or name


def _short(name: str) -> str:
    """A name without its graph."""
    return name.rpartition(":")[2] if ":" in name and not name[-1].isdigit() else name
