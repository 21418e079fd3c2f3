"""Makes a graph of the layers of a model: a node for each call of a layer.

A model inside a model becomes part of the graph. Its nodes are called `outer/inner`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from aoe.errors import MALFORMED, ModelError, fault_text, quoted
from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.keras.archive import read_archive
from aoe.frontends.tensorflow.keras.hdf5 import Hdf5File
from aoe.frontends.tensorflow.keras.layer import Build, Call, Layer
from aoe.frontends.tensorflow.keras.layers import FUNCTIONS, LAYERS
from aoe.frontends.tensorflow.messages import MESSAGES, type_number
from aoe.frontends.tensorflow.node import Node, Reference
from aoe.frontends.tensorflow.operations.operation_table import Operation
from aoe.frontends.tensorflow.program import Program
from aoe.frontends.tensorflow.scope import Scope
from aoe.frontends.tensorflow.values import Held, Result

#: Models inside models.
_DEEPEST = 20
_MODELS = ("Functional", "Sequential", "Model")
#: A tensor as a description names it: the layer, the number of its call, and that of the result.
_History = tuple[str, int, int]
#: A call of a layer: the arguments with the numbers of operands in place of tensors.
_Arguments = tuple[Sequence[Any], Mapping[str, Any]]


def read_keras(path: Path) -> Program:
    """The model in a `.keras` file. Raises `ModelError` if it cannot be read."""
    config, weights = read_archive(path)
    try:
        return _Network(weights, str(path)).program(config)
    except MALFORMED as error:
        raise ModelError(
            f"{path} is not a model of Keras 3, or is damaged: {fault_text(error)}"
        ) from error


class _Operand(int):
    """The number of an operand of a node."""


class _Network:
    """The nodes of a model."""

    def __init__(self, weights: Hdf5File, label: str) -> None:
        self._weights, self._label = weights, label
        self._nodes: list[Any] = []
        self._inputs: list[str] = []
        self._calls: dict[str, tuple[Build, Layer, _Arguments]] = {}
        self._kinds: dict[str, Operation] = {}

    def program(self, config: Mapping[str, Any]) -> Program:
        model = _Model(config, "", "")
        self._add(model, 0)
        outputs = [model.reference(item) for item in model.outputs]
        graph = Scope("", self._nodes, self._label, self._inputs)
        return Program(
            graph,
            {},
            {name: name for name in self._inputs},
            {f"{item.node}:{item.index}": item for item in outputs},
            operations=self._kinds,
        )

    def _add(self, model: _Model, depth: int) -> None:
        """The nodes of a model, and of those inside it."""
        if depth > _DEEPEST:
            raise ValueError(f"models are inside each other more than {_DEEPEST} deep")
        for described in model.layers:
            kind = described["class_name"]
            if kind == "InputLayer":
                if not depth:
                    self._add_input(described["config"])
                continue
            for number, call in enumerate(model.calls(described)):
                if kind in _MODELS:
                    self._add(model.inside(described["name"], number), depth + 1)
                else:
                    self._add_call(model, described, number, call)

    def _add_input(self, config: Mapping[str, Any]) -> None:
        if config.get("sparse") or config.get("ragged"):
            raise ValueError(f"the input {config['name']} is sparse or ragged")
        node = MESSAGES["Node"](name=config["name"], op="Placeholder")
        node.attr["dtype"].type = type_number(np.dtype(config["dtype"]))
        sizes = config.get("batch_shape") or config["batch_input_shape"]
        for size in sizes:
            node.attr["shape"].shape.dim.add(size=-1 if size is None else size)
        self._inputs.append(config["name"])
        self._nodes.append(node)

    def _add_call(
        self, model: _Model, described: Mapping[str, Any], number: int, call: Mapping[str, Any]
    ) -> None:
        operands: list[str] = []

        def plain(item: Any) -> Any:
            if isinstance(item, list | tuple):
                return [plain(part) for part in item]
            if not isinstance(item, dict):
                return item
            config: Any = item.get("config")
            match item.get("class_name"):
                case "__keras_tensor__":
                    found = model.reference(tuple(config["keras_history"]))
                    operands.append(f"{found.node}:{found.index}")
                    return _Operand(len(operands) - 1)
                case "__slice__":
                    return slice(config["start"], config["stop"], config["step"])
                case "__tensor__" | "__numpy__":
                    return np.asarray(config["value"], config["dtype"])
                case None:
                    return {key: plain(part) for key, part in item.items()}
            return item

        arguments = [plain(item) for item in call["args"]]
        named = {key: plain(item) for key, item in call["kwargs"].items()}
        name = model.node_name(described["name"], number)
        kind = described["class_name"]
        self._nodes.append(MESSAGES["Node"](name=name, op=kind, input=operands))
        layer = Layer(kind, described["config"], self._weights, model.path(described["name"]))
        build = _build(described)
        self._calls[name] = (build, layer, (arguments, named))
        self._kinds[kind] = Operation(self._run)

    def _run(self, context: Context, node: Node, values: Sequence[Held]) -> Result:
        build, layer, (arguments, named) = self._calls[node.name]
        _check_policy(layer)

        def filled(item: Any) -> Any:
            if isinstance(item, _Operand):
                return context.tensor(values[item])
            return [filled(part) for part in item] if isinstance(item, list) else item

        given = {key: filled(item) for key, item in named.items() if item is not None}
        return build(context, layer, Call([filled(item) for item in arguments], given))


class _Model:
    """A model as a file describes it.

    Attributes:
        layers: Its layers, each with a name and calls.
        outputs: The tensors that it gives.
    """

    def __init__(
        self,
        described: Mapping[str, Any],
        prefix: str,
        path: str,
        given: Sequence[Reference] | None = None,
    ) -> None:
        """`given`: the operands of a model inside another."""
        kind, config = described["class_name"], described["config"]
        if kind not in _MODELS or "layers" not in config:
            raise ValueError(
                f"{quoted(kind)} is a class of its own; write a SavedModel with "
                'model.export("folder")'
            )
        self.layers: list[Mapping[str, Any]] = (
            _chained(config) if kind == "Sequential" else list(config["layers"])
        )
        self._by_name = {item["name"]: item for item in self.layers}
        self._paths = dict(_paths(self.layers, f"{path}/layers" if path else "layers"))
        self._prefix = prefix
        self._inside: dict[tuple[str, int], _Model] = {}
        self._given: dict[str, Reference] = {}
        if kind == "Sequential":
            inputs: list[_History] = [(self.layers[0]["name"], 0, 0)]
            self.outputs: list[_History] = [(self.layers[-1]["name"], 0, 0)]
        else:
            inputs = list(_histories(config["input_layers"]))
            self.outputs = [*map(self._counted, _histories(config["output_layers"]))]
        if given is not None:
            pairs = zip(inputs, given, strict=True)
            self._given = {name: item for (name, _, _), item in pairs}

    def _counted(self, history: _History) -> _History:
        """An output with the number of its call. Keras counts calls of a functional model from 1
        there, because it has a call of its own.
        """
        name, number, index = history
        kind = self._by_name[name]["class_name"]
        is_functional = kind in _MODELS and kind != "Sequential"
        return name, number - is_functional, index

    def calls(self, described: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """The calls of a layer."""
        return list(described["inbound_nodes"])

    def node_name(self, name: str, number: int) -> str:
        """The name of the node of a call."""
        return f"{self._prefix}{name}{f'_call{number}' if number else ''}"

    def path(self, name: str) -> str:
        """Where the weights of a layer are."""
        return self._paths.get(name, "")

    def inside(self, name: str, number: int) -> _Model:
        """The model that is called as a layer."""
        if (name, number) not in self._inside:
            call = self.calls(self._by_name[name])[number]
            tensors = list(_tensors([call["args"], list(call["kwargs"].values())]))
            given = [self.reference(item) for item in tensors]
            prefix = f"{self.node_name(name, number)}/"
            model = _Model(self._by_name[name], prefix, self._paths[name], given)
            self._inside[name, number] = model
        return self._inside[name, number]

    def reference(self, history: _History) -> Reference:
        """The result of a node that a tensor is."""
        name, number, index = history
        if name in self._given:
            return self._given[name]
        if self._by_name[name]["class_name"] in _MODELS:
            model = self.inside(name, number)
            return model.reference(model.outputs[index])
        return Reference(self.node_name(name, number), "", index)


def _chained(config: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The layers of a Sequential model, each called with what the one before gives."""
    layers = [{"name": item["config"]["name"], **item} for item in config["layers"]]
    if layers[0]["class_name"] != "InputLayer":
        shape = config.get("build_input_shape") or layers[0]["build_config"]["input_shape"]
        name = f"{layers[0]['name']}_input"
        made = {"name": name, "batch_shape": shape, "dtype": "float32"}
        layers.insert(0, {"name": name, "class_name": "InputLayer", "config": made})
    for before, layer in pairwise(layers):
        history = {"keras_history": [before["name"], 0, 0]}
        tensor = {"class_name": "__keras_tensor__", "config": history}
        layer["inbound_nodes"] = [{"args": [tensor], "kwargs": {}}]
    return list(layers)


