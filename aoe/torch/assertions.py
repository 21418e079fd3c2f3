"""Assertions of a graph about its tensors, as Dynamo makes of `assert (x > 0).all(), "message"`.

A graph that stopped for each of them would be in pieces. Here the conditions become the last
results of the graph, and PyTorch checks them behind it, in their order. Nothing that a user sees
happens before: new values of arguments are copied later (`aoe.torch.endings`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from aoe.torch.boxed import Boxed, boxed
from aoe.torch.own_operators import NAMESPACE
from aoe.torch.translate.table import operator_name

_ASSERTION = "_assert_async.msg"
#: An operator that calls another one, which reads the state of the generator that it is given.
_DRAWS_AGAIN = "run_with_rng_state"
#: What operators of PyTorch and of open-aoe begin with. Others may print or write files.
_KNOWN = ("aten", "prims", "prim", NAMESPACE)


def without_assertions(module: torch.fx.GraphModule) -> tuple[str, ...]:
    """Makes the conditions of assertions the last results of a graph. Returns their messages. An
    assertion stays where an operator follows that may have an effect of its own.
    """
    graph = module.graph
    found: list[torch.fx.Node] = []
    for node in reversed(graph.nodes):
        if operator_name(node.target) == _ASSERTION:
            found.append(node)
        elif node.op == "call_function" and _has_effects(node.target):
            break
    if not found:
        return ()
    found.reverse()
    output = next(node for node in graph.nodes if node.op == "output")
    output.args = ((*output.args[0], *(node.args[0] for node in found)),)
    messages = tuple(node.args[1] for node in found)
    for node in found:
        graph.erase_node(node)
    module.recompile()
    return messages


def with_assertions(function: Boxed, messages: Sequence[str]) -> Boxed:
    """A function of a list of arguments whose last results are the conditions of assertions with
    these messages: PyTorch's error is raised where one is not met.
    """
    if not messages:
        return function

    @boxed
    def call(arguments: list[Any]) -> Sequence[Any]:
        results = function(arguments)
        for condition, message in zip(results[-len(messages) :], messages, strict=True):
            torch.ops.aten._assert_async.msg(condition, message)
        return results[: -len(messages)]

    return call


def _has_effects(target: object) -> bool:
    """Whether a call of an operator may do more than give tensors."""
    if isinstance(target, torch._ops.OpOverload):
        schema = target._schema
        return target.namespace not in _KNOWN or schema.is_mutable or not schema.returns
    return (
        isinstance(target, torch._ops.HigherOrderOperator) and operator_name(target) != _DRAWS_AGAIN
    )
