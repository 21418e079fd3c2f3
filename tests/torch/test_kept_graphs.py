"""A graph that was compiled before comes from PyTorch's cache, and computes what it computed."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch._dynamo.utils import counters
from torch._functorch import config as functorch_config
from torch._inductor import codecache

import aoe.torch
from aoe.application.model.known_model import KnownModel
from aoe.application.model.program_group import GroupProgram, ProgramGroup
from aoe.errors import CompileError
from aoe.torch import kept_graphs
from aoe.torch.boxed import Boxed
from aoe.torch.dump import dump
from aoe.torch.replaced import cache_key
from aoe.torch.report import journal, reports
from tests.torch.nets import Encoder, classes, cnn, images, words
from tests.torch.training import check_training, close, compiled, cross_entropy, whole
from tests.watched_lock import WatchedLock

pytestmark = pytest.mark.skipif(
    not hasattr(functorch_config, "force_non_lazy_backward_lowering"),
    reason=f"torch {torch.__version__} cannot keep graphs of two compilers",
)


def counted(name: str) -> int:
    """How often AOTAutograd's cache did something in this test."""
    return int(counters["aot_autograd"][f"autograd_cache_{name}"])


def restart() -> None:
    """Forgets what this process has compiled. The files stay."""
    torch._dynamo.reset()
    counters.clear()
    journal().reports.clear()
    torch.manual_seed(0)


@pytest.fixture(autouse=True)
def _counters() -> None:
    counters.clear()


def test_training_goes_on_with_graphs_of_the_cache() -> None:
    torch.manual_seed(0)
    check_training(cnn(), images(), classes(4))
    first = [(item.operators, item.translated) for item in reports()]
    assert (counted("hit"), counted("saved")) == (0, 1)
    restart()
    check_training(cnn(), images(), classes(4))
    assert (counted("hit"), counted("saved")) == (1, 0)
    assert [(item.operators, item.translated) for item in reports()] == first
    assert all(item.cached == item.parts for item in reports())
    assert whole()


def test_a_backward_pass_of_the_cache_runs_again() -> None:
    found = []
    for _ in range(2):
        restart()
        module = cnn()
        loss = cross_entropy(compiled(module)(*images()), classes(4))
        loss.backward(retain_graph=True)
        loss.backward()
        found.append([item.grad for item in module.parameters()])
    assert counted("hit") == 1
    for one, other in zip(*found, strict=True):
        close(one, other)


def test_draws_of_graphs_of_the_cache_are_those_of_eager() -> None:
    for _ in range(2):
        restart()
        check_training(Encoder(0.2), words(), classes(3))
    assert counted("hit") == 1


def test_a_graph_without_gradients_comes_from_the_cache() -> None:
    for _ in range(2):
        restart()
        module, inputs = cnn().eval(), images()
        with torch.no_grad():
            close(compiled(module)(*inputs), module(*inputs))
    assert counted("hit") == 1


def test_a_model_whose_program_is_in_the_compile_cache_is_not_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check_training(cnn(), images(), classes(4), steps=1)
    restart()
    monkeypatch.setattr(kept_graphs.Kept, "_read", lambda _: pytest.fail("a model was read"))
    check_training(cnn(), images(), classes(4), steps=1)
    assert counted("hit") == 1


def test_code_generators_of_inductor_are_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def ask() -> None:
        asked.append("code generators")

    monkeypatch.setattr(codecache, "init_backend_registration", ask)
    check_training(cnn(), images(), classes(4), steps=1)
    assert (counted("saved"), asked) == (1, [])
    codecache.init_backend_registration()
    assert asked == ["code generators"]


