"""Builds a graph of ONNX operators in Python, with onnxscript's `GraphBuilder`.

The builder infers element types and shapes as operators are added. It keeps what it cannot infer
for later; `Graph` refuses it at once, at the line that adds the operator (`node_checks.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import numpy as np
import onnx
import onnx_ir
import onnxscript

from aoe.arguments import checked_call
from aoe.element_types import numpy_type
from aoe.errors import MALFORMED, ModelError, UsageError, quoted
from aoe.graph.graph_values import values_of
from aoe.graph.model_copy import copied_model
from aoe.ir.arithmetic import allow_arithmetic
from aoe.ir.node_checks import require_inferred, require_kept

#: The operator set that all others are converted to (`aoe.graph.prepare.opset`).
OPSET = 21
#: The version of ONNX's format with that set.
IR_VERSION = 10


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
        self.builder = _Builder(graph)
        self.op = Operators(self)
        allow_arithmetic(graph, lambda operator, *inputs: getattr(self.op, operator)(*inputs))

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
            value: The array, of which the graph gets a copy, or a tensor of onnx_ir.
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
            tensor = _tensor(value)
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
                require_inferred(self.name, node, model.opset_imports)
                node.metadata_props.clear()
            _drop_unused(part)
        return model

    def _require_new(self, name: str) -> None:
        if name in {value.name for value in values_of(self.builder.graph)}:
            raise UsageError(
                f"graph {self.name!r} has a value {name!r} already; choose another name"
            )


class _Builder(onnxscript.GraphBuilder):
    """onnxscript's builder, which refuses wrong arguments of `subgraph`."""

    def subgraph(
        self,
        trace_function: Callable[..., Any],
        inputs: Sequence[onnx_ir.Value | None],
        outputs: Sequence[onnx_ir.Value],
        *,
        name: str = "subgraph",
    ) -> onnx_ir.Graph:
        """A branch of `If`, or a body of `Loop` and `Scan`.

        Args:
            trace_function: Adds its operators. It gets onnxscript's `op` and the inputs.
            inputs: New values, such as `onnx_ir.val("x", onnx_ir.DataType.FLOAT, [2])`.
            outputs: New values, one for each value that `trace_function` returns.
            name: What messages call it.

        Raises:
            UsageError: An argument is of another type.
            ModelError: An operator does not fit its inputs, or the outputs differ in number.
        """
        outer = self.graph

        def traced(op: Any, *values: Any) -> Any:
            inner = op.builder.graph
            allow_arithmetic(inner, lambda kind, *operands: getattr(op, kind)(*operands), outer)
            return trace_function(op, *values)

        _check_subgraph(trace_function, inputs, outputs, name)
        try:
            return super().subgraph(traced, inputs, outputs, name=name)
        except (*MALFORMED, onnx.defs.SchemaError) as error:
            raise ModelError(f"subgraph {name!r} cannot be built: {quoted(error)}") from error


@checked_call("Graph.builder.subgraph")
def _check_subgraph(
    trace_function: Callable[..., Any],
    inputs: Sequence[onnx_ir.Value | None],
    outputs: Sequence[onnx_ir.Value],
    name: str,
) -> None:
    """Only checks its arguments."""


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
        keywords = dict(keywords)
        name, domain = keywords.pop("_name", None), str(keywords.get("_domain", ""))
        keywords["_domain"] = domain = "" if domain == "ai.onnx" else domain
        keywords["_version"] = self._version(operator, domain, keywords.get("_version"))
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
            require_inferred(owner.name, node, graph.opset_imports)
            require_kept(owner.name, node, given)
        except ModelError:
            self._remove_since(before)
            raise
        node.name = node.name if name is None else str(name)
        graph.opset_imports.setdefault(domain, node.version or 1)
        return found

    def _version(self, operator: str, domain: str, wanted: object) -> int:
        """The operator set of a domain. A graph has one of each."""
        owner = self._graph
        known = owner.builder.graph.opset_imports.get(domain)
        if wanted is None:
            return known or _latest(domain)
        if not isinstance(wanted, int) or known not in (None, wanted):
            shown = domain or "ONNX"
            raise ModelError(
                f"graph {owner.name!r}: {operator}: _version={wanted!r}, but the graph has "
                f"{'no' if known is None else f'operator set {known}'} of {shown}; give one number "
                "for all operators of a domain"
            )
        return wanted

    def _in_order(
        self, operator: str, inputs: Sequence[object], keywords: Mapping[str, Any]
    ) -> tuple[list[object], dict[str, Any]]:
        """Inputs in their order, with those given by name, and the other keywords. The builder
        would move an input up to the place of one that is left out before it.
        """
        domain, version = str(keywords.get("_domain", "")), keywords["_version"]
        if not onnx.defs.has(operator, version, domain):
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


def _is_array(value: object) -> bool:
    """Whether an input is a constant whose type does not follow from other inputs."""
    if isinstance(value, list | tuple):  # the builder takes lists of one type
        return len({type(item) for item in value}) != 1
    return isinstance(value, np.ndarray | np.generic | onnx_ir.TensorProtocol)


def _tensor(value: Any) -> onnx_ir.TensorProtocol:
    """The tensor of a constant; of an array a copy. Raises `TypeError` for other objects in it."""
    if not isinstance(value, np.ndarray | np.generic):
        return cast(onnx_ir.TensorProtocol, value)
    array = np.array(value)
    foreign = [item for item in array.flat if not isinstance(item, str | bytes)]
    if array.dtype == object and foreign:
        raise TypeError(f"{type(foreign[0]).__name__} is neither a number nor text")
    return onnx_ir.tensor(array)


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


def _latest(domain: str) -> int:
    """The latest operator set of a domain that ONNX knows; 1 for another domain."""
    schemas = onnx.defs.get_all_schemas_with_history()
    return max((item.since_version for item in schemas if item.domain == domain), default=1)
