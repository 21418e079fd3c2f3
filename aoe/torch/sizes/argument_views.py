"""Results that are views of arguments, where sizes are open.

AOTAutograd makes such a result again: a view of the argument that lies as the result of the graph
does. So the result has to lie in the argument's own memory, which compiled code, pairs of complex
parts and new values of arguments do not do. Here the views of the graph are made of the arguments
themselves, beside the program. AOTAutograd makes those of known sizes without the graph.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import torch
from torch.utils._pytree import tree_leaves

from aoe.torch.boxed import Boxed, boxed
from aoe.torch.private_torch import free_symbols, functorch_config

_NUMBERS = (bool, int, float, torch.SymBool, torch.SymInt, torch.SymFloat)


@dataclass(frozen=True, slots=True)
class ArgumentViews:
    """Results of a graph that are views of its arguments.

    Attributes:
        positions: Which of the results they are.
        arguments: The names of the arguments that `module` reads.
        module: A graph that gives them.
        unknown: Other results that PyTorch says are such views. The graph does not show how.
    """

    positions: tuple[int, ...]
    arguments: tuple[str, ...]
    module: torch.fx.GraphModule
    unknown: tuple[int, ...]

    def left_out(self, module: torch.fx.GraphModule) -> torch.fx.GraphModule:
        """A graph that gives None in their place."""
        rest = torch.fx.GraphModule(module, deepcopy(module.graph))
        rest.meta.update(module.meta)
        output = rest.graph.output_node()
        before = list(output.args[0])
        left = set(self.positions)
        output.args = (tuple(None if at in left else node for at, node in enumerate(before)),)
        _erase(before[position] for position in self.positions)
        rest.recompile()
        return rest

    def beside(self, function: Boxed, module: torch.fx.GraphModule) -> Boxed:
        """A function that gives what `function` gives, and these results.

        Args:
            function: It gives None in their place.
            module: The graph whose arguments it gets.
        """
        names = [node.name for node in module.graph.nodes if node.op == "placeholder"]
        read = [names.index(name) for name in self.arguments]
        compute = self.module.forward

        @boxed
        def call(arguments: list[Any]) -> Sequence[Any]:
            views = compute(*(arguments[number] for number in read))
            results = list(function(arguments))
            for position, view in zip(self.positions, views, strict=True):
                results[position] = view
            return results

        return call


def copy_if_open(module: torch.fx.GraphModule) -> torch.fx.GraphModule | None:
    """A copy of a graph that will be changed; None if no size of its arguments is open."""
    values = (node.meta.get("val") for node in module.graph.nodes if node.op == "placeholder")
    if not any(isinstance(item, torch.Tensor) and free_symbols(item) for item in values):
        return None
    return torch.fx.GraphModule(module, deepcopy(module.graph))


def views_of_arguments(module: torch.fx.GraphModule) -> ArgumentViews | None:
    """The results that AOTAutograd makes again of how the results of a graph lie; None if there are
    none.

    Args:
        module: An inference graph, or the graph of forward and backward pass together. Nothing of
            it is replaced yet.
    """
    context = torch._guards.TracingContext.try_get()
    facts: Any = None if context is None else context.fw_metadata
    made = _made_again(facts)
    arguments = [node for node in module.graph.nodes if node.op == "placeholder"]
    if not made or len(arguments) < len(facts.input_info):
        return None
    results = tree_leaves(module.graph.output_node().args[0])
    values = _new_values(arguments, results, facts)
    making = _Views(arguments)
    views = {
        position: view
        for position, number in made.items()
        if (view := making.of(results[position], number, values.get(number))) is not None
    }
    unknown = tuple(position for position in made if position not in views)
    return ArgumentViews(tuple(views), *making.given(tuple(views.values()), module), unknown)


class _UnknownViewError(Exception):
    """A graph does not show how a result is made of an argument."""


class _Views:
    """A graph that makes views of its arguments, and nothing else."""

    def __init__(self, arguments: Sequence[torch.fx.Node]) -> None:
        self._graph = torch.fx.Graph()
        self._arguments = [self._graph.node_copy(node) for node in arguments]
        self._copies = dict(zip(arguments, self._arguments, strict=True))
        #: What is a view of which argument, or the value that the graph gives it.
        self._base: torch.fx.Node | None = None
        self._argument = self._arguments[0]

    def of(
        self, result: object, number: int, new_value: torch.fx.Node | None
    ) -> torch.fx.Node | None:
        """A result; None if the graph does not show how it is a view of an argument.

        Args:
            result: The node that the graph gives.
            number: The number of the argument.
            new_value: The node that becomes its value, if the graph changes it.
        """
        self._argument = self._arguments[number]
        copies = {copy: node for node, copy in self._copies.items()}
        self._base = copies[self._argument] if new_value is None else new_value
        try:
            return self._view(result)
        except _UnknownViewError:
            return None

    def given(
        self, views: tuple[torch.fx.Node, ...], module: torch.fx.GraphModule
    ) -> tuple[tuple[str, ...], torch.fx.GraphModule]:
        """The names of the arguments that are read, and the graph that gives these views."""
        self._graph.output(views)
        for node in reversed(self._graph.nodes):
            if node.op != "output" and not node.users:
                self._graph.erase_node(node)
        names = tuple(copy.name for copy in self._arguments if not copy._erased)
        return names, torch.fx.GraphModule(module, self._graph)

    def _view(self, node: object) -> torch.fx.Node:
        """A view of the argument in place of one of its value."""
        if node is self._base:
            return self._argument
        if not isinstance(node, torch.fx.Node) or not _gives_views(node):
            raise _UnknownViewError
        return self._called(node, (self._view(node.args[0]), *self._numbers(node.args[1:])))

    def _number(self, node: torch.fx.Node) -> torch.fx.Node:
        """A number of sizes, or what it is asked of."""
        if node in self._copies:
            return self._copies[node]
        if not isinstance(node.meta.get("val"), _NUMBERS):
            return self._view(node)
        return self._called(node, self._numbers(node.args))

    def _numbers(self, arguments: Any) -> Any:
        if any(isinstance(item, torch.SymInt) for item in tree_leaves(arguments)):
            raise _UnknownViewError
        return torch.fx.map_arg(arguments, self._number)

    def _called(self, node: torch.fx.Node, arguments: tuple[Any, ...]) -> torch.fx.Node:
        if node.op != "call_function":
            raise _UnknownViewError
        return self._graph.call_function(node.target, arguments, self._numbers(node.kwargs))


def _made_again(facts: Any) -> dict[int, int]:
    """The results that AOTAutograd makes of how they lie, with the numbers of the arguments that
    they are views of. `facts`: what it knows of the graph.
    """
    if facts is None or getattr(facts, "tokens", None):
        return {}  # results of a graph with tokens are behind those
    replays = getattr(functorch_config, "view_replay_for_aliased_outputs", False)
    first, found = facts.num_mutated_inp_runtime_indices, {}
    for position, info in enumerate(facts.output_info, first):
        if info.output_type.name != "alias_of_input":
            continue
        steps = info.view_meta_sequence
        is_made_without = (
            replays
            and steps is not None
            and not any(step.has_symbolic_inputs for step in steps.sequence)
        )
        if not is_made_without and not facts.input_info[info.base_idx].mutates_metadata:
            found[position] = info.base_idx
    return found


def _new_values(
    arguments: Sequence[torch.fx.Node], results: Sequence[Any], facts: Any
) -> dict[int, Any]:
    """The nodes that become the values of arguments, by the numbers of these."""
    found = dict(zip(facts.mutated_inp_runtime_indices, results, strict=False))
    numbers = {node: number for number, node in enumerate(arguments)}
    for node in arguments:
        for user in node.users:
            if user.target is torch.ops.aten.copy_.default and user.args[0] is node:
                found[numbers[node]] = user.args[1]
    return found


def _gives_views(node: torch.fx.Node) -> bool:
    """Whether a node is a view of its first argument, or gives several, or is one of those."""
    return node.target is operator.getitem or getattr(node.target, "is_view", False)


def _erase(nodes: Iterable[Any]) -> None:
    """Takes views that nothing reads any more out of their graph."""
    left = list(nodes)
    while left:
        node = left.pop()
        if not node.users and not node._erased and _gives_views(node):
            left += node.all_input_nodes
            node.graph.erase_node(node)