@pytest.mark.parametrize(
    "name",
    [
        "torch._inductor.debug",
        "torch._inductor.scheduler",
        "torch._inductor.codegen.wrapper",
        "torch.distributed.tensor.experimental._func_map",
    ],
)
def test_parts_of_pytorch_that_are_not_needed_are_not_loaded(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.delitem(sys.modules, name, raising=False)
    for _ in range(2):
        restart()
        check_training(cnn(), images(), classes(4), steps=1)
    assert counted("hit") == 1
    assert name not in sys.modules


def test_files_of_pytorch_and_triton_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def read() -> Any:
        pytest.fail("files of PyTorch or Triton are read")

    monkeypatch.setattr(codecache, "torch_key", read)
    monkeypatch.setattr(codecache.CacheBase, "get_system", staticmethod(read))
    check_training(cnn(), images(), classes(4), steps=1)
    assert counted("saved") == 1


@pytest.mark.parametrize("before", [False, True])
def test_weights_that_are_constants_are_not_kept(before: bool) -> None:
    for freeze in (before, True):
        restart()
        module, inputs = cnn().eval(), images()
        with torch.no_grad():
            close(compiled(module, options={"freeze": freeze})(*inputs), module(*inputs))
    assert counted("hit") == 0


def test_arguments_that_share_memory_find_no_graph_of_others() -> None:
    def function(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        x.mul_(2)
        return x + y

    def arguments(shared: bool) -> tuple[torch.Tensor, torch.Tensor]:
        x = torch.arange(4.0)
        return x.view(4), (x if shared else x.clone()).view(4)

    for shared in (False, True):
        restart()
        expected = function(*arguments(shared))
        close(compiled(function)(*arguments(shared)), expected)
        assert (counted("hit"), counted("saved")) == (0, int(not shared))


def test_operators_of_other_packages_are_not_kept() -> None:
    def function(x: torch.Tensor) -> Any:
        return torch.ops.of_others.scaled(x)

    x = torch.randn(4)
    for factor in (2.0, 3.0):
        restart()
        with torch.library._scoped_library("of_others", "DEF") as library:
            library.define("scaled(Tensor x) -> Tensor")
            library.impl("scaled", lambda x, by=factor: x * by, "CompositeImplicitAutograd")
            close(compiled(function)(x), x * factor)
        assert counted("saved") == 0


def test_types_by_default_and_under_autocast_are_in_the_key() -> None:
    def tag() -> str:
        load: Any = None
        with kept_graphs.keeping(load):
            return str(torch.compiler.config.cache_key_tag)

    found = [tag()]
    for dtype in (torch.bfloat16, torch.float16):
        with torch.autocast("cpu", dtype):
            found.append(tag())
    torch.set_default_dtype(torch.float64)
    try:
        found.append(tag())
    finally:
        torch.set_default_dtype(torch.float32)
    assert len(set(found)) == len(found)


def test_a_graph_that_pytorch_computes_in_part_is_not_kept() -> None:
    def function(x: torch.Tensor) -> torch.Tensor:
        values = torch.linalg.svd(x.relu(), full_matrices=False)[1]
        return values.sum() + x.sum()

    x = torch.randn(4, 4)
    for _ in range(2):
        restart()
        close(compiled(function)(x), function(x))
    assert reports()[0].reasons
    assert counted("hit") == 0


def test_open_sizes_are_not_kept() -> None:
    module = torch.nn.Linear(8, 4)
    for _ in range(2):
        restart()
        call = compiled(module, dynamic=True)
        for rows in (3, 5):
            x = torch.randn(rows, 8)
            close(call(x), module(x))
    assert counted("saved") == counted("hit") == 0


def test_another_version_of_the_package_makes_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    check_training(cnn(), images(), classes(4), steps=1)
    restart()
    monkeypatch.setattr(kept_graphs, "package_digest", lambda: "another")
    check_training(cnn(), images(), classes(4), steps=1)
    assert (counted("hit"), counted("saved")) == (0, 1)


def test_other_files_of_pytorch_make_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    check_training(cnn(), images(), classes(4), steps=1)
    restart()
    monkeypatch.setattr(cache_key, "torch_files", lambda: b"others")
    check_training(cnn(), images(), classes(4), steps=1)
    assert (counted("hit"), counted("saved")) == (0, 1)


def test_another_backend_does_not_find_the_graphs() -> None:
    module = torch.nn.Linear(8, 4)
    x = torch.randn(3, 8)
    compiled(module)(x).sum().backward()
    assert counted("saved") == 1
    restart()
    with torch._functorch.config.patch(force_autograd_cache=True, bundled_autograd_cache=True):
        close(torch.compile(module, backend="aot_eager", dynamic=False)(x), module(x))
    assert counted("hit") == 0


@pytest.mark.parametrize("way", ["dump", "tuning"])
def test_dumps_and_tuning_see_each_graph(way: str, tmp_path: Path) -> None:
    check_training(cnn(), images(), classes(4), steps=1)
    restart()
    options: dict[str, Any] = {}
    if way == "dump":
        aoe.torch.set_aoe(tmp_path / "dump")
    else:
        options = {"options": {"aoe_mode": "2", "budget": 1}}
    try:
        cross_entropy(compiled(cnn(), **options)(*images()), classes(4)).backward()
    finally:
        dump().folder = None
    assert counted("hit") == 0
    assert len(reports()) == 2


def test_a_damaged_entry_is_made_again(tmp_path: Path) -> None:
    check_training(cnn(), images(), classes(4), steps=1)
    entries = [path for path in (tmp_path / "torch" / "aotautograd").rglob("*") if path.is_file()]
    for path in entries:
        path.write_bytes(path.read_bytes()[:100])
    assert entries
    restart()
    check_training(cnn(), images(), classes(4), steps=1)
    assert counted("hit") == 0
    assert whole()


#: `ProgramGroup.begin`.
Begin = Callable[[Any, KnownModel], Callable[[], GroupProgram]]


def log_of(monkeypatch: pytest.MonkeyPatch, failing: str = "") -> list[str]:
    """What becomes of graphs, in order. One whose turn is `failing` cannot be compiled."""
    log: list[str] = []
    begin: Begin = ProgramGroup.begin

    def begun(self: ProgramGroup, model: Any) -> Callable[[], GroupProgram]:
        kind = "forward" if "begun forward" not in log else "backward"
        log.append(f"begun {kind}")
        wait = begin(self, model)

        def finished() -> GroupProgram:
            log.append(f"finished {kind}")
            if kind == failing:
                raise CompileError("the compiler gave no result within 60 s")
            return wait()

        return finished

    monkeypatch.setattr(ProgramGroup, "begin", begun)
    return log


def test_a_forward_graph_is_finished_after_the_backward_graph_was_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = log_of(monkeypatch)
    check_training(cnn(), images(), classes(4))
    assert log == ["begun forward", "begun backward", "finished forward", "finished backward"]
    assert [item.name.split("_")[-1] for item in reports()] == ["forward", "backward"]
    assert all(item.translated == item.operators and item.parts == 1 for item in reports())


@pytest.mark.parametrize("kind", ["forward", "backward"])
def test_pytorch_computes_a_graph_whose_kernels_fail_late(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_of(monkeypatch, kind)
    check_training(cnn(), images(), classes(4))
    found = {item.name.split("_")[-1]: item for item in reports()}
    assert found[kind].translated == 0
    assert found[kind].reasons == ("the compiler gave no result within 60 s",)
    assert not {*found.values()} - {found["forward"], found["backward"]}
    assert counted("saved") == 0


@pytest.mark.parametrize("kind", ["forward", "backward"])
def test_kernels_that_fail_late_are_an_error_without_fallback(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_of(monkeypatch, kind)
    step = compiled(cnn(), options={"fallback": False})
    with pytest.raises(Exception, match="gave no result within 60 s"):
        cross_entropy(step(*images()), classes(4)).backward()


def test_a_forward_graph_that_is_interrupted_runs_later(monkeypatch: pytest.MonkeyPatch) -> None:
    log_of(monkeypatch)
    before = ProgramGroup.begin
    interrupts = iter([True])

    def begun(self: ProgramGroup, model: Any) -> Callable[[], GroupProgram]:
        wait = before(self, model)

        def finished() -> GroupProgram:
            if next(interrupts, False):
                raise KeyboardInterrupt
            return wait()

        return finished

    monkeypatch.setattr(ProgramGroup, "begin", begun)
    module, inputs = cnn(), images()
    step = compiled(module)
    with pytest.raises(KeyboardInterrupt):
        step(*inputs)
    torch.testing.assert_close(step(*inputs), module(*inputs), atol=1e-5, rtol=1e-5)


def test_two_threads_finish_a_graph_once() -> None:
    made: list[int] = []
    lock = WatchedLock()

    def finished() -> tuple[Boxed, None]:
        made.append(1)
        lock.wait_for(3)
        return lambda arguments: arguments, None

    graph = kept_graphs.KeptGraph(finished)
    assert graph._waiting is not None
    graph._waiting._lock = lock  # type: ignore[assignment]
    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.append(graph([3]))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[3]] * 3
    assert len(made) == 1
