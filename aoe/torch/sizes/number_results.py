"""Results of a graph that are numbers computed of numbers, such as how many tokens a cache holds.

A model may count in Python what it has seen. Dynamo leaves the count open and gives it to the graph
only to get it back, one larger. Such numbers are computed beside the program, so that a program
serves all of them. Numbers that follow from the sizes of tensors stay: they are constants of the
program for these sizes.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import torch

from aoe.torch.boxed import Boxed, boxed
from aoe.torch.private_torch import free_symbols
from aoe.torch.sizes.open_sizes import formula_of, is_open_number


@dataclass(frozen=True, slots=True)
class NumberResults:
    """Results of a graph that are numbers, computed of numbers alone.

    Attributes:
        positions: Which of the results they are.
        module: A graph of the same arguments that gives them.
    """

    positions: tuple[int, ...]
    module: torch.fx.GraphModule


def without_number_results(
    module: torch.fx.GraphModule,
) -> tuple[torch.fx.GraphModule, NumberResults | None]:
    """A graph that gives None instead of its numbers, and what computes these; the graph itself and
    None if there are none.
    """
    positions = _positions(module)
    if not positions:
        return module, None
    rest = torch.fx.GraphModule(module, deepcopy(module.graph))
    rest.meta.update(module.meta)
    results = rest.graph.output_node().args[0]
    _give(rest, [None if position in positions else node for position, node in enumerate(results)])
    return rest, NumberResults(positions, _alone(module, positions))


def with_number_results(function: Boxed, numbers: NumberResults) -> Boxed:
    """A function that gives what `function` gives, and the numbers that are left out there."""
    compute = numbers.module.forward

    @boxed
    def call(arguments: list[Any]) -> Sequence[Any]:
        found = compute(*arguments)
        results = list(function(arguments))
        for position, number in zip(numbers.positions, found, strict=True):
            results[position] = number
        return results

    return call


def _positions(module: torch.fx.GraphModule) -> tuple[int, ...]:
    """Which results are computed of numbers alone, and not of sizes of tensors."""
    nodes = [node for node in module.graph.nodes if node.op == "placeholder"]
    decided = {
        symbol
        for node in nodes
        if isinstance(node.meta.get("val"), torch.Tensor)
        for symbol in free_symbols(node.meta["val"].shape)
    }
    of_numbers: set[torch.fx.Node] = set()
    for node in module.graph.nodes:
        if is_open_number(node.meta.get("val")) and of_numbers.issuperset(node.all_input_nodes):
            of_numbers.add(node)
    return tuple(
        position
        for position, node in enumerate(module.graph.output_node().args[0])
        if node in of_numbers and not decided.issuperset(formula_of(node.meta["val"]).free_symbols)
    )


def _alone(module: torch.fx.GraphModule, positions: Sequence[int]) -> torch.fx.GraphModule:
    """A graph of all arguments that computes nothing but some of the results, which are numbers."""
    given = module.graph.output_node().args[0]
    read: set[torch.fx.Node] = set()
    left = [given[position] for position in positions]
    while left:
        node = left.pop()
        read.add(node)
        left += node.all_input_nodes
    graph = torch.fx.Graph()
    made: dict[torch.fx.Node, torch.fx.Node] = {}
    for node in module.graph.nodes:
        if node.op == "placeholder" or node in read:
            made[node] = graph.node_copy(node, made.__getitem__)
    graph.output(tuple(made[given[position]] for position in positions))
    return torch.fx.GraphModule(module, graph)


def _give(module: torch.fx.GraphModule, results: Sequence[Any]) -> None:
    """Makes these the results of a graph, and takes out the numbers that nothing reads then."""
    graph = module.graph
    graph.output_node().args = (tuple(results),)
    for node in reversed(graph.nodes):
        if node.op == "call_function" and not node.users and is_open_number(node.meta.get("val")):
            graph.erase_node(node)
    module.recompile()
