"""What stands in for modules of PyTorch does as they do."""

from __future__ import annotations

import sys
import threading
from contextlib import nullcontext
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import torch
from torch._functorch.compile_utils import fx_graph_cse
from torch._inductor import pattern_matcher
from torch.fx.experimental.proxy_tensor import make_fx

from aoe.torch.replaced import stand_ins
from aoe.torch.replaced.stand_ins import without_debugging, without_matcher, without_sources

NAME = "torch._inductor.pattern_matcher"
WRAPPER = "torch._inductor.codegen.wrapper"
DEBUG = "torch._inductor.debug"


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
    monkeypatch.setattr(stand_ins, "import_module", lambda _: matcher)
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
        stand_ins, "import_module", lambda _: SimpleNamespace(**{name: "source of {}".format})
    )
    with without_sources():
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

    monkeypatch.setattr(stand_ins, "import_module", load)
    with torch._inductor.config.patch({"trace.enabled": asked}), without_debugging():
        from torch._inductor.debug import enable_aot_logging

        with enable_aot_logging():
            pass
    assert loaded == [DEBUG] * asked


@pytest.mark.usefixtures("_debugging_not_loaded")
def test_a_variable_that_is_set_later_asks_for_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyTorch 2.14 reads it whenever it makes a graph."""
    loaded: list[str] = []

    def load(name: str) -> Any:
        loaded.append(name)
        return SimpleNamespace(enable_aot_logging=nullcontext)

    monkeypatch.setattr(stand_ins, "import_module", load)
    monkeypatch.setenv("TORCH_COMPILE_DEBUG", "1")
    with without_debugging():
        from torch._inductor.debug import enable_aot_logging

        with enable_aot_logging():
            pass
    assert loaded == [DEBUG]


@pytest.fixture
def _debugging_not_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes the module away, also from its package; both have it again afterwards."""
    import torch._inductor.debug

    monkeypatch.delattr(torch._inductor, "debug")
    monkeypatch.delitem(sys.modules, DEBUG)


@pytest.mark.usefixtures("_debugging_not_loaded")
def test_a_stand_in_is_an_attribute_of_its_package() -> None:
    with without_debugging():
        import torch._inductor.debug

        asked = torch._inductor.debug
        assert asked is sys.modules[DEBUG]
        assert callable(asked.DebugContext)  # of the module itself, which is loaded now
        assert torch._inductor.debug is sys.modules[DEBUG] is not asked
    assert torch._inductor.debug is sys.modules[DEBUG]


@pytest.mark.usefixtures("_debugging_not_loaded")
def test_a_stand_in_leaves_nothing_behind() -> None:
    with without_debugging(), without_debugging():
        pass
    assert DEBUG not in sys.modules
    assert not hasattr(torch._inductor, "debug")


class Halfway(dict[str, Any]):
    """Modules. Between two steps of the first thread, another one finds that a module is needed."""

    def __init__(self, modules: dict[str, Any], other: threading.Thread) -> None:
        super().__init__(modules)
        self._other = other

    def get(self, name: str, default: Any = None) -> Any:
        """The module, or the default."""
        found = super().get(name, default)
        if name == DEBUG and threading.current_thread() is threading.main_thread():
            if not self._other.ident:
                self._other.start()
            self._other.join(0.2)  # where it waits, it goes on later
        return found


def test_a_module_that_another_thread_loads_meanwhile_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stand_in, module = stand_ins._Debug(DEBUG), ModuleType(DEBUG)

    def load() -> None:
        stand_in.leave()
        modules[DEBUG] = module

    other = threading.Thread(target=load)
    modules = Halfway({DEBUG: stand_in}, other)
    monkeypatch.setattr(stand_ins, "sys", SimpleNamespace(modules=modules))
    stand_in.leave()
    other.join()
    assert modules[DEBUG] is module


def test_a_thread_that_began_to_load_before_the_stand_in_came_gives_it_to_the_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    package, module = ModuleType("torch._inductor"), ModuleType(DEBUG)
    modules: dict[str, Any] = {"torch._inductor": package}
    monkeypatch.setattr(stand_ins, "sys", SimpleNamespace(modules=modules))
    stand_in = stand_ins._Debug(DEBUG)
    assert stand_in.enter()
    modules[DEBUG] = module
    stand_in.leave()
    assert vars(package)["debug"] is modules[DEBUG] is module
