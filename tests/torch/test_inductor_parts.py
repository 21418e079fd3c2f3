"""What stands in for parts of Inductor does as they do."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from torch._functorch.compile_utils import fx_graph_cse
from torch._inductor import codecache, pattern_matcher
from torch.fx.experimental.proxy_tensor import make_fx

from aoe.torch import inductor_parts
from aoe.torch.inductor_parts import (
    torch_files,
    without_debugging,
    without_generators,
    without_local_map,
    without_matcher,
)

NAME = "torch._inductor.pattern_matcher"
WRAPPER = "torch._inductor.codegen.wrapper"
DEBUG = "torch._inductor.debug"
LOCAL_MAP = "torch.distributed.tensor.experimental._func_map"


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


def test_sources_of_triton_kernels_are_asked_of_the_code_generator(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = "user_defined_triton_kernel_transitive_closure_source_code"
    monkeypatch.delitem(sys.modules, WRAPPER, raising=False)
    monkeypatch.setattr(
        inductor_parts, "import_module", lambda _: SimpleNamespace(**{name: "source of {}".format})
    )
    with without_generators():
        from torch._inductor.codegen.wrapper import (
            user_defined_triton_kernel_transitive_closure_source_code as source,
        )

        assert WRAPPER in sys.modules
        assert source("a kernel") == "source of a kernel"
    assert WRAPPER not in sys.modules


@pytest.mark.parametrize("asked", [False, True])
def test_inductor_logs_graphs_where_somebody_debugs(
    monkeypatch: pytest.MonkeyPatch, asked: bool
) -> None:
    monkeypatch.delitem(sys.modules, DEBUG, raising=False)
    loaded: list[str] = []

    def load(name: str) -> Any:
        loaded.append(name)
        return SimpleNamespace(enable_aot_logging=nullcontext)

    monkeypatch.setattr(inductor_parts, "import_module", load)
    with torch._inductor.config.patch({"trace.enabled": asked}), without_debugging():
        from torch._inductor.debug import enable_aot_logging

        with enable_aot_logging():
            pass
    assert loaded == [DEBUG] * asked


def test_functions_on_parts_of_distributed_tensors_are_there_where_they_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, LOCAL_MAP, raising=False)
    with without_local_map():
        from torch.distributed.tensor.experimental._func_map import local_map

        assert local_map is sys.modules[LOCAL_MAP].local_map
        assert isinstance(sys.modules[LOCAL_MAP].__file__, str)
    assert LOCAL_MAP in sys.modules


def test_functions_of_pytorchs_key_are_back_afterwards() -> None:
    before = codecache.torch_key, codecache.CacheBase.get_system
    with without_generators():
        assert codecache.torch_key is torch_files
        assert codecache.CacheBase.get_system is not before[1]
    assert (codecache.torch_key, codecache.CacheBase.get_system) == before
    assert codecache.CacheBase().system == before[1]()


@pytest.mark.parametrize("change", ["time", "size", "name", "library"])
def test_a_change_of_pytorchs_files_changes_their_digest(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, change: str
) -> None:
    monkeypatch.setattr(torch, "__file__", str(tmp_path / "__init__.py"))
    module = tmp_path / "part" / "module.py"
    module.parent.mkdir()
    module.write_text("x = 1\n")
    os.utime(module, ns=(0, 10**18))
    digest = torch_files.__wrapped__
    before = digest()
    assert digest() == before
    if change == "time":
        os.utime(module, ns=(0, 10**18 + 1))
    elif change == "size":
        module.write_text("x = 10\n")
        os.utime(module, ns=(0, 10**18))
    elif change == "name":
        module.rename(module.with_name("other.py"))
    else:
        (tmp_path / "library.so").write_bytes(b"code")
    assert digest() != before
