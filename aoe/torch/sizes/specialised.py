"""A graph with open sizes, rewritten for the sizes of one call.

Its operators are called once more with fake tensors of fixed sizes. What is computed of sizes
alone becomes constants. What data decide stays open (`aoe.torch.translate.facts`). Complex tensors
whose parts need a known size, as those of Fourier transforms, become pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from types import MappingProxyType
from typing import Any

import torch

from aoe.errors import AoeError
from aoe.torch.joint.complex_pairs import as_pairs
from aoe.torch.private_torch import FakeTensorMode, ShapeEnv
from aoe.torch.sizes.open_sizes import Formula, formula_of
from aoe.torch.translate.facts import attribute_of

_PLAIN = (bool, int, float, str, torch.dtype, torch.device, torch.layout, torch.memory_format)

#: Numbers that may be open, and what they are when they are not.
_KINDS = ((torch.SymInt, int), (torch.SymFloat, float), (torch.SymBool, bool))


def specialised(
    module: torch.fx.GraphModule,
    numbers: Mapping[Formula, int | float],
    strides: Mapping[int, Sequence[int]] = MappingProxyType({}),
) -> torch.fx.GraphModule:
    """A graph of fixed sizes, with as many arguments and results.

    Args:
        module: The graph, which stays as it is.
        numbers: The number of each formula of its arguments' sizes.
        strides: The strides of arguments, by their numbers, that no sizes decide.

    Raises:
        UnspecialisedError: PyTorch cannot call an operator with such fake tensors.
    """
    with _nothing_around():
        try:
            return _Specialisation(module, numbers, strides)()
        except Exception as error:  # what operators of PyTorch and of packages raise
            text = str(error).partition("\n")[0]
            raise UnspecialisedError(f"its sizes cannot be fixed ({text})") from error


class UnspecialisedError(AoeError):
    """A graph cannot be rewritten for fixed sizes."""


class _Specialisation:
    """A graph that is rewritten."""

    def __init__(
        self,
        module: torch.fx.GraphModule,
        numbers: Mapping[Formula, int | float],
        strides: Mapping[int, Sequence[int]],
    ) -> None:
        self._module, self._numbers = module, dict(numbers)
        places = (node for node in module.graph.nodes if node.op == "placeholder")
        self._strides = {
            node: strides[number] for number, node in enumerate(places) if number in strides
        }
        self._graph = torch.fx.Graph()
        # Data may decide sizes within the graph: the environment of shapes has symbols for them.
        self._mode = FakeTensorMode(shape_env=ShapeEnv(), allow_non_fake_inputs=True)
        #: What each node of the graph gives, and the new node that gives it; None for a constant.
        self._values: dict[torch.fx.Node, Any] = {}
        self._nodes: dict[torch.fx.Node, torch.fx.Node | None] = {}

    def __call__(self) -> torch.fx.GraphModule:
        with self._mode:
            for node in self._module.graph.nodes:
                if node.op == "output":
                    self._graph.output(self._new(node.args[0]))
                else:
                    self._add(node)
            made = torch.fx.GraphModule(self._module, self._graph)
            as_pairs(made)  # what could not be done for all sizes
        made.meta.update(self._module.meta)
        return made

    def _add(self, node: torch.fx.Node) -> None:
        value = self._value(node)
        self._values[node] = value
        if node.op == "call_function" and (isinstance(value, _PLAIN) or self._only_checks(node)):
            self._nodes[node] = None
            return
        made = self._graph.create_node(
            node.op, node.target, self._new(node.args), self._new(node.kwargs), node.name
        )
        made.meta = {**node.meta, "val": value}
        self._nodes[node] = made

    def _value(self, node: torch.fx.Node) -> Any:
        if node.op == "placeholder":
            value = node.meta.get("val")
            if not node.users and not isinstance(value, torch.Tensor):
                return None  # a number, perhaps of a stride, that nobody knows here
            return self._argument(value, self._strides.get(node))
        if node.op == "get_attr":
            found = attribute_of(self._module, node)
            if not isinstance(found, torch.Tensor) or found.device.type == "meta":
                return found
            return self._mode.from_tensor(found, static_shapes=True)
        arguments = torch.fx.map_arg(node.args, self._values.__getitem__)
        named = torch.fx.map_arg(node.kwargs, self._values.__getitem__)
        return node.target(*arguments, **named)

    def _argument(self, value: Any, strides: Sequence[int] | None) -> Any:
        """An argument with its sizes fixed. `strides`: its strides if no sizes decide them."""
        for kind, plain in _KINDS:
            if isinstance(value, kind):
                return plain(self._number(value))
        if not isinstance(value, torch.Tensor):
            return value
        sizes = [int(self._number(number)) for number in value.shape]
        if strides is None:
            strides = [int(self._number(number)) for number in value.stride()]
        return torch.empty_strided(sizes, strides, dtype=value.dtype, device=value.device)

    def _number(self, number: Any) -> Any:
        if isinstance(number, int):
            return number
        formula = formula_of(number)
        if formula not in self._numbers:  # a stride that sizes decide, or a constant
            self._numbers[formula] = formula.subs(self._numbers)
        return self._numbers[formula]

    def _only_checks(self, node: torch.fx.Node) -> bool:
        """Whether a node gives nothing and reads numbers alone, which it has found right."""
        read = node.all_input_nodes
        return self._values[node] is None and all(self._nodes[item] is None for item in read)

    def _new(self, arguments: Any) -> Any:
        def new(node: torch.fx.Node) -> Any:
            value = self._values[node]
            return value if isinstance(value, _PLAIN) else self._nodes[node]

        return torch.fx.map_arg(arguments, new)


@contextmanager
def _nothing_around() -> Iterator[None]:
    """While this is in force, operators do what a graph says, whatever is in force around a call of
    it.
    """
    with ExitStack() as stack:
        modes: Sequence[Any] = (
            torch.utils._python_dispatch._disable_current_modes(),
            torch.inference_mode(False),
            torch.no_grad(),
            torch._C._DisableAutocast(),
        )
        for mode in modes:
            stack.enter_context(mode)
        yield
