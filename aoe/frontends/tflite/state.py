"""Variables of a `.tflite` file: what it keeps from one inference to the next.

A compiled model keeps nothing. So a variable that a run reads before it writes it, and that runs
change, becomes an input of its name and an output `name/next`. What a run writes first, or what
only the file's first values fill, is no state.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import TypeVar

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.layout import LayoutOperand, dtype_of_tensor, shape_of_tensor
from aoe.frontends.tflite.model_file import FileOperator, FileTensor, Subgraph

logger = logging.getLogger(__name__)

#: Operators of variables.
OPERATORS = ("VAR_HANDLE", "READ_VARIABLE", "ASSIGN_VARIABLE")
#: The type of a tensor that is a variable.
VARIABLE = "RESOURCE"
#: Operands that operators of one step keep from one run to the next, by the kinds of operators.
#: Their functions give the next values behind the results.
KEPT: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {"LSTM": (18, 19), "RNN": (4,), "SVDF": (4,)}
)
#: Operands that operators of a whole sequence keep, too. A run starts with zeros here.
RESET: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        "UNIDIRECTIONAL_SEQUENCE_LSTM": (18, 19),
        "BIDIRECTIONAL_SEQUENCE_LSTM": (35, 36, 37, 38),
        "UNIDIRECTIONAL_SEQUENCE_RNN": (4,),
        "BIDIRECTIONAL_SEQUENCE_RNN": (4, 8),
    }
)
#: Calls a subgraph in the first run only.
ONCE = "CALL_ONCE"
#: How names of outputs of variables end.
NEXT = "/next"


#: What a branch gives.
Results = TypeVar("Results")


class Handle:
    """A variable as an operand.

    Attributes:
        name: Its name, which is the same in all subgraphs.
    """

    def __init__(self, name: str) -> None:
        self.name = name


def handle_of(operator: FileOperator) -> Handle:
    """The variable of a VAR_HANDLE."""
    container, name = operator.options["container"], operator.options["name"]
    return Handle("/".join(str(part) for part in (container, name) if part))


class Variables:
    """The values of variables while a model is read.

    Attributes:
        fills: Whether the first values are assigned now.
        loops: Whether the operators belong to a loop that runs as often as data says.
    """

    def __init__(self, graphs: Sequence[Subgraph], made: Callable[..., onnx_ir.Value]) -> None:
        """`made` makes an input of a name, an element type and a shape."""
        self.fills = self.loops = False
        self._made = made
        self._first: dict[str, np.ndarray] = {}
        self._now: dict[str, LayoutOperand] = {}
        self._inputs: dict[str, onnx_ir.Value] = {}
        self._changed = _changed(graphs)
        self._handles = frozenset(_all_names(graphs))
        #: States of operators, by what they are called.
        self._kept: dict[str, FileTensor] = {}

    def assign(self, handle: Handle, value: LayoutOperand) -> None:
        """Gives a variable a value."""
        if self.loops:
            raise UnsupportedNodeError("a loop whose end depends on data changes a variable")
        if not self.fills:
            self._now[handle.name] = value
        elif isinstance(value, np.ndarray):
            self._first[handle.name] = value
        else:
            raise UnsupportedNodeError("the first value of a variable is no constant")

    def read(self, handle: Handle, tensor: FileTensor) -> LayoutOperand:
        """The value of a variable. `tensor`: what the file says of it."""
        assert tensor.dtype is not None
        return self._value(handle.name, tensor.dtype, tensor.shape)

    def kept(self, handle: Handle, tensor: FileTensor) -> LayoutOperand:
        """The state of an operator, which is zero before the first run."""
        assert tensor.dtype is not None
        other = self._kept.setdefault(handle.name, tensor)
        if other is not tensor or handle.name in self._handles:
            raise UnsupportedNodeError(f"another state is called {handle.name!r}, too")
        self._first.setdefault(handle.name, np.zeros(tensor.shape, tensor.dtype))
        self._changed |= {handle.name}
        return self._value(handle.name, tensor.dtype, tensor.shape)

    def of_branches(
        self,
        branches: Sequence[Callable[[], Results]],
        chosen: Callable[[LayoutOperand, LayoutOperand], LayoutOperand],
    ) -> list[Results]:
        """What both branches of a condition give. Variables get what `chosen` makes of the values
        that the branches give them.
        """
        before = dict(self._now)
        found: list[Results] = []
        after: list[dict[str, LayoutOperand]] = []
        for branch in branches:
            self._now = {**self._inputs, **before}
            found.append(branch())
            after.append(self._now)
        self._now = {**self._inputs, **before}
        for name in dict.fromkeys(name for values in after for name in values):
            like = next(values[name] for values in after if name in values)
            values = [
                item[name] if name in item else self._value(name, *_kind(like)) for item in after
            ]
            self._now[name] = chosen(*values)
        return found

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Variables cannot change inside."""
        before, self.loops = self.loops, True
        try:
            yield
        finally:
            self.loops = before

    @contextmanager
    def filled(self) -> Iterator[None]:
        """What variables are given inside is what they have at first."""
        self.fills = True
        try:
            yield
        finally:
            self.fills = False

    def _value(self, name: str, dtype: np.dtype, declared: tuple[int, ...]) -> LayoutOperand:
        if name in self._now:
            return self._now[name]
        first = self._first.get(name)
        if name not in self._changed:
            if first is None:
                raise UnsupportedNodeError(f"the variable {name!r} has no first value")
            return first
        value = self._made(name, dtype, declared if first is None else first.shape)
        self._inputs[name] = self._now[name] = value
        logger.warning(
            "the state %r is an input, and its next value the output %r; before the first run it "
            "is %s",
            name,
            name + NEXT,
            _described(first),
        )
        return value

    @property
    def outputs(self) -> Mapping[str, LayoutOperand]:
        """The next values of variables that are inputs, by the names of outputs."""
        return {name + NEXT: self._now[name] for name in self._inputs}


def _kind(value: LayoutOperand) -> tuple[np.dtype, tuple[int, ...]]:
    return dtype_of_tensor(value), shape_of_tensor(value)


def _changed(graphs: Sequence[Subgraph]) -> frozenset[str]:
    """Variables that operators change which run more than once."""
    once = {
        operator.options["subgraph"]
        for graph in graphs
        for operator in graph.operators
        if operator.kind == ONCE
    }
    found: set[str] = set()
    for number, graph in enumerate(graphs):
        names = {
            operator.outputs[0]: handle_of(operator).name
            for operator in graph.operators
            if operator.kind == "VAR_HANDLE"
        }
        for operator in graph.operators:
            if operator.kind == "ASSIGN_VARIABLE" and number not in once:
                # A handle that another subgraph gives may be any variable.
                place = operator.inputs[0]
                found |= {names[place]} if place in names else set(_all_names(graphs))
    return frozenset(found)


def _all_names(graphs: Sequence[Subgraph]) -> list[str]:
    return [
        handle_of(operator).name
        for graph in graphs
        for operator in graph.operators
        if operator.kind == "VAR_HANDLE"
    ]


def _described(first: np.ndarray | None) -> str:
    if first is None:
        return "not set"
    if first.size and (first == first.flat[0]).all():
        return f"{first.flat[0]} everywhere, {first.dtype} {list(first.shape)}"
    return f"a constant of the file, {first.dtype} {list(first.shape)}"
