"""Goes through the operators of a `.tflite` file and builds an ONNX IR model.

The shapes of the file are those of one image; open sizes (-1) of a batch are 1, as for TFLite, and
others come from the user. Inputs and outputs have the layout, names and element types of the file.
Variables that are kept from one run to the next are inputs and outputs too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from importlib import import_module

import numpy as np
import onnx_ir

from aoe.errors import MALFORMED, ModelError, UnsupportedModelError, fault_text
from aoe.frontends.frontend import InputShapes, ModelOrigin
from aoe.frontends.graph_builder import GraphBuilder, Operand, UnsupportedNodeError
from aoe.frontends.layout import LayoutOperand, Layouts
from aoe.frontends.tflite.call import INTEGERS, MOVES, NUMBERS, WORDS, Call, Special
from aoe.frontends.tflite.constants import constant_array, dequantized
from aoe.frontends.tflite.control import MISSING, Control, Held, Missing
from aoe.frontends.tflite.inputs import inputs_of
from aoe.frontends.tflite.model_file import FileOperator, FileTensor, Subgraph, read_file
from aoe.frontends.tflite.open_rows import Rows, open_rows
from aoe.frontends.tflite.operators.quantized import bias_numbers, is_integer_bias
from aoe.frontends.tflite.scales import (
    computes_bare,
    has_words,
    refuse_missing_scales,
    small_integers,
)
from aoe.frontends.tflite.spectra import COMPLEX, spectral
from aoe.frontends.tflite.state import KEPT, OPERATORS, Handle, Variables, handle_of
from aoe.frontends.tflite.unsupported import CONTROL, problems_of

_FAMILIES = (
    *("activations", "arithmetic", "bits", "boxes", "convolution", "detections"),
    *(
        "inner_padding",
        "integer_lstm",
        "movement",
        "placement",
        "plain_recurrent",
        "pooling",
        "products",
    ),
    *("quantized", "recurrent", "reductions", "resizing", "selection", "shapes", "slices"),
    "window_reductions",
)
for _module in _FAMILIES:
    import_module(f"aoe.frontends.tflite.operators.{_module}")
for _module in ("arithmetic", "products", "reductions", "tables"):
    import_module(f"aoe.frontends.tflite.words.{_module}")

#: Operators that are gone through, with those of subgraphs that are called more than once.
_MOST_OPERATORS = 1 << 15
#: Calls of subgraphs within each other.
_DEEPEST = 16


def read_tflite(origin: ModelOrigin, shapes: InputShapes) -> onnx_ir.Model:
    """The model of a file.

    Raises:
        ModelError: It cannot be read.
        UnsupportedModelError: It has operators that are not read; all are listed.
        UsageError: Shapes do not fit it, or are missing.
    """
    assert origin.path is not None, "the registry gives paths"
    graphs = read_file(origin.path)
    problems = problems_of(graphs, own_outputs=not origin.outputs)
    if problems:
        raise UnsupportedModelError.listing(origin.label, problems)
    try:
        return _Reader(graphs, origin).model(shapes)
    except (*MALFORMED, MemoryError) as error:
        raise ModelError(f"{origin.label} is damaged: {fault_text(error)}") from error


class _Reader:
    """Reads one model."""

    def __init__(self, graphs: Sequence[Subgraph], origin: ModelOrigin) -> None:
        assert origin.path is not None
        self._graphs = graphs
        self._origin = origin
        names = [tensor.name for graph in graphs for tensor in graph.tensors if tensor.name]
        self._builder = GraphBuilder(origin.path.stem, [*names, *origin.outputs])
        self._layouts = Layouts(self._builder)
        self._constants: dict[int, np.ndarray] = {}
        #: Values that have names of the file.
        self._named: set[onnx_ir.Value] = set()
        self._problems: list[str] = []
        self._variables = Variables(graphs, self._builder.input)
        self._control = Control(self._variables, self._inside)
        self._left = _MOST_OPERATORS

    def model(self, shapes: InputShapes) -> onnx_ir.Model:
        """The model, with shapes from the user where the file leaves sizes open."""
        graph = self._graphs[0]
        inputs = [
            self._builder.input(item.name, item.dtype, item.shape)
            for item in inputs_of(graph, shapes, self._origin.label)
        ]
        values = self._run(graph, inputs, depth=0)
        if self._problems:
            raise UnsupportedModelError.listing(self._origin.label, self._problems)
        return self._builder.model(self._outputs(graph, values))

    def _run(self, graph: Subgraph, inputs: Sequence[Held], depth: int) -> dict[int, Held]:
        """The values of the tensors of a graph, by number."""
        values: dict[int, Held] = dict(zip(graph.inputs, inputs, strict=True))
        for number, operator in enumerate(graph.operators):
            self._left -= 1
            if self._left < 0 or depth > _DEEPEST:
                raise ModelError(f"{self._origin.label} calls its subgraphs without end")
            operands = [None if n < 0 else self._value(graph, values, n) for n in operator.inputs]
            results: Sequence[Held] = [MISSING] * len(operator.outputs)
            if not any(isinstance(item, Missing) for item in operands):
                results = self._results(graph, number, operator, operands, depth)
            for place, value in zip(operator.outputs, results, strict=True):
                values[place] = value
                if depth == 0 and isinstance(value, onnx_ir.Value):
                    self._name(value, graph.tensors[place].name)
        return values

    def _value(self, graph: Subgraph, values: dict[int, Held], number: int) -> Held:
        if number not in values:
            tensor = graph.tensors[number]
            if tensor.data is None and not tensor.is_variable and 0 not in tensor.shape:
                raise ModelError(
                    f"{self._origin.label} is damaged: nothing computes {tensor.name!r}"
                )
            key = id(tensor)
            if key not in self._constants:
                self._constants[key] = constant_array(tensor)
            values[number] = self._constants[key]
        return values[number]

    def _results(
        self,
        graph: Subgraph,
        number: int,
        operator: FileOperator,
        operands: Sequence[Held | None],
        depth: int,
    ) -> Sequence[Held]:
        name = next((graph.tensors[n].name for n in operator.outputs if graph.tensors[n].name), "")
        tensors = [item for item in operands if not isinstance(item, Missing | Handle | Special)]
        call = Call(
            self._builder,
            self._layouts,
            operator,
            tuple(tensors),
            tuple(None if n < 0 else graph.tensors[n] for n in operator.inputs),
            tuple(graph.tensors[n] for n in operator.outputs),
        )
        with self._builder.layer(name or f"{operator.kind}_{number}"):
            try:
                if operator.kind in OPERATORS:
                    return self._state(graph, operator, operands)
                numbers = [item for item in operands if not isinstance(item, Missing | Handle)]
                if len(numbers) < len(operands):
                    raise UnsupportedNodeError("it takes a variable as a tensor")
                if operator.kind in CONTROL and len(tensors) == len(operands):
                    return self._control.results(call, partial(self._called, depth))
                if operator.kind in KEPT and len(tensors) == len(operands):
                    return self._stepped(call, number)
                found: Sequence[Held] | None = spectral(call, numbers)
                if found is None:
                    found = open_rows(call, numbers)
                if found is None:
                    found = _computed(call)
            except UnsupportedNodeError as refusal:
                self._problems.append(f"{operator.kind} {name!r} ({refusal})")
                return [MISSING] * len(operator.outputs)
        if len(found) < len(operator.outputs):
            raise ModelError(f"{operator.kind} {name!r} has more results than it can have")
        return found[: len(operator.outputs)]

    def _stepped(self, call: Call, number: int) -> Sequence[Held]:
        """The results of an operator that takes one step in a run, and keeps states."""
        operator, inputs = call.operator, list(call.inputs)
        handles = {}
        for place in KEPT[operator.kind]:
            tensor = call.input_tensors[place] if place < len(inputs) else None
            if tensor is None or tensor.is_quantized or not tensor.is_variable:
                raise UnsupportedNodeError("its state is no variable of numbers")
            handles[place] = Handle(tensor.name or f"{operator.kind}_{number}_{place}")
            inputs[place] = self._variables.kept(handles[place], tensor)
        function = NUMBERS[operator.kind]
        found = _listed(function(_with_numbers(replace(call, inputs=tuple(inputs)))))
        count = len(found) - len(handles)
        for handle, value in zip(handles.values(), found[count:], strict=True):
            self._variables.assign(handle, value)
        return found[:count]

    def _state(
        self, graph: Subgraph, operator: FileOperator, operands: Sequence[Held | None]
    ) -> Sequence[Held]:
        """The result of an operator of variables."""
        if operator.kind == "VAR_HANDLE":
            return [handle_of(operator)]
        handle, *rest = operands
        if not isinstance(handle, Handle):
            raise UnsupportedNodeError("it takes a tensor as a variable")
        if operator.kind == "READ_VARIABLE":
            return [self._variables.read(handle, graph.tensors[operator.outputs[0]])]
        (value,) = rest
        if isinstance(value, Special):
            raise UnsupportedNodeError(f"it keeps {value.what}")
        if value is None or isinstance(value, Missing | Handle):
            raise UnsupportedNodeError("it keeps a variable, or nothing, in a variable")
        self._variables.assign(handle, value)
        return []

    @contextmanager
    def _inside(self, builder: GraphBuilder) -> Iterator[Layouts]:
        """What is built inside becomes part of another graph."""
        before = self._builder, self._layouts
        self._builder, self._layouts = builder, Layouts(builder)
        try:
            yield self._layouts
        finally:
            self._builder, self._layouts = before

    def _called(
        self, depth: int, number: int, operands: Sequence[LayoutOperand | None]
    ) -> list[Held]:
        if not 0 < number < len(self._graphs):
            raise UnsupportedNodeError(f"there is no subgraph {number}")
        graph = self._graphs[number]
        given = [operand for operand in operands if operand is not None]
        if len(given) != len(graph.inputs):
            raise UnsupportedNodeError("it has other operands than its subgraph has inputs")
        values = self._run(graph, given, depth + 1)
        found = [self._value(graph, values, place) for place in graph.outputs]
        for value in found:
            if isinstance(value, Special):
                raise UnsupportedNodeError(f"its subgraph gives {value.what}")
        return found

    def _outputs(self, graph: Subgraph, values: dict[int, Held]) -> list[onnx_ir.Value]:
        """The outputs: those of the file, or those that the user names."""
        chosen = [(number, graph.tensors[number].name) for number in graph.outputs]
        if self._origin.outputs:
            chosen = [
                (self._number(graph, values, name), name) for name in self._origin.outputs
            ] or chosen
            chosen = [(number, name) for number, name in chosen if number >= 0]
            chosen = chosen or [(n, graph.tensors[n].name) for n in graph.outputs]
        found = []
        for place, (number, name) in enumerate(chosen):
            tensor = graph.tensors[number]
            if tensor.dtype is None and tensor.kind != COMPLEX:
                told = f"the output {name!r} ({tensor.kind} is not computed)"
                raise UnsupportedModelError.listing(self._origin.label, [told])
            value = self._value(graph, values, number)
            if isinstance(value, Handle):
                told = f"the output {name!r} (it is a variable; give what READ_VARIABLE reads)"
                raise UnsupportedModelError.listing(self._origin.label, [told])
            assert not isinstance(value, Missing), "problems have been raised"
            if isinstance(value, Rows):
                found.append(self._builder.named(value.rows.value, name or f"output_{place}"))
                continue
            if isinstance(value, Special):
                told = f"the output {name!r} ({value.what}; take their real and imaginary part)"
                raise UnsupportedModelError.listing(self._origin.label, [told])
            plain: Operand = self._layouts.to_nhwc(value)
            found.append(self._builder.named(plain, name or f"output_{place}"))
        states = {
            name: value
            for name, value in self._variables.outputs.items()
            if name in self._origin.outputs or not self._origin.outputs
        }
        found += [
            self._builder.named(self._layouts.to_nhwc(value), name)
            for name, value in states.items()
        ]
        return found

    def _number(self, graph: Subgraph, values: dict[int, Held], name: str) -> int:
        """The number of a tensor, named as itself or as `operator:output`; -1 if there is none."""
        numbers = [number for number in values if graph.tensors[number].name == name]
        if numbers:
            return numbers[0]
        node, _, place = name.rpartition(":")
        for operator in graph.operators:
            named = bool(operator.outputs) and graph.tensors[operator.outputs[0]].name == node
            if named and place.isdecimal() and int(place) < len(operator.outputs):
                return operator.outputs[int(place)]
        return -1

    def _name(self, value: onnx_ir.Value, name: str) -> None:
        """Calls a value as the file does, if it has no such name yet."""
        if name and value.producer() is not None and value not in self._named:
            self._builder.named(value, name)
            self._named.add(value)


def _computed(call: Call) -> list[LayoutOperand]:
    """The results of an operator."""
    kind = call.operator.kind
    if kind in WORDS and has_words(call):
        return _listed(WORDS[kind](call))
    function = NUMBERS.get(kind) or MOVES[kind]
    if computes_bare(call):
        return _listed(function(call))
    if kind in INTEGERS and small_integers(call):
        found = INTEGERS[kind](call)
        if found is not None:
            return [found]
    refuse_missing_scales(call)
    tensors = [*call.input_tensors, *call.output_tensors]
    if not any(tensor is not None and tensor.is_quantized for tensor in tensors):
        return _listed(function(call))
    results = _listed(function(_with_numbers(call)))
    return [
        _quantized(call, result, tensor)
        for result, tensor in zip(results, call.output_tensors, strict=False)
    ]


def _listed(results: LayoutOperand | Sequence[LayoutOperand]) -> list[LayoutOperand]:
    return list(results) if isinstance(results, tuple | list) else [results]  # type: ignore[list-item]


def _with_numbers(call: Call) -> Call:
    """A call with numbers for the quantised operands."""
    operands: list[LayoutOperand | None] = []
    for number, (operand, tensor) in enumerate(zip(call.inputs, call.input_tensors, strict=True)):
        if is_integer_bias(call, number):
            operands.append(bias_numbers(call))
            continue
        if operand is None or tensor is None or not tensor.is_quantized:
            operands.append(operand)
            continue
        assert tensor.quantization is not None
        if isinstance(operand, np.ndarray):
            operands.append(dequantized(operand, tensor.quantization))
            continue
        operands.append(call.elementwise("DequantizeLinear", operand, *_parameters(tensor)))
    return Call(
        call.builder,
        call.layouts,
        call.operator,
        tuple(operands),
        call.input_tensors,
        call.output_tensors,
    )


def _quantized(call: Call, result: LayoutOperand, tensor: FileTensor) -> LayoutOperand:
    if not tensor.is_quantized:
        return result
    return call.elementwise("QuantizeLinear", result, *_parameters(tensor))


def _parameters(tensor: FileTensor) -> tuple[np.ndarray, np.ndarray]:
    """The scale and the zero point of a tensor that is no constant."""
    assert tensor.quantization is not None
    if tensor.quantization.scale.size > 1:
        raise UnsupportedNodeError(
            f"{tensor.name!r} has several scales, which only constants may have"
        )
    assert tensor.dtype is not None
    zero = tensor.quantization.zero_point.astype(tensor.dtype)
    return tensor.quantization.scale.reshape(()), zero.reshape(())
