"""Builds a graph of ONNX operators in Python, with onnxscript's `GraphBuilder`.

The builder infers element types and shapes as operators are added. It keeps what it cannot infer
for later; `Graph` refuses it at once, at the line that adds the operator.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import onnx
import onnx_ir
import onnxscript

from aoe.arguments import checked_call
from aoe.element_types import numpy_type
from aoe.errors import MALFORMED, ModelError, UsageError, quoted
from aoe.graph.model_copy import copied_model

#: The operator set that all others are converted to (`aoe.graph.prepare.opset`).
OPSET = 21
#: The version of ONNX's format with that set.
IR_VERSION = 10
#: Domains whose operators have a schema.
_WITH_SCHEMAS = ("", "ai.onnx", "ai.onnx.ml")
#: Where onnxscript leaves the reason why it could not infer a type.
_REASON = "pkg.onnxscript.shape_inference_error"


class Graph:
    """A graph that is being built.

    Attributes:
        name: What messages and result files call it.
        builder: onnxscript's builder, for subgraphs of `If` and `Loop`, functions and modules of
            `onnxscript.nn`. What it adds is checked by `model`.
        op: Adds operators: `graph.op.Conv(x, w, pads=[1, 1, 1, 1])`. See `Operators`.
    """

    @checked_call("aoe.ir.Graph")
    def __init__(self, name: str = "graph", opset: int = OPSET) -> None:
        """A graph without operators.

        Args:
            name: What messages and result files call it.
            opset: Number of ONNX's operator set.
        """
        if not 1 <= opset <= onnx.defs.onnx_opset_version():
            raise UsageError(
                f"aoe.ir.Graph(): opset={opset} is not an operator set of ONNX; give a number from "
                f"1 to {onnx.defs.onnx_opset_version()}"
            )
        graph = onnx_ir.Graph([], [], nodes=[], opset_imports={"": opset}, name=name)
        self.name = name
        self.builder = onnxscript.GraphBuilder(graph)
        self.op = Operators(self)

    @checked_call("Graph.input")
    def input(
        self,
        name: str,
        element_type: str | np.dtype | type | onnx_ir.DataType,
        shape: Sequence[int | str | None],
    ) -> onnx_ir.Value:
        """Adds an input.

        Args:
            name: Its name.
            element_type: Such as "float32", `np.int64`, or `onnx_ir.DataType.FLOAT`.
            shape: Its sizes. A name or None leaves one open.

        Raises:
            UsageError: The name is taken, the type is none, or a size is negative.
        """
        self._require_new(name)
        wrong = [size for size in shape if isinstance(size, int) and size < 0]
        if wrong:
            raise UsageError(
                f"graph {self.name!r}: input {name!r} has the size {wrong[0]}; give a name such as "
                '"batch" for an open size'
            )
        return self.builder.input(name, _data_type(element_type), list(shape))

    @checked_call("Graph.constant")
    def constant(
        self,
        value: np.ndarray | np.generic | onnx_ir.TensorProtocol,
        name: str | None = None,
    ) -> onnx_ir.Value:
        """Adds a constant, such as weights.

        Args:
            value: The array; it is not copied.
            name: Its name; by default one that is free.

        Raises:
            UsageError: The name is taken, or ONNX has no such element type.
        """
        known = self.builder.graph.initializers
        if name is None:
            number = next(n for n in range(len(known) + 1) if f"constant_{n}" not in known)
            name = f"constant_{number}"
        self._require_new(name)
        try:
            if isinstance(value, np.ndarray) and value.dtype == object:
                value = np.array([_text(item) for item in value.flat], object).reshape(value.shape)
            tensor = value if isinstance(value, onnx_ir.TensorProtocol) else onnx_ir.tensor(value)
        except MALFORMED as error:
            raise UsageError(
                f"graph {self.name!r}: constant {name!r} cannot be a tensor: {quoted(error)}"
            ) from None
        return self.builder.initializer(tensor, name)

    @checked_call("Graph.output")
    def output(self, value: onnx_ir.Value, name: str | None = None) -> onnx_ir.Value:
        """Makes a value an output.

        Args:
            value: A value of this graph.
            name: The name of the output; by default that of the value.

        Returns:
            The output. It is another value than the given one if that is an input, a constant or
            an output already.
        """
        graph = self.builder.graph
        if value.graph is not graph:
            raise UsageError(
                f"graph {self.name!r}: the value {value.name!r} is not of this graph; give what "
                "its operators return"
            )
        if value.producer() is None or value in graph.outputs:
            value = self.op.Identity(value)
        if name is not None and name != value.name:
            self._require_new(name)
        self.builder.add_output(value, name)
        return value

    def model(self) -> onnx_ir.Model:
        """The model with this graph, a copy. `aoe.compile` and `aoe.tune` take it.

        Raises:
            ModelError: The graph has no output, or an operator that does not fit its inputs.
        """
        graph = self.builder.graph
        if not graph.outputs:
            raise ModelError(f"graph {self.name!r} has no output; name one with output()")
        functions = list(self.builder.functions.values())
        model = copied_model(onnx_ir.Model(graph, ir_version=IR_VERSION, functions=functions))
        for part in model.graphs():
            for node in part:
                self._require_inferred(node)
                node.metadata_props.clear()
            _drop_unused(part)
        return model

    def _require_new(self, name: str) -> None:
        if name in {value.name for value in _values(self.builder.graph)}:
            raise UsageError(
                f"graph {self.name!r} has a value {name!r} already; choose another name"
            )

    def _require_inferred(self, node: onnx_ir.Node) -> None:
        """Refuses a node whose outputs have no element type although its inputs have, and a node
        with such a node in one of its subgraphs.
        """
        for attribute in node.attributes.values():
            if attribute.type == onnx_ir.AttributeType.GRAPH and not attribute.is_ref():
                for inner in attribute.as_graph():
                    self._require_inferred(inner)
        inputs = [value for value in node.inputs if value is not None]
        if node.domain not in _WITH_SCHEMAS or any(value.type is None for value in inputs):
            return
        reason = node.metadata_props.get(_REASON)
        if reason is None and all(value.type is not None for value in node.outputs):
            return
        kind = node.op_type
        listed = ", ".join(_described(value) for value in inputs) or "no inputs"
        if not onnx.defs.has(kind, self._version(node), _domain(node)):
            reason = f"there is no such operator{self._nearest(node)}"
        raise ModelError(
            f"graph {self.name!r}: {kind} of {listed}: "
            f"{quoted(reason or 'its element type cannot be inferred')}"
        )

    def _nearest(self, node: onnx_ir.Node) -> str:
        version, domain = self._version(node), _domain(node)
        schemas = [item.name for item in onnx.defs.get_all_schemas() if item.domain == domain]
        names = {name.lower(): name for name in schemas}
        near = difflib.get_close_matches(node.op_type.lower(), names, n=1)
        hint = f"; did you mean {names[near[0]]}?" if near else "; see the operators of ONNX"
        return f" in set {version} of {domain or 'ONNX'}{hint}"

    def _version(self, node: onnx_ir.Node) -> int:
        known = self.builder.graph.opset_imports
        return node.version or known.get(node.domain) or 1


class Operators:
    """Adds operators to a graph: `op.Gemm(x, w, b, transB=1)`.

    Inputs come in ONNX's order, or by name; None leaves one out. An input may be a value, an array,
    or a Python number, text or list of them, which takes the element type of the other inputs.
    Attributes are keyword arguments. `_outputs` is the number of outputs, `_name` the name of the
    node, `_domain` and `_version` those of operators that ONNX does not have.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def __getattr__(self, operator: str) -> Callable[..., Any]:
        if operator.startswith("_"):
            raise AttributeError(f"there is no operator {operator}")

        def add(*inputs: object, **keywords: object) -> Any:
            return self._add(operator, inputs, keywords)

        return add

    def _add(self, operator: str, inputs: Sequence[object], keywords: dict[str, object]) -> Any:
        """Adds an operator; returns its output, or its outputs."""
        owner, graph = self._graph, self._graph.builder.graph
        before = graph.num_nodes()
        given, attributes = self._in_order(operator, inputs, keywords)
        given = [owner.constant(_array(item)) if _is_array(item) else item for item in given]
        try:
            with np.errstate(over="ignore"):  # what overflows is refused below
                found = getattr(owner.builder.op, operator)(*given, **attributes)
        except (*MALFORMED, onnx.defs.SchemaError) as error:
            self._remove_since(before)
            raise ModelError(f"graph {owner.name!r}: {operator}: {quoted(error)}") from None
        node = graph[-1]
        try:
            owner._require_inferred(node)
            _require_kept(owner.name, node, given)
        except ModelError:
            self._remove_since(before)
            raise
        if node.domain not in graph.opset_imports:
            graph.opset_imports[node.domain] = node.version or 1
        return found

    def _in_order(
        self, operator: str, inputs: Sequence[object], keywords: Mapping[str, object]
    ) -> tuple[list[object], dict[str, object]]:
        """Inputs in their order, with those given by name, and the other keywords. The builder
        would move an input up to the place of one that is left out before it.
        """
        domain = str(keywords.get("_domain", ""))
        known = self._graph.builder.graph.opset_imports
        version = keywords.get("_version", known.get(domain, 1))
        if not isinstance(version, int) or not onnx.defs.has(operator, version, domain):
            return [*inputs], dict(keywords)
        formal = onnx.defs.get_schema(operator, version, domain).inputs
        places = {item.name: place for place, item in enumerate(formal)}
        ordered, others = [*inputs], dict(keywords)
        for name in sorted(places.keys() & keywords.keys(), key=lambda name: places[name]):
            place = places[name]
            if place < len(inputs):
                raise ModelError(
                    f"graph {self._graph.name!r}: {operator}: the input {name} is given twice, by "
                    "place and by name; give it once"
                )
            ordered += [None] * (place - len(ordered))
            ordered.append(others.pop(name))
        return ordered, others

    def _remove_since(self, before: int) -> None:
        """Takes away the nodes that an operator brought that is refused."""
        graph = self._graph.builder.graph
        while graph.num_nodes() > before:
            graph.remove(graph[-1])


