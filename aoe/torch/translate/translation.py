"""Goes through an FX graph and writes its model.

A graph is of tensors of fixed shapes. Its nodes call overloads of ATen operators, as AOTAutograd
makes them. Nodes without a translation are told, each with a reason, so that a graph can be split.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any

import onnx_ir
import torch

from aoe.errors import AoeError
from aoe.graph.prepare.aliases import declare_training
from aoe.torch.layouts import dense_order, is_natural, told_strides
from aoe.torch.translate import (
    borders,
    convolutions,
    diagonals,
    divisions,
    elementwise,
    embeddings,
    folding,
    lookups,
    movement,
    normalizations,
    pooling,
    random_numbers,
    recurrences,
    reductions,
    sources,
    special_functions,
    training,
)
from aoe.torch.translate.emitter import Emitter, described, inverse
from aoe.torch.translate.facts import (
    attribute_of,
    is_number,
    number_of,
    require_computed,
    shape_of,
    type_of,
)
from aoe.torch.translate.interface import GraphInput, GraphOutput, Interface, Result
from aoe.torch.translate.matrices import grouped_products, products, triangular_systems
from aoe.torch.translate.placement import Placement, flat
from aoe.torch.translate.table import (
    REASON,
    Translator,
    UntranslatedError,
    Values,
    operator_name,
)

#: The order in memory of an output, by its number and its fake tensor.
OutputOrder = Callable[[int, Any], tuple[int, ...]]


_CPU = torch.device("cpu")
#: PyTorch's operator that draws by another one from the state of the generator that was saved
#: (`aoe.torch.joint.saved_states`).
_AGAIN = "run_with_rng_state"
#: What a function raises that meets arguments it does not know. PyTorch computes the node then.
_UNKNOWN_ARGUMENTS = (TypeError, ValueError, LookupError, ArithmeticError)


@dataclass(frozen=True, slots=True)
class Translation:
    """The model of a graph.

    Attributes:
        model: The model. Its inputs are those of the interface, then one for each of the draws.
        interface: What it reads and writes.
    """

    model: onnx_ir.Model
    interface: Interface


class UntranslatedGraphError(AoeError):
    """A graph has nodes without a translation.

    Attributes:
        reasons: Why, by node.
    """

    def __init__(self, reasons: Mapping[torch.fx.Node, str]) -> None:
        self.reasons = reasons
        listed = sorted({f"{operator_name(n.target)}: {why}" for n, why in reasons.items()})
        super().__init__("; ".join(listed))


@cache
def translators() -> Mapping[str, Translator]:
    """The functions of all subjects, by the name of the operator."""
    subjects = (
        borders, convolutions, diagonals, divisions, elementwise, embeddings, folding,
        grouped_products, lookups, movement, normalizations, pooling, products, random_numbers,
        recurrences, reductions, sources, special_functions, training, triangular_systems,
    )  # fmt: skip
    found: dict[str, Translator] = {}
    for subject in subjects:
        found |= subject.OPERATORS.translators
    return MappingProxyType(found)


def translated(
    module: torch.fx.GraphModule,
    name: str,
    input_orders: Mapping[str, tuple[int, ...]] = MappingProxyType({}),
    output_order: OutputOrder | None = None,
    constants: Mapping[int, Any] = MappingProxyType({}),
    changed: Sequence[int] = (),
    device: torch.device = _CPU,
) -> Translation:
    """The model of a graph.

    Args:
        module: The graph. `meta["val"]` of each node is a fake tensor.
        name: The name of the model.
        input_orders: How arguments lie, by the names of placeholders, where that is not as their
            fake tensors say.
        output_order: How outputs are to lie; by default as their fake tensors say.
        constants: Tensors that become constants of the model, by the number of the argument.
        changed: The numbers of the arguments whose new values are the last results of the graph
            (`aoe.torch.mutations`).
        device: The device of the graph.

    Raises:
        UntranslatedGraphError: Some nodes have no translation.
    """
    order = output_order or (lambda _, tensor: order_of(tensor))
    return _Graph(module, name, input_orders, order, constants, device, tuple(changed))()


def order_of(tensor: Any) -> tuple[int, ...]:
    """How a tensor lies; as if it were copied where it is not dense."""
    return dense_order(tensor) or tuple(range(tensor.dim()))


@dataclass
class _Graph:
    """A graph that is translated."""

    module: torch.fx.GraphModule
    name: str
    input_orders: Mapping[str, tuple[int, ...]]
    output_order: OutputOrder
    constants: Mapping[int, Any]
    device: torch.device
    changed: tuple[int, ...] = ()
    inputs: list[GraphInput] = field(default_factory=list)
    reasons: dict[torch.fx.Node, str] = field(default_factory=dict)
    arguments: dict[torch.fx.Node, int] = field(default_factory=dict)
    count: int = 0

    def __post_init__(self) -> None:
        self.emit = Emitter(self.name)
        self.placement = Placement(self.device)

    def __call__(self) -> Translation:
        arguments = self.arguments
        results: Sequence[object] = ()
        for node in self.module.graph.nodes:
            self.emit.current = node.name
            if node.op == "placeholder":
                arguments[node] = len(arguments)
                self._argument(node, arguments[node])
            elif node.op == "get_attr":
                if not isinstance(attribute_of(self.module, node), torch.nn.Module):
                    self._attempt(node, self._constant)
            elif node.op == "call_function":
                if not is_number(node):
                    self._attempt(node, self._called)
            elif node.op == "output":
                results = flat(node.args[0])
            else:
                self.reasons[node] = f"it is a {node.op}"
        if self.reasons:
            raise UntranslatedGraphError(self.reasons)
        return self._finished(results)

    def _argument(self, node: torch.fx.Node, number: int) -> None:
        tensor = node.meta.get("val")
        if not isinstance(tensor, torch.Tensor) or all(_only_draws(node, it) for it in node.users):
            return

        def read(node: torch.fx.Node) -> Values:
            if number in self.constants:
                return self.emit.weight(self.constants[number], node.name)
            order = self.input_orders.get(node.name) or order_of(tensor)
            shape = [shape_of(node)[axis] for axis in order]
            value = self.emit.input(node.name, type_of(node), shape)
            elsewhere = self.placement.is_elsewhere(node)
            self.inputs.append(GraphInput(node.name, number, order, elsewhere))
            return self.emit.permuted(value, inverse(order))

        self._attempt(node, read)

    def _constant(self, node: torch.fx.Node) -> Values:
        found = attribute_of(self.module, node)
        if not isinstance(found, torch.Tensor):
            raise UntranslatedError("it is no tensor")
        return self.emit.weight(found, self.emit.current)

    def _called(self, node: torch.fx.Node) -> Values:
        if node.target is operator.getitem:
            source, number = node.args
            assert isinstance(source, torch.fx.Node), "outputs of a node are taken"
            several = self.emit.values(source)
            if isinstance(several, onnx_ir.Value):
                raise UntranslatedError("it takes a part of one tensor")
            found = several[int(number)]
            if found is None:
                raise UntranslatedError("it takes an output that nobody wanted")
            return found
        target, given = node.target, node.args
        self.emit.state = None
        if operator_name(target) == _AGAIN:
            state, target, *given = given
            self.emit.state = self._state(state)
        self.emit.operator = operator_name(target)
        function = translators().get(self.emit.operator)
        if function is None:
            what = "it" if target is node.target else f"what it draws again, {self.emit.operator}"
            raise UntranslatedError(f"nothing translates {what}")
        require_computed(node)
        self.count += 1
        arguments = torch.fx.map_arg(given, _number)
        named = torch.fx.map_arg(node.kwargs, _number)
        return function(self.emit, node, *arguments, **named)

    def _state(self, node: torch.fx.Node) -> int:
        """The number of the argument that is the state of the generator, to draw again."""
        if node not in self.arguments or self.device != _CPU:
            raise UntranslatedError("it draws from a state that is no argument of a graph of a CPU")
        return self.arguments[node]

    def _attempt(self, node: torch.fx.Node, translate: Callable[[torch.fx.Node], Values]) -> None:
        """Translates a node, or notes why that is impossible; others go on with a stand-in."""
        blocked = any(item in self.reasons for item in node.all_input_nodes)
        try:
            for item in node.all_input_nodes:
                self.placement.require_read(item)
            self.placement.require_made(node)
            made = translate(node)
        except UntranslatedError as error:
            if not (node.target is operator.getitem and blocked):
                self.reasons[node] = node.meta.get(REASON, str(error))
            made = self._stand_in(node)
        except _UNKNOWN_ARGUMENTS as error:
            self.reasons[node] = f"its arguments are others ({error})"
            made = self._stand_in(node)
        self.emit.define(node, made)

    def _require_result(self, node: torch.fx.Node) -> None:
        """Notes where the model cannot write what a node gives."""
        try:
            self.placement.require_result(node)
        except UntranslatedError as error:
            self.reasons[node] = str(error)

    def _number_result(self, node: torch.fx.Node) -> bool | int | float | None:
        """The number that the graph returns, which is the same in every run."""
        try:
            return number_of(node)
        except UntranslatedError as error:
            self.reasons[node] = str(error)
            return None

    def _stand_in(self, node: torch.fx.Node) -> Values:
        tensors = flat(node.meta.get("val"))
        made = [onnx_ir.Value(name=f"{node.name}.stand_in") for _ in tensors]
        return made if isinstance(node.meta.get("val"), list | tuple) else made[0]

    def _finished(self, results: Sequence[object]) -> Translation:
        arguments = self.arguments
        outputs: list[GraphOutput] = []
        values: list[onnx_ir.Value] = []
        known: dict[torch.fx.Node, Result] = {}
        found: list[Result] = []
        first = len(results) - len(self.changed)
        tensors = {number: node.meta["val"] for node, number in arguments.items()}
        for number, node in enumerate(results):
            target = self.changed[number - first] if number >= first else None
            if not isinstance(node, torch.fx.Node):
                found.append(("value", node))
            elif node in arguments:
                found.append(("argument", arguments[node]))
            elif not isinstance(node.meta.get("val"), torch.Tensor):
                found.append(("value", self._number_result(node)))
            else:
                if target is not None and not _lie_alike(tensors[target], node.meta["val"]):
                    target = None  # who calls the graph copies it
                self._require_result(node)
                if node not in known:
                    known[node] = self._result(number, node, outputs, values, target)
                found.append(known[node])
        if self.reasons:
            raise UntranslatedGraphError(self.reasons)
        interface = Interface(
            tuple(self.inputs),
            tuple(self.emit.draws),
            tuple(outputs),
            tuple(found),
            self.count,
        )
        return Translation(self._model(values, outputs), interface)

    def _model(
        self, values: Sequence[onnx_ir.Value], outputs: Sequence[GraphOutput]
    ) -> onnx_ir.Model:
        """The model, which says what its outputs overwrite of what it reads."""
        model = self.emit.model(values)
        read = {item.argument: item.name for item in self.inputs}
        overwritten = {
            item.name: read[item.overwritten] for item in outputs if item.overwritten in read
        }
        declare_training(model, overwritten)
        return model

    def _result(
        self,
        number: int,
        node: torch.fx.Node,
        outputs: list[GraphOutput],
        values: list[onnx_ir.Value],
        target: int | None,
    ) -> Result:
        value = self.emit.value(node)
        if value in self.emit.drawn:
            return "draw", self.emit.drawn[value]
        tensor = node.meta["val"]
        order = self.output_order(number, tensor) if target is None else order_of(tensor)
        name = f"output.{len(outputs)}"
        shape = shape_of(node)
        made = self.emit.permuted(value, order)
        if is_natural(order) or made is value:
            made = self.emit.node("Identity", value)
        written = described(name, type_of(node), [shape[axis] for axis in order])
        made.name, made.type, made.shape = written.name, written.type, written.shape
        values.append(made)
        strides = told_strides(tensor, shape, order)
        outputs.append(GraphOutput(name, shape, order, strides, type_of(node), target))
        return "output", len(outputs) - 1


def _lie_alike(tensor: Any, value: Any) -> bool:
    """Whether a value can be written where a tensor lies."""
    order = dense_order(tensor)
    same = tensor.dtype == value.dtype and tensor.shape == value.shape
    return same and order is not None and order == order_of(value)


def _only_draws(state: torch.fx.Node, user: torch.fx.Node) -> bool:
    """Whether a node reads another one as the state of the generator alone."""
    return operator_name(user.target) == _AGAIN and state not in user.args[1:]


def _number(node: torch.fx.Node) -> Any:
    """A node, or the number that it stands for now."""
    found = number_of(node)
    return node if found is None else found
