"""What stands in for parts of Inductor does as they do."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from torch._functorch.compile_utils import fx_graph_cse
from torch._inductor import pattern_matcher
from torch.fx.experimental.proxy_tensor import make_fx

from aoe.torch import inductor_parts
from aoe.torch.inductor_parts import without_matcher

NAME = "torch._inductor.pattern_matcher"


@pytest.fixture
def _not_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, NAME)


def changing(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Equal nodes, of which a change of an argument parts some."""
    before = (x + y) * (x + y)
    first, _ = torch.aminmax(before)
    second, _ = torch.aminmax(before)
    y.copy_(before)
    return (x + y) * (x + y) + first + second


@pytest.mark.usefixtures("_not_loaded")
def test_equal_nodes_are_joined_as_by_the_matcher(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = make_fx(changing)(torch.ones(3), torch.ones(3)).graph
    with without_matcher():
        found = fx_graph_cse(graph)
    assert NAME not in sys.modules
    monkeypatch.setitem(sys.modules, NAME, pattern_matcher)
    assert str(found) == str(fx_graph_cse(graph))
    assert len(found.nodes) < len(graph.nodes)


@pytest.mark.usefixtures("_not_loaded")
def test_nodes_that_only_inductor_knows_are_left_to_the_matcher(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Any] = []
    matcher = SimpleNamespace(compute_mutation_region_ids=asked.append, fwd_only="a function")
    monkeypatch.setattr(inductor_parts, "import_module", lambda _: matcher)
    graph = torch.fx.Graph()
    graph.output(graph.call_method("add_", (graph.placeholder("x"), 1)))
    with without_matcher():
        sys.modules[NAME].compute_mutation_region_ids(graph)
        assert NAME not in sys.modules
    assert asked == [graph]
    with without_matcher():
        from torch._inductor.pattern_matcher import fwd_only

        assert fwd_only == "a function"


def test_a_matcher_that_is_loaded_stays() -> None:
    with without_matcher():
        assert sys.modules[NAME] is pattern_matcher
