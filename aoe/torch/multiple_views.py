"""Results that are views of one of several that an operator gives, or of an argument.

What `chunk`, `split` and `unbind` make are several views of one tensor.

Autograd lets nobody change such a view in place while it has a gradient, nor read one after a
change of what it is a view of. AOTAutograd relies on that: it hides from autograd that such results
are views, so that a change is neither refused nor part of a gradient. Here they are views again.
Those of an argument are made of the argument that the graph says, whatever shares memory with it.

Where sizes are open, AOTAutograd makes a view of an argument again from the sizes, the strides and
the place of the result in its memory. So the result has to lie in its memory as the view lies in
the argument: it is made by the same steps, of the argument or of what the graph changes it to.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import torch

_aten: Any = torch.ops.aten
#: Operators that give several views of their first argument.
SEVERAL_VIEWS = frozenset({_aten.split.Tensor, _aten.split_with_sizes.default, _aten.unbind.int})
#: Operators whose result is a view of their first argument, with its gradient.
VIEWS = frozenset(
    {
        *(_aten.view.default, _aten.permute.default, _aten.t.default, _aten.transpose.int),
        *(_aten.unsqueeze.default, _aten.expand.default, _aten.select.int, _aten.slice.Tensor),
        *(_aten.squeeze.default, _aten.squeeze.dim, _aten.squeeze.dims, _aten.alias.default),
    }
)
#: A step from a tensor to a view of it: the name of an operator of ATen, its overload and its other
#: arguments; of no name where it takes one of several views.
Step: TypeAlias = tuple[str, str, tuple[Any, ...]]

#: A view of a tensor that is the whole tensor.
ITSELF: tuple[Step, ...] = (("alias", "default", ()),)


@dataclass(frozen=True, slots=True)
class ViewInSteps:
    """A result that is a view, by some steps, of what the graph gives in its place.

    Attributes:
        number: The number of the result.
        steps: The steps to it.
    """

    number: int
    steps: tuple[Step, ...]

    def of(self, base: Any) -> Any:
        """The result, made of what the graph gives in its place."""
        view = base
        for name, overload, others in self.steps:
            if name:
                view = getattr(getattr(_aten, name), overload)(view, *others)
            else:
                view = view[others[0]]
        return view


def is_one_of_several(node: object) -> bool:
    """Whether a node is one of several views, or a view of one."""
    while isinstance(node, torch.fx.Node) and node.op == "call_function":
        if node.target is operator.getitem and _source(node).target in SEVERAL_VIEWS:
            return True
        if node.target not in VIEWS:
            return False
        node = node.args[0]
    return False


def steps_from_argument(
    node: torch.fx.Node,
) -> tuple[torch.fx.Node, tuple[Step, ...]] | None:
    """The argument that a node is a view of, or what the graph changes it to, and the steps to the
    node. None if it is no such view, or if sizes that are open decide the steps.
    """
    steps: list[Step] = []
    while node.op == "call_function" and not _is_new_value(node):
        others = tuple(node.args[1:])
        if node.kwargs or not all(map(_is_fixed, others)):
            return None
        if node.target is operator.getitem:
            steps.append(("", "", others))
        elif node.target in VIEWS or node.target in SEVERAL_VIEWS:
            steps.append((*_named(node.target), others))
        else:
            return None
        node = _source(node)
    is_kept = node.op == "placeholder" and not any(map(_is_change, node.users))
    return (node, tuple(reversed(steps))) if is_kept or _is_new_value(node) else None


def let_autograd_know(module: torch.fx.GraphModule) -> None:
    """Tells PyTorch that autograd is to see those results of a forward graph as views that are one
    of several.
    """
    context = torch._guards.TracingContext.try_get()
    facts: Any = None if context is None else context.fw_metadata
    hidden: Sequence[int] = getattr(facts, "unsafe_view_out_indices", [])
    if not hidden or getattr(facts, "tokens", None):
        return  # results of a graph with tokens are behind those
    first = facts.num_mutated_inp_runtime_indices
    results = module.graph.output_node().args[0]
    kept = [number for number in hidden if not is_one_of_several(results[first + number])]
    facts.unsafe_view_out_indices = kept
    facts.num_unsafe_view_outputs = len(kept)


def _source(node: torch.fx.Node) -> torch.fx.Node:
    """What a view is made of."""
    source = node.args[0]
    assert isinstance(source, torch.fx.Node), "a view is made of a node"
    return source


def _named(target: Any) -> tuple[str, str]:
    """The name and the overload of an operator of ATen."""
    _, name, overload = str(target).split(".")
    return name, overload


def _is_fixed(value: object) -> bool:
    """Whether an argument of an operator is known before the graph runs."""
    if isinstance(value, (list, tuple)):
        return all(map(_is_fixed, value))
    return value is None or type(value) in (int, bool)


def _is_new_value(node: torch.fx.Node) -> bool:
    """Whether a node is the value that a change in place gives an argument."""
    return any(_is_change(user) and user.args[1] is node for user in node.users)


def _is_change(node: torch.fx.Node) -> bool:
    """Whether a node changes an argument in place, as AOTAutograd ends a graph."""
    return node.target is _aten.copy_.default
