"""Refuses values that are declared with another element type than nodes give them, as runtimes do.

Shapes that are declared otherwise are put right, as by runtimes, before anything relies on them.
The outputs of nodes with graphs inside are compared with what these graphs give. The types of some
nodes are only known when a rule replaces them, so `rule_application` compares those.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import onnx_ir

from aoe.errors import ElementTypeError, UnsupportedModelError, quoted
from aoe.graph.prepare.checks.loop_conditions import constant_trips
from aoe.graph.prepare.input_types import type_name
from aoe.graph.prepare.new_values import Names, names_of
from aoe.graph.prepare.rewriting import integer, integers
from aoe.graph.prepare.shapes.shape_inference import inferred_outputs, merged_shape, shapes_differ
from aoe.graph.prepare.shapes.size_inputs import (
    give_ranks,
    is_sized_by_values,
    put_declared_shape_aside,
)
from aoe.graph.prepare.small_integers import has_small_integers, is_small, stored_type


@dataclass(frozen=True)
class DeclaredType:
    """What an output of a graph was declared to be.

    Attributes:
        dtype: The element type; None if it is no tensor, or has none.
        maker: The node that gives it, in messages. A constant may take its place.
    """

    dtype: onnx_ir.DataType | None
    maker: str


#: What the outputs of each graph were declared to be.
DeclaredTypes = Mapping[onnx_ir.Graph, Sequence[DeclaredType]]

#: The operator set from which Scan has no dimension of a batch, and no lengths of its sequences.
_SCAN_WITHOUT_BATCH = 9

#: What gives an output of a node, in words, and its element type.
_Given = tuple[str, onnx_ir.DataType | None]

#: The shapes that graphs give an output of a node.
_Shapes = Sequence[onnx_ir.Shape | None]


def declared_types(model: onnx_ir.Model) -> DeclaredTypes:
    """What the outputs of a model and of the graphs inside it are declared to be."""
    return {
        graph: [
            DeclaredType(dtype, _maker(model, graph, value))
            for value, dtype in zip(graph.outputs, _element_types(graph.outputs), strict=True)
        ]
        for graph in model.graphs()
    }


def infer_values(model: onnx_ir.Model) -> None:
    """Gives values of a model the types and shapes that their nodes give them, in place, as far as
    they are inferred. Inputs that decide sizes get the number of dimensions that ONNX has for them.

    Raises:
        ElementTypeError: One is declared with another element type. What outputs of graphs are
            declared to be is left to `check_declared_types`.
    """
    _infer_graph(model, model.graph, names_of(model.graph))


def _infer_graph(model: onnx_ir.Model, graph: onnx_ir.Graph, names: Names) -> None:
    for node in graph:
        give_ranks(graph, node, names)
        for attribute in node.attributes.values():
            if attribute.type == onnx_ir.AttributeType.GRAPH:
                _infer_graph(model, attribute.as_graph(), names)
        older = node.op_type == "Scan" and model.opset_imports[""] < _SCAN_WITHOUT_BATCH
        if not node.domain and node.op_type in _GIVEN and not older:
            _check_results(model, graph, node)
            _forget_wrong_shapes(node)
        found = inferred_outputs(node, model.opset_imports.get(node.domain, 1))
        if is_sized_by_values(node):
            for output in node.outputs:
                put_declared_shape_aside(output)
        for output in node.outputs:
            item = found.get(str(output.name))
            if item is None:
                continue
            dtype = item.kind if isinstance(item.kind, onnx_ir.DataType) else None
            (declared,) = _element_types([output])
            if declared and dtype not in (None, declared) and not output.is_graph_output():
                raise ElementTypeError(
                    f"output {quoted(repr(output.name))} of {_label(model, graph, node)} is "
                    f"declared as {type_name(declared)}, but the node gives {type_name(dtype)}; "
                    "declare that type, or put a Cast behind the node"
                )
            output.type = item.type or output.type
            output.shape = merged_shape(output.shape, item.shape)


def _forget_wrong_shapes(node: onnx_ir.Node) -> None:
    """Forgets shapes of outputs of If, Loop or Scan that the graphs inside do not give, and how
    often a graph is repeated.
    """
    for output, shapes in zip(node.outputs, _SHAPES_GIVEN[node.op_type](node), strict=False):
        declared = output.shape
        if declared is None:
            continue
        if any(shape is not None and shapes_differ(shape, declared) for shape in shapes):
            output.shape = None
        elif len(shapes) == 1 and shapes[0] is not None:  # stacked
            pairs = zip(declared, shapes[0], strict=True)
            output.shape = onnx_ir.Shape(
                given if given == onnx_ir.SymbolicDim(None) else size for size, given in pairs
            )


def check_small_outputs(model: onnx_ir.Model, declared: DeclaredTypes) -> None:
    """Checks outputs of 2 or 4 bits, before they are stored as bytes.

    Args:
        model: The model. What has 2 or 4 bits has its inferred type.
        declared: The types that outputs were declared to have.

    Raises:
        ElementTypeError: One is declared to have another type.
        UnsupportedModelError: One is an output of the model.
    """
    for graph in model.graphs():
        kinds = zip(graph.outputs, declared[graph], _element_types(graph.outputs), strict=True)
        for value, kind, found in kinds:
            node = value.producer()
            if found is None or not is_small(found) or node is None:
                continue
            if not has_small_integers(node):  # its type is only declared
                continue
            if kind.dtype not in (None, found):
                raise _declared_otherwise(model, graph, value, kind, found)
            if graph is model.graph:
                raise _not_computed(value, found)


def check_declared_types(model: onnx_ir.Model, declared: DeclaredTypes) -> None:
    """Checks that outputs have the element types that they were declared to have. Shapes are put
    right, as by runtimes; a caller expects numbers of the type that is declared.

    Args:
        model: The model, with inferred types.
        declared: The types that outputs were declared to have, before inference and before small
            integers were stored as bytes. Graphs that are no longer there are left out.

    Raises:
        ElementTypeError: An output has another type.
        UnsupportedModelError: An output of the model is of integers of 2 or 4 bits.
    """
    for graph in model.graphs():
        if graph not in declared:  # a rule has made it
            continue
        # Those that rules have added, such as conditions, stand behind those that were declared.
        kinds = zip(graph.outputs, declared[graph], _element_types(graph.outputs), strict=False)
        for value, kind, found in kinds:
            dtype = kind.dtype
            if dtype is None or found is None:
                continue
            if graph is model.graph and is_small(dtype) and found in (dtype, stored_type(dtype)):
                raise _not_computed(value, dtype)
            if found not in (dtype, stored_type(dtype)):
                raise _declared_otherwise(model, graph, value, kind, found)


def check_graph_results(model: onnx_ir.Model) -> None:
    """Checks that If, Loop and Scan have the element types that the graphs inside them give, and
    that these agree: both branches, and a state in each iteration.

    Raises:
        ElementTypeError: They differ. The message names the node and the output.
    """
    for graph in reversed(list(model.graphs())):  # what is inside first
        for node in graph:
            if not node.domain and node.op_type in _GIVEN:
                _check_results(model, graph, node)
            if not node.domain and node.op_type == "Scan":
                _check_slices(model, graph, node)


def _check_results(model: onnx_ir.Model, graph: onnx_ir.Graph, node: onnx_ir.Node) -> None:
    results = zip(
        node.outputs, _element_types(node.outputs), _GIVEN[node.op_type](node), strict=False
    )
    for value, declared, given in results:
        known = [(giver, kind) for giver, kind in given if kind is not None]
        if not known:
            continue
        giver, kind = known[0]
        for other, another in known[1:]:
            if another != kind:
                raise ElementTypeError(
                    f"{_label(model, graph, node)}: for output {quoted(repr(value.name))} {giver} "
                    f"{type_name(kind)}, but {other} {type_name(another)}; add a Cast so that "
                    "they agree"
                )
        if declared not in (None, kind):
            raise ElementTypeError(
                f"output {quoted(repr(value.name))} of {_label(model, graph, node)} is declared as "
                f"{type_name(declared)}, but {giver} {type_name(kind)}; declare that type, or put "
                "a Cast behind the node"
            )


def _check_slices(model: onnx_ir.Model, graph: onnx_ir.Graph, node: onnx_ir.Node) -> None:
    """Checks that the body of a Scan reads slices of the types that its inputs have."""
    states = _states_of(node)
    read = node.attributes["body"].as_graph().inputs[states:]
    kinds = zip(_element_types(node.inputs[states:]), _element_types(read), strict=False)
    for place, (given, declared) in enumerate(kinds, states):
        if given is not None and declared is not None and given != declared:
            raise ElementTypeError(
                f"{_label(model, graph, node)}: its input {place} is of {type_name(given)}, but "
                f"its body reads {type_name(declared)}; add a Cast so that they agree"
            )


def _of_branches(node: onnx_ir.Node) -> Iterator[Sequence[_Given]]:
    """What gives each output of an If."""
    names = ("then_branch", "else_branch")
    branches = [_element_types(node.attributes[name].as_graph().outputs) for name in names]
    for kinds in zip(*branches, strict=True):
        yield [(f"{name} gives", kind) for name, kind in zip(names, kinds, strict=True)]


def _of_loop(node: onnx_ir.Node) -> Iterator[Sequence[_Given]]:
    """What gives each output of a Loop, whose body has a condition, too."""
    body = node.attributes["body"].as_graph()
    yield from _of_iterations(node.inputs[2:], body.inputs[2:], body.outputs[1:])


def _of_scan(node: onnx_ir.Node) -> Iterator[Sequence[_Given]]:
    """What gives each output of a Scan."""
    body = node.attributes["body"].as_graph()
    states = _states_of(node)
    yield from _of_iterations(node.inputs[:states], body.inputs[:states], body.outputs)


def _states_of(node: onnx_ir.Node) -> int:
    """How many inputs of a Scan are states."""
    return len(node.inputs) - integer(node, "num_scan_inputs", 1)


def _of_iterations(
    starts: Sequence[onnx_ir.Value | None],
    read: Sequence[onnx_ir.Value],
    results: Sequence[onnx_ir.Value],
) -> Iterator[Sequence[_Given]]:
    """What gives each output of repeated iterations: states first, then what is stacked.

    Args:
        starts: What states begin with.
        read: The inputs of the body that stand for states.
        results: The outputs of the body.
    """
    for place, result in enumerate(_element_types(results)):
        given: list[_Given] = [("its body gives", result)]
        if place < len(starts):
            start, state = _element_types([starts[place], read[place]])
            given += [("it begins with", start), ("its body reads", state)]
        yield given


_GIVEN = {"If": _of_branches, "Loop": _of_loop, "Scan": _of_scan}


def _shapes_of_branches(node: onnx_ir.Node) -> Iterator[_Shapes]:
    """The shapes that branches give each output of an If."""
    names = ("then_branch", "else_branch")
    for pair in zip(*(node.attributes[name].as_graph().outputs for name in names), strict=True):
        yield [value.shape for value in pair]


def _shapes_of_loop(node: onnx_ir.Node) -> Iterator[_Shapes]:
    results = node.attributes["body"].as_graph().outputs[1:]
    yield from _shapes_of_iterations(node.inputs[2:], results, [], constant_trips(node))


def _shapes_of_scan(node: onnx_ir.Node) -> Iterator[_Shapes]:
    starts = node.inputs[: _states_of(node)]
    axes = integers(node, "scan_output_axes") or ()
    yield from _shapes_of_iterations(starts, node.attributes["body"].as_graph().outputs, axes)


def _shapes_of_iterations(
    starts: Sequence[onnx_ir.Value | None],
    results: Sequence[onnx_ir.Value],
    axes: Sequence[int],
    trips: int | None = None,
) -> Iterator[_Shapes]:
    """The shapes of each output of repeated iterations: of states those of their first and last
    values, then one of what is stacked along `axes`, by default the first dimension. `trips`: how
    many iterations there are, if that is known.
    """
    stacked = onnx_ir.SymbolicDim(None) if trips is None else trips
    for start, result in zip(starts, results, strict=False):
        yield [None if start is None else start.shape, result.shape]
    for place, result in enumerate(results[len(starts) :]):
        sizes = None if result.shape is None else list(result.shape)
        if sizes is not None:
            axis = axes[place] if place < len(axes) else 0
            sizes.insert(axis if axis >= 0 else axis + len(sizes) + 1, stacked)
        yield [None if sizes is None else onnx_ir.Shape(sizes)]


_SHAPES_GIVEN = {"If": _shapes_of_branches, "Loop": _shapes_of_loop, "Scan": _shapes_of_scan}


def _element_types(
    values: Sequence[onnx_ir.Value | None],
) -> list[onnx_ir.DataType | None]:
    """The element types of tensors; None for what is none."""
    return [
        value.dtype if value is not None and isinstance(value.type, onnx_ir.TensorType) else None
        for value in values
    ]


def _label(model: onnx_ir.Model, graph: onnx_ir.Graph, node: onnx_ir.Node) -> str:
    """A node in messages. Nodes of inner graphs have names that the model does not."""
    name = node.name if graph is model.graph else node.outputs[0].name
    return f"{quoted(name or '')} ({node.op_type})"


def _maker(model: onnx_ir.Model, graph: onnx_ir.Graph, value: onnx_ir.Value) -> str:
    """The node that gives an output of a graph, in messages."""
    node = value.producer()
    return "it" if node is None else _label(model, graph, node)


def _declared_otherwise(
    model: onnx_ir.Model,
    graph: onnx_ir.Graph,
    value: onnx_ir.Value,
    declared: DeclaredType,
    found: onnx_ir.DataType,
) -> ElementTypeError:
    assert declared.dtype is not None
    owner = "the model" if graph is model.graph else f"graph {quoted(repr(graph.name))}"
    return ElementTypeError(
        f"output {quoted(repr(value.name))} of {owner} is declared as {type_name(declared.dtype)}, "
        f"but {declared.maker} gives {type_name(found)}; declare that type, or put a Cast "
        "behind the node"
    )


def _not_computed(value: onnx_ir.Value, kind: onnx_ir.DataType) -> UnsupportedModelError:
    return UnsupportedModelError(
        f"output {quoted(repr(value.name))} of the model is of {type_name(kind)}, which is not "
        f"computed; put a Cast to {type_name(stored_type(kind))} behind its node"
    )