def _require_kept(graph: str, node: onnx_ir.Node, inputs: Sequence[object]) -> None:
    """Refuses Python numbers that are others in the element type of the operator."""
    for given, value in zip(inputs, node.inputs, strict=False):
        if value is None or value.const_value is None or isinstance(given, str):
            continue
        if isinstance(given, int | float | list | tuple) and not _kept(given, value.const_value):
            raise ModelError(
                f"graph {graph!r}: {node.op_type}: {quoted(repr(given))} cannot be of the type "
                f"{_type_text(value)}; cast the other input, or give an array"
            )


def _kept(given: object, tensor: onnx_ir.TensorProtocol) -> bool:
    """Whether a tensor has the numbers that were given, as well as its type can."""
    if tensor.dtype == onnx_ir.DataType.STRING:
        return True
    found = np.ravel(tensor.numpy()).tolist()
    wanted = list(given) if isinstance(given, list | tuple) else [given]
    if len(found) != len(wanted):
        return False
    if tensor.dtype.is_floating_point():
        return all(map(_same_number, wanted, found))
    return bool(wanted == found)


def _same_number(wanted: Any, found: Any) -> bool:
    """Whether a rounded number is neither of another sign nor infinite where the other is not."""
    a, b = float(wanted), float(found)
    if math.isfinite(a) != math.isfinite(b):
        return False
    return math.isnan(a) or math.copysign(1, a) == math.copysign(1, b)


