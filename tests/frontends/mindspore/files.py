"""Writes small `.mindir` files, in the form since MindSpore 2 and in that before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np

from aoe.frontends.mindspore.schema import MODEL, AttributeType
from aoe.frontends.mindspore.values import DTYPES

DATA = Path(__file__).parent / "data"


class Monad(Enum):
    """A constant that only orders side effects."""

    UMONAD = AttributeType.UMONAD.value


MONAD = Monad.UMONAD


class MindirWriter:
    """A model in the making; names of values are texts, everything else is a constant.

    Attributes:
        message: The message of the file.
    """

    def __init__(self, older: bool = False) -> None:
        """`older`: whether attributes are in the nodes, as before MindSpore 2."""
        self.message: Any = MODEL(ir_version="1.1", producer_name="MindSpore", little_endian=True)
        self.message.graph.name = "g"
        self._older, self._graph = older, self.message.graph

    def input(self, name: str, shape: Sequence[int], dtype: str = "float32") -> str:
        """An input of the model."""
        item = self._graph.input.add(name=f"g:{name}")
        self._set_type(item.tensor.add(), dtype, shape)
        return str(item.name)

    def parameter(self, name: str, array: np.ndarray) -> str:
        """A weight."""
        self._set_tensor(self._graph.parameter.add(name=f"g:{name}"), array)
        return f"g:{name}"

    def node(self, primitive: str, *operands: object, **attributes: object) -> str:
        """The value of a new node. Operands that are a text are values, others are constants."""
        number = len(self._graph.node)
        inputs = [item if isinstance(item, str) else self.constant(item) for item in operands]
        name = f"g:CNode_{number}:{number}"
        node = self._graph.node.add(input=inputs, output=[name], name=name)
        node.domain = f"Default/{primitive}-op{number}"
        holder = node
        if self._older:
            node.op_type = primitive
        else:
            node.op_type = f"REF::{primitive}:{number}"
            holder = self.message.primitives.add(name=f"{primitive}:{number}", op_type=primitive)
        for key, item in attributes.items():
            set_attribute(holder.attribute.add(name=key), item)
        return name

    def call(self, callee: str, *operands: str) -> str:
        """The result of a call."""
        number = len(self._graph.node)
        name = f"{self._graph.name}:call_{number}"
        self._graph.node.add(
            input=operands,
            output=[name],
            name=name,
            op_type=f"REF::{callee}",
            domain=f"call{number}",
        )
        return name

    def constant(self, item: object) -> str:
        """A constant node."""
        name = f"ValueNode_{len(self._graph.node)}_{self._graph.name}"
        node = self._graph.node.add(output=[name], name=name, op_type="Constant")
        set_attribute(node.attribute.add(name="value"), item)
        return name

    def output(self, *names: str) -> None:
        """What the graph returns."""
        for name in names:
            self._graph.output.add(name=name)

    @contextmanager
    def function(self, name: str, *inputs: str) -> Iterator[None]:
        """Nodes made inside belong to another graph."""
        before, self._graph = self._graph, self.message.functions.add(name=name)
        for item in inputs:
            self._graph.input.add(name=item)
        yield
        self._graph = before

    def write(self, path: Path) -> Path:
        """Writes the file."""
        path.write_bytes(self.message.SerializeToString())
        return path

    def _set_type(self, tensor: Any, dtype: str, shape: Sequence[int]) -> None:
        tensor.data_type = _number(np.dtype(dtype))
        tensor.dims.extend(shape)

    def _set_tensor(self, tensor: Any, array: np.ndarray) -> None:
        self._set_type(tensor, array.dtype.name, array.shape)
        tensor.raw_data = array.tobytes()


def _number(dtype: np.dtype) -> int:
    return next(number for number, item in DTYPES.items() if item == dtype)


def set_attribute(message: Any, item: object) -> None:
    """Gives an attribute its value and kind."""
    if isinstance(item, bool):
        message.type, message.i = AttributeType.BOOL, int(item)
    elif isinstance(item, int):
        message.type, message.i = 7, item
    elif isinstance(item, float):
        message.type, message.f = AttributeType.FLOAT, item
    elif isinstance(item, str):
        message.type, message.s = AttributeType.STRING, item.encode()
    elif item is None:
        message.type = AttributeType.NONE
    elif isinstance(item, Monad):
        message.type = item.value
    elif isinstance(item, tuple):
        message.type = AttributeType.TUPLE
        for part in item:
            set_attribute(message.values.add(), part)
    else:
        assert isinstance(item, np.ndarray)
        message.type = AttributeType.TENSORS
        tensor = message.tensors.add(data_type=_number(item.dtype), raw_data=item.tobytes())
        tensor.dims.extend(item.shape)


def stored_names(archive: str) -> list[str]:
    """The models of an archive of MindSpore's outputs."""
    with ZipFile(DATA / archive) as file:
        return sorted(name.removesuffix(".mindir") for name in file.namelist() if "mindir" in name)


def stored(
    archive: str, name: str, folder: Path
) -> tuple[Path, list[np.ndarray], list[np.ndarray]]:
    """A model of an archive, its inputs, and what MindSpore computed."""
    with ZipFile(DATA / archive) as file:
        path = Path(file.extract(f"{name}.mindir", folder))
        with file.open(f"{name}.npz") as member, np.load(member) as arrays:
            held = dict(arrays)
    both = [[held[key] for key in sorted(held) if key[0] == kind] for kind in "xy"]
    return path, both[0], both[1]