def _histories(given: Any) -> Iterator[_History]:
    """The tensors of `input_layers` or `output_layers`: one, or lists and dictionaries of them."""
    if isinstance(given, dict):
        given = list(given.values())
    if len(given) == 3 and isinstance(given[0], str):
        yield (given[0], int(given[1]), int(given[2]))
        return
    for item in given:
        yield from _histories(item)


def _tensors(given: Any) -> Iterator[_History]:
    """The tensors in the arguments of a call."""
    if isinstance(given, dict) and given.get("class_name") == "__keras_tensor__":
        name, number, index = given["config"]["keras_history"]
        yield (name, number, index)
    elif isinstance(given, list | dict):
        for item in given.values() if isinstance(given, dict) else given:
            yield from _tensors(item)


def _paths(layers: Sequence[Mapping[str, Any]], path: str) -> Iterator[tuple[str, str]]:
    """Where the weights of each layer are: by the names of classes, numbered from the second."""
    used: dict[str, int] = {}
    for layer in layers:
        if _is_function(layer):
            continue
        name = _snake_case(layer["class_name"])
        number = used[name] = used.get(name, -1) + 1
        yield layer["name"], f"{path}/{name}{f'_{number}' if number else ''}"


def _snake_case(name: str) -> str:
    name = re.sub(r"\W+", "", name)
    name = re.sub("(.)([A-Z][a-z]+)", r"\1_\2", name)
    return re.sub("([a-z])([A-Z])", r"\1_\2", name).lower()


def _is_function(described: Mapping[str, Any]) -> bool:
    return ".ops." in f"{described.get('module')}."


def _build(described: Mapping[str, Any]) -> Build:
    """What builds a layer; one that is not read refuses."""
    kind, module = described["class_name"], described.get("module") or ""
    table = FUNCTIONS if _is_function(described) else LAYERS
    if module.split(".")[0] != "keras":
        return partial(_refused, why="a class of your own")
    if kind == "Lambda":
        return partial(_refused, why="code of Python, which is not run")
    found: Callable[..., Result] | None = table.get(kind)
    return found if found is not None else partial(_refused, why="")


def _refused(context: Context, layer: Layer, call: Call, why: str) -> Result:
    raise UnsupportedNodeError(why)


def _check_policy(layer: Layer) -> None:
    """Raises `UnsupportedNodeError` unless a layer computes in float32."""
    given = layer.config.get("dtype")
    if isinstance(given, dict):
        given = given["config"].get("name", given["class_name"])
    if given not in (None, "float32"):
        raise UnsupportedNodeError(
            f"it computes in {given}; save the model with the policy float32"
        )