def _is_array(value: object) -> bool:
    """Whether an input is a constant whose type does not follow from other inputs."""
    if isinstance(value, list | tuple):  # the builder takes lists of one type
        return len({type(item) for item in value}) != 1
    return isinstance(value, np.ndarray | np.generic | onnx_ir.TensorProtocol)


def _text(item: object) -> object:
    if not isinstance(item, str | bytes):
        raise TypeError(f"{type(item).__name__} is neither a number nor text")
    return item


def _array(value: Any) -> Any:
    return np.asarray(value) if isinstance(value, list | tuple) else value


def _drop_unused(graph: onnx_ir.Graph) -> None:
    """Drops constants that nothing reads, such as those of an operator that was refused."""
    for name, value in [*graph.initializers.items()]:
        if not value.uses() and not value.is_graph_output() and value not in graph.inputs:
            del graph.initializers[name]


def _data_type(given: str | np.dtype | type | onnx_ir.DataType) -> onnx_ir.DataType:
    if isinstance(given, onnx_ir.DataType):
        return given
    try:
        name = given if isinstance(given, str) else np.dtype(given).name
        return onnx_ir.DataType.from_numpy(numpy_type(name))
    except (TypeError, ValueError):
        raise UsageError(
            f"element_type={quoted(repr(given))} is no element type of ONNX; use a name of NumPy "
            'such as "float32"'
        ) from None


def _domain(node: onnx_ir.Node) -> str:
    return "" if node.domain == "ai.onnx" else node.domain


def _values(graph: onnx_ir.Graph) -> Iterator[onnx_ir.Value]:
    yield from graph.inputs
    yield from graph.initializers.values()
    for node in graph:
        yield from node.outputs


def _described(value: onnx_ir.Value) -> str:
    shape = "" if value.shape is None else f"[{','.join(str(size) for size in value.shape)}]"
    return f"{value.name} {_type_text(value)}{shape}"


def _type_text(value: onnx_ir.Value) -> str:
    if value.dtype is None:
        return "of any type"
    return "string" if value.dtype == onnx_ir.DataType.STRING else value.dtype.numpy().name
