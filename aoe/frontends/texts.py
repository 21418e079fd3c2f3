"""Turns the texts of an ONNX model into codes, int64: labels, categories, constants, and inputs and
outputs of texts.

Each text of the model has one code. So operators that move elements, or ask whether they are equal,
compute with codes what they would with texts. A node that reads the characters of a text is
refused. `aoe.runtime.text_boundary` makes codes of the texts that a caller gives, and texts of
codes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import onnx_ir

from aoe.errors import MALFORMED, ModelError, UnsupportedModelError, fault_text, quoted
from aoe.frontends.text_attributes import TEXTUAL, Vocabulary, code_attributes, makes_texts
from aoe.graph.graph_values import values_of
from aoe.graph.texts import forget_texts, record_texts
from aoe.operators.operator_graph import Texts

_STRING, _INT64 = onnx_ir.DataType.STRING, onnx_ir.DataType.INT64
#: Operators that give elements of their inputs in another arrangement. If one is a text, so are all
#: results, but for those of `_NUMBERS`.
_MOVES = frozenset(
    {
        *("ArrayFeatureExtractor", "CastLike", "Compress", "Concat", "DepthToSpace", "Expand"),
        *("Flatten", "Gather", "GatherElements", "GatherND", "Identity", "OneHot", "Pad"),
        *("Reshape", "ReverseSequence", "Scatter", "ScatterElements", "ScatterND", "Slice"),
        *("SpaceToDepth", "Split", "Squeeze", "TensorScatter", "Tile", "Transpose", "Trilu"),
        *("Unsqueeze", "Where"),
    }
)
#: Operators that make numbers of texts without reading their characters.
_NUMBERS = frozenset({"Equal", "OneHotEncoder", "Shape", "Size", "TfIdfVectorizer"})
_CONTROL = frozenset({"If", "Loop", "Scan"})


def with_coded_texts(model: onnx_ir.Model, label: str) -> None:
    """Replaces the texts of a model by codes, in place, and records them (`aoe.graph.texts`).

    Raises:
        ModelError: A constant has another number of texts than its shape says.
        UnsupportedModelError: Nodes read the characters of texts. The message lists all of them.
    """
    forget_texts(model)
    found = _found_texts(model)
    if not found:
        return
    problems = [text for node in _nodes(model) if (text := _problem(node, found)) is not None]
    problems += [
        f"{value.name}: sequences and optional values of texts are not computed"
        for value in found
        if value.type is not None and not isinstance(value.type, onnx_ir.TensorType)
    ]
    if problems:
        raise UnsupportedModelError.listing(label, problems)
    values = tuple(str(item.name) for item in values_of(model.graph) if item in found)
    vocabulary = Vocabulary()
    for value in found:
        if value.const_value is not None:
            try:
                codes = vocabulary.codes_of(value.const_value.numpy())
            except MALFORMED as error:
                raise ModelError(
                    f"{label} is damaged: the texts of {quoted(repr(value.name))}: "
                    f"{fault_text(error)}"
                ) from error
            value.const_value = onnx_ir.Tensor(codes, name=value.name)
        value.type = onnx_ir.TensorType(_INT64)
    for node in list(_nodes(model)):
        code_attributes(node, vocabulary, any(value in found for value in node.inputs))
    record_texts(model, Texts(vocabulary.texts, values))


def _found_texts(model: onnx_ir.Model) -> dict[onnx_ir.Value, None]:
    """The values of a model that are texts, in order."""
    found: dict[onnx_ir.Value, None] = {}
    for graph in _graphs(model):
        declared = [*graph.inputs, *graph.initializers.values()]
        declared += [value for node in graph for value in node.outputs]
        found |= dict.fromkeys(value for value in declared if _declared_text(value))
    before = -1
    while len(found) != before:
        before = len(found)
        for node in _nodes(model):
            found |= dict.fromkeys(_results(node, found, model))
    return found


def _declared_text(value: onnx_ir.Value) -> bool:
    kind = value.type
    while isinstance(kind, onnx_ir.SequenceType | onnx_ir.OptionalType):
        kind = kind.elem_type
    constant = value.const_value is not None and value.const_value.dtype == _STRING
    return constant or (kind is not None and kind.dtype == _STRING)


def _results(
    node: onnx_ir.Node, found: dict[onnx_ir.Value, None], model: onnx_ir.Model
) -> Iterator[onnx_ir.Value]:
    """Values that are texts because of a node: its outputs, and inputs of its bodies."""
    function = model.functions.get(node.op_identifier())
    if function is not None:
        yield from _given(function.inputs, node.inputs, found)
        yield from _given(node.outputs, function.outputs, found)
    elif node.op_type in _CONTROL and node.domain == "":
        yield from _of_bodies(node, found)
    elif node.op_type in TEXTUAL:
        reads = bool(node.inputs) and node.inputs[0] in found
        yield from (node.outputs[:1] if makes_texts(node, reads) else ())
    elif node.op_type == "Unique" and node.inputs[0] in found:
        yield node.outputs[0]
    elif node.op_type in _MOVES and any(value in found for value in node.inputs):
        yield from node.outputs


def _of_bodies(node: onnx_ir.Node, found: dict[onnx_ir.Value, None]) -> Iterator[onnx_ir.Value]:
    """Results of an If, Loop or Scan, and what its bodies are given."""
    for body in _bodies(node):
        if node.op_type == "If":
            yield from _given(node.outputs, body.outputs, found)
            continue
        own = 2 if node.op_type == "Loop" else 0  # the number and the condition of a Loop
        states = len(body.inputs) - own
        if node.op_type == "Scan":
            states -= node.attributes["num_scan_inputs"].as_int()
        given = list(node.inputs)[own:]
        results = list(body.outputs)[1 if own else 0 :]
        yield from _given(body.inputs[own:], given, found)
        yield from _given(body.inputs[own : own + states], results, found)
        yield from _given(node.outputs, results, found)


def _given(
    takers: Sequence[onnx_ir.Value],
    givers: Sequence[onnx_ir.Value | None],
    found: dict[onnx_ir.Value, None],
) -> Iterator[onnx_ir.Value]:
    for taker, giver in zip(takers, givers, strict=False):
        if giver in found:
            yield taker


def _problem(node: onnx_ir.Node, found: dict[onnx_ir.Value, None]) -> str | None:
    """Why a node cannot be computed with codes; None if it can."""
    reads = any(value in found for value in node.inputs)
    makes = any(value in found for value in node.outputs)
    if not reads and not makes:
        return None
    moves = node.op_type in _MOVES | _NUMBERS | _CONTROL or node.domain not in ("", "ai.onnx.ml")
    if node.op_type == "Cast":
        fits = reads and makes
    elif node.op_type == "Unique":
        fits = not node.attributes.get_int("sorted", 1)
    elif node.op_type in TEXTUAL:
        fits = True
    else:
        fits = moves
    if fits:
        return None
    name = node.name or node.outputs[0].name
    return f"{name} ({node.op_type}): it reads or makes the characters of texts"


def _graphs(model: onnx_ir.Model) -> Iterator[onnx_ir.Graph]:
    yield from model.graphs()
    for function in model.functions.values():
        yield function.graph
        yield from function.subgraphs()


def _nodes(model: onnx_ir.Model) -> Iterator[onnx_ir.Node]:
    for graph in _graphs(model):
        yield from graph


def _bodies(node: onnx_ir.Node) -> Iterator[onnx_ir.Graph]:
    for attribute in node.attributes.values():
        if attribute.type == onnx_ir.AttributeType.GRAPH:
            yield attribute.as_graph()
