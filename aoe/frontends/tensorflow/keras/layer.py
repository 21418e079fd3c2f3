"""A layer of Keras, what it is called with, and what computes one.

A layer has settings (its config) and weights. It is called with values of the graph, with their
axes in the order of Keras.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from aoe.errors import counted
from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.keras.hdf5 import Hdf5File
from aoe.frontends.tensorflow.values import Held, Result


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer as the file describes it.

    Attributes:
        kind: The name of its class.
        config: Its settings.
        weights: The weights of the model.
        path: Where its weights are among them.
    """

    kind: str
    config: Mapping[str, Any]
    weights: Hdf5File
    path: str

    def weight(self, number: int, part: str = "") -> np.ndarray:
        """One of its weights, or of those of a part such as `cell`, by its number."""
        path = f"{self.path}/{part}/vars/{number}" if part else f"{self.path}/vars/{number}"
        array = self.weights.array(path)
        return array.astype(np.float32) if array.dtype.kind == "f" else array

    def integer(self, key: str, default: int = 0) -> int:
        """A setting that is a whole number."""
        return int(self.config.get(key, default))

    def number(self, key: str, default: float = 0.0) -> float:
        """A setting that is a real number."""
        return float(self.config.get(key, default))

    def flag(self, key: str, default: bool = False) -> bool:
        """A setting that is true or false."""
        return bool(self.config.get(key, default))

    def text(self, key: str, default: str = "") -> str:
        """A setting that is text."""
        return str(self.config.get(key, default))

    def each(self, key: str, count: int, default: int = 1) -> list[int]:
        """A setting that is a number for each of `count` axes, or one for all of them."""
        given = self.config.get(key)
        if given is None:
            return [default] * count
        numbers = [int(given)] * count if isinstance(given, int) else [int(item) for item in given]
        if len(numbers) != count:
            raise ValueError(f"{key} has {counted(len(numbers), 'number')} instead of {count}")
        return numbers

    def refuse(self, *keys: str) -> None:
        """Raises `UnsupportedNodeError` if one of these settings is set."""
        for key in keys:
            if self.config.get(key):
                raise UnsupportedNodeError(f"its setting {key} is {self.config[key]!r}")

    def channels_last(self) -> None:
        """Raises `UnsupportedNodeError` unless channels are the last axis."""
        if self.text("data_format", "channels_last") != "channels_last":
            raise UnsupportedNodeError(
                "its channels are the first axis; build the model with channels_last"
            )

    def inner(self, config: Mapping[str, Any], path: str) -> Layer:
        """The layer that a setting describes, such as that of Bidirectional."""
        if config.get("registered_name") not in (None, config["class_name"]):
            raise UnsupportedNodeError(f"{config['class_name']} is a layer of your own")
        return Layer(config["class_name"], config["config"], self.weights, f"{self.path}/{path}")


@dataclass(frozen=True, slots=True)
class Call:
    """What a layer is called with.

    Attributes:
        arguments: Tensors, lists of them, and plain values, in their order.
        named: Arguments by name; those that are None are left out.
    """

    arguments: Sequence[Any]
    named: Mapping[str, Any] = field(default_factory=dict)

    def tensors(self) -> list[Held]:
        """All its tensors: the arguments, or those in a list."""
        first = self.arguments[0] if self.arguments else self.named.get("inputs", ())
        return list(first) if isinstance(first, list | tuple) else [first, *self.arguments[1:]]

    def only(self, *names: str) -> Held:
        """The tensor of a layer that takes one. Raises `UnsupportedNodeError` for other
        arguments than those of these names, unless they say that it is in inference.
        """
        given = [key for key in self.named if key not in names]
        if [key for key in given if key != "training" or self.named[key]]:
            raise UnsupportedNodeError(f"it is called with {', '.join(given)}")
        (value,) = self.tensors()
        return value


#: Builds what a call of a layer gives.
Build: TypeAlias = Callable[[Context, Layer, Call], Result]


class LayerTable:
    """The layers of one subject by the names of their classes."""

    def __init__(self) -> None:
        """An empty table."""
        self.layers: dict[str, Build] = {}

    def add(self, *kinds: str) -> Callable[[Build], Build]:
        """A decorator for the function that builds the layers of some classes."""

        def added(build: Build) -> Build:
            for kind in kinds:
                assert kind not in self.layers, f"{kind} is there twice"
                self.layers[kind] = build
            return build

        return added
