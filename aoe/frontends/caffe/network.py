"""Makes a model of a network of Caffe and its weights, layer by layer.

Values have the names of tops. Layers may work in place, on a top of the same name. The name then
belongs to the last of them; a value before is called `top/layer`. `layer:0` is the
first top of a layer. Outputs are the tops that no layer takes, in alphabetical order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx_ir

import aoe.frontends.caffe.layers  # noqa: F401  # fills the table of layers
from aoe.errors import (
    MALFORMED,
    ModelError,
    UnsupportedModelError,
    UsageError,
    counted,
    fault_text,
    first_of,
)
from aoe.frontends.caffe.layer import UNKNOWN, Function, Layer, functions, reason_against
from aoe.frontends.caffe.mapped import mapped_function, mapped_type
from aoe.frontends.caffe.parameters import layer_parameters
from aoe.frontends.caffe.prototxt import Network, read_prototxt
from aoe.frontends.caffe.text_errors import misspelt
from aoe.frontends.caffe.weights import Weights, read_weights
from aoe.frontends.frontend import InputShapes
from aoe.frontends.graph_builder import GraphBuilder, Operand, UnsupportedNodeError
from aoe.frontends.inputs.given_shapes import giver_of
from aoe.frontends.inputs.input_shapes import require_static
from aoe.frontends.operator_names import OperatorNames
from aoe.frontends.out_nodes import call_output

#: Layers that compare with labels. An inference has none; they are left out.
_OF_TRAINING = frozenset(
    {
        *("Accuracy", "ContrastiveLoss", "EuclideanLoss", "HingeLoss", "InfogainLoss"),
        *("MultinomialLogisticLoss", "SigmoidCrossEntropyLoss", "SoftmaxWithLoss"),
        *("SmoothL1Loss", "MultiBoxLoss", "SoftmaxWithLossOHEM", "CenterLoss"),
    }
)
#: Layers that have no bottom.
_SOURCES = frozenset({"DummyData", "Parameter"})
#: Largest size of a dimension, and most elements, of an input.
_MOST_ELEMENTS = 1 << 40
#: Most nodes of a network. Only recurrent layers, which are unrolled, make so many.
MOST_NODES = 1 << 16
#: Layers that a message names before it counts the rest.
_LISTED = 4


def read_caffe(
    path: Path,
    weight: Path | None,
    shapes: InputShapes,
    wanted: Sequence[str] = (),
    names: OperatorNames | None = None,
    most_nodes: int = MOST_NODES,
) -> onnx_ir.Model:
    """The model of a network and its weights, with static shapes.

    Args:
        path: The network, a `.prototxt`.
        weight: The weights, a binary `.caffemodel`; None if no layer has any.
        shapes: Shapes of inputs, which count more than those of the network.
        wanted: Values that are outputs as well, by their names, or as `layer:number`.
        names: What types of layers are mapped to.
        most_nodes: What its layers may become.

    Raises:
        ModelError: A file cannot be read, or a layer is not valid.
        UnsupportedModelError: Layers are not computed.
        UsageError: The shape of an input is not known, a type is mapped to nothing, or layers need
            weights that are not given.
    """
    network, weights = read_prototxt(path), read_weights(weight)
    return model_of(path, network, weights, shapes, wanted, names, most_nodes)


def model_of(
    path: Path,
    network: Network,
    weights: Weights,
    shapes: InputShapes,
    wanted: Sequence[str] = (),
    names: OperatorNames | None = None,
    most_nodes: int = MOST_NODES,
) -> onnx_ir.Model:
    """As `read_caffe`, for what was read of the two files; `path` is for messages."""
    reader = _Reader(path, network, weights, shapes, names or OperatorNames(), most_nodes)
    return reader.model(wanted)


class _Reader:
    """Goes through the layers of a network."""

    def __init__(
        self,
        path: Path,
        network: Network,
        weights: Weights,
        shapes: InputShapes,
        names: OperatorNames,
        most_nodes: int,
    ) -> None:
        self._path = path
        self._most_nodes = most_nodes
        self._network = network
        self._weights = weights
        self._mapped = _mapped_functions(network, names)
        names.tell_unused({str(item.type) for item in network.layers})
        layers = [_as_mapped(item, names) for item in network.layers]
        self._layers = [item for item in layers if item.type not in _OF_TRAINING]
        self._kinds = frozenset(str(item.type) for item in self._layers)
        taken = {name for item in self._layers for name in item.bottom}
        #: Declared shapes of the inputs that a layer takes.
        self._inputs = {name: s for name, s in _declared(network).items() if name in taken}
        self._shapes = shapes
        tops = {top for item in self._layers for top in item.top}
        self._builder = GraphBuilder(network.name or path.stem, {*tops, *network.inputs})
        #: The layer that gives each top last.
        self._last = {top: number for number, item in enumerate(self._layers) for top in item.top}
        self._tops = tops
        #: What a name stands for at the layer that is read; None if it could not be read.
        self._values: dict[str, Operand | None] = {}
        self._open: set[str] = set()
        #: Results by their names, and as `layer:number`.
        self._by_name: dict[str, onnx_ir.Value] = {}
        self._problems: list[str] = []

    def model(self, wanted: Sequence[str]) -> onnx_ir.Model:
        self._add_inputs()
        for number, message in enumerate(self._layers):
            if message.type != "Input":
                self._add(number, message)
        if self._problems:
            raise UnsupportedModelError.listing(str(self._path), self._problems)
        self._require_weights()
        outputs = [self._values[name] for name in sorted(self._open)]
        values = [value for value in outputs if isinstance(value, onnx_ir.Value)]
        if not values:
            raise ModelError(f"{self._path} computes nothing; give the network for inference")
        named = (self._by_name[name] for name in wanted if name in self._by_name)
        return self._builder.model(list(dict.fromkeys((*values, *named))))

    def _require_weights(self) -> None:
        """Raises `UsageError` if layers have weights, and no file of them is given."""
        missing = [f"{name!r} ({kind})" for name, kind in self._weights.missing.items()]
        if missing:
            layers, need = ("layer", "needs") if len(missing) == 1 else ("layers", "need")
            beside = self._path.with_suffix(".caffemodel").name
            raise UsageError(
                f"{self._path}: the {layers} {first_of(missing, _LISTED)} {need} weights; call "
                f"their file {beside}, beside the network, or give it as --weight"
            )

    def _add_inputs(self) -> None:
        open_inputs: dict[str, onnx_ir.Value] = {}
        for name, declared in self._inputs.items():
            shape = self._shapes.get(name, declared)
            if shape is None or any(size < 1 for size in shape):
                if name in self._shapes:
                    raise UsageError(
                        f"{giver_of(self._shapes, name)} gives {name!r} the shape "
                        f"{list(self._shapes[name])}; "
                        "sizes must be positive"
                    )
                sizes = None if shape is None else [size if size > 0 else None for size in shape]
                open_inputs[name] = onnx_ir.Value(
                    name=name, shape=None if sizes is None else onnx_ir.Shape(sizes)
                )
            elif np.prod([float(size) for size in shape]) > _MOST_ELEMENTS:
                raise ModelError(
                    f"{self._path}: input {name!r} has the shape {list(shape)}, for which no "
                    "machine has room; give a smaller one, in the file or as --input_shape"
                )
            else:
                self._values[name] = self._builder.input(name, np.float32, shape)
        require_static(open_inputs, str(self._path), ranges=False)

    def _add(self, number: int, message: Any) -> None:
        """Reads a layer, or notes why it is not read."""
        self._open.difference_update(message.bottom)
        values = [self._value(name, message) for name in message.bottom]
        results: Sequence[Operand | None] | None = None
        problem = self._known_problem(message)
        if problem is None and all(value is not None for value in values):
            known = [value for value in values if value is not None]
            try:
                results = self._read(message, known)
            except UnsupportedNodeError as error:
                problem = str(error)
        if problem is not None:
            self._problems.append(f"layer {message.name!r} ({message.type}): {problem}")
        for place, top in enumerate(message.top):
            value = None if results is None else results[place]
            with self._builder.layer(message.name):
                named = value if value is None else self._named(value, top, number)
            if isinstance(named, onnx_ir.Value):
                call_output(named, message.name, place)
                self._by_name[str(named.name)] = self._by_name[f"{message.name}:{place}"] = named
            self._values[top] = named
            self._open.add(top)
        if results is not None:
            self._name_node(message)
        self._weights.share(message)

    def _known_problem(self, message: Any) -> str | None:
        """What is wrong with a layer whatever its bottoms are."""
        if message.name in self._mapped:
            return None
        unknown = self._network.unknown.get(message.name, ())
        reason = reason_against(message.type)
        meant = misspelt(message.type, list(functions())) if reason == UNKNOWN else None
        if meant is not None:
            return f"{reason}; did you mean {meant}?"
        if reason is None and unknown:
            reason = f"{', '.join(unknown)} is not a parameter of Caffe"
        return reason

    def _value(self, name: str, message: Any) -> Operand | None:
        if name not in self._values:
            raise ModelError(
                f"{self._path}: layer {message.name!r} takes {name!r}, which no layer before it "
                "gives"
            )
        return self._values[name]

    def _read(self, message: Any, values: Sequence[Operand]) -> list[Operand]:
        item = Layer(message, self._builder, values, self._weights, self._kinds)
        where = f"{self._path}: layer {message.name!r} ({message.type})"
        try:
            with self._builder.layer(message.name):
                read = self._mapped.get(message.name) or functions()[message.type]
                found = read(item)
        except (*MALFORMED, MemoryError) as error:
            reason = fault_text(error)
            if isinstance(error, MemoryError):
                reason = "it needs more memory than there is"
            if not values and message.type not in _SOURCES:
                reason = "it has no bottom"
            raise ModelError(f"{where} is not valid: {reason}") from error
        if self._builder.node_count > self._most_nodes:
            raise ModelError(
                f"{where} is not read: the network has more than {self._most_nodes} nodes with it, "
                "because recurrent layers are unrolled; give fewer steps or layers"
            )
        item.check_blobs()
        results = list(found) if isinstance(found, Sequence) else [found]
        if len(results) != len(message.top):
            raise ModelError(
                f"{where} has {counted(len(message.top), 'top')}, but gives "
                f"{counted(len(results), 'value')}"
            )
        return results

    def _named(self, value: Operand, top: str, number: int) -> Operand:
        """A result under the name of its top, or under one of its own if it is not the last."""
        name = top
        if self._last[top] != number or top in self._inputs:
            name = f"{top}/{self._layers[number].name}"
            if name in self._tops or name in self._inputs:
                return value
        elif isinstance(value, np.ndarray) and top in self._taken_later(number):
            return value
        return self._builder.named(value, name)

    def _taken_later(self, number: int) -> set[str]:
        return {name for item in self._layers[number + 1 :] for name in item.bottom}

    def _name_node(self, message: Any) -> None:
        """Gives the node of the first top the name of the layer."""
        value = self._values[message.top[0]] if message.top else None
        node = value.producer() if isinstance(value, onnx_ir.Value) else None
        if node is not None and str(node.name).startswith(f"{message.name}__"):
            self._builder.swap_names(node, message.name)


def _as_mapped(message: Any, names: OperatorNames) -> Any:
    """A layer of the type that its own is mapped to."""
    kind = mapped_type(message.type, names)
    if kind == message.type:
        return message
    changed = type(message)()
    changed.CopyFrom(message)
    changed.type = kind
    return changed


def _mapped_functions(network: Network, names: OperatorNames) -> dict[str, Function]:
    """The functions of layers that are mapped to operators, by the name of the layer."""
    if not names.names:
        return {}
    parameters = layer_parameters(network.tokens)
    found = {}
    for message in network.layers:
        own = parameters.get(message.name, {})
        function = mapped_function(message.type, names, own)
        if function is not None:
            found[str(message.name)] = function
    return found


def _declared(network: Network) -> Mapping[str, tuple[int, ...] | None]:
    """The declared shapes of inputs, also of those that are layers."""
    found = dict(network.inputs)
    for message in network.layers:
        if message.type == "Input":
            shapes = [tuple(shape.dim) for shape in message.input_param.shape]
            for number, top in enumerate(message.top):
                place = number if len(shapes) > 1 else 0
                found[top] = shapes[place] if place < len(shapes) else None
    return found
