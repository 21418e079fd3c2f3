"""What holds while Dynamo records a graph."""

from __future__ import annotations

import gc
import sys
from typing import Any

import pytest
import torch
from torch._dynamo import symbolic_convert
from torch._dynamo.variables import higher_order_ops

from aoe.torch import compiler
from aoe.torch.recording import garbage_kept, without_local_map, without_names
from tests.torch.replaced.threads import in_another_thread
from tests.torch.training import compiled


def test_no_garbage_is_collected_while_a_graph_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    collects: list[bool] = []
    monkeypatch.setattr(compiler, "take_recurrences", lambda _: collects.append(gc.isenabled()))
    compiled(torch.nn.Linear(3, 2))(torch.ones(1, 3))
    assert collects == [False]
    assert gc.isenabled()


def test_other_backends_collect_garbage() -> None:
    collects: list[bool] = []

    def other(module: torch.fx.GraphModule, _: Any) -> Any:
        collects.append(gc.isenabled())
        return module.forward

    torch.compile(torch.nn.Linear(3, 2), backend=other)(torch.ones(1, 3))
    assert collects == [True]


def test_a_program_that_collects_nothing_goes_on_so() -> None:
    gc.disable()
    try:
        with garbage_kept():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_the_collector_waits_for_the_last_of_threads_that_overlap() -> None:
    first, second = garbage_kept(), garbage_kept()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)  # the first one ends first
    between = gc.isenabled()
    second.__exit__(None, None, None)
    after = gc.isenabled()
    gc.enable()
    assert (between, after) == (False, True)


def test_what_was_made_is_old_afterwards() -> None:
    frozen = gc.get_freeze_count()
    gc.unfreeze()
    try:
        with garbage_kept():
            made: list[list[int]] = [[number] for number in range(10_000)]
        assert any(item is made for item in gc.get_objects(generation=2))
    finally:
        if frozen:
            gc.freeze()


def test_objects_that_a_program_has_frozen_stay_so() -> None:
    frozen = gc.get_freeze_count()
    made: list[list[int]] = [[0]]
    gc.freeze()
    try:
        with garbage_kept():
            pass
        assert not any(item is made for item in gc.get_objects())  # it lists none that are frozen
    finally:
        if not frozen:
            gc.unfreeze()


def test_what_dynamo_fails_to_record_runs_in_eager_mode() -> None:
    """Dynamo of torch 2.14 fails at the forward derivative of a layer norm."""
    norm, x = torch.nn.LayerNorm(4), torch.randn(2, 3, 4)

    def derivative(value: torch.Tensor, direction: torch.Tensor) -> Any:
        return torch.func.jvp(norm, (value,), (direction,))

    torch.testing.assert_close(compiled(derivative)(*x), derivative(*x))


@pytest.mark.parametrize("are_read", [False, True])
def test_names_for_logs_are_looked_for_where_somebody_reads_them(
    monkeypatch: pytest.MonkeyPatch, are_read: bool
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(symbolic_convert, "get_funcname", lambda *place: asked.append(place))
    torch._logging.set_logs(trace_source=are_read, trace_call=are_read)
    try:
        compiled(torch.nn.Linear(3, 2))(torch.ones(1, 3))
    finally:
        torch._logging.set_logs()
    assert bool(asked) == are_read


def test_names_for_logs_of_another_thread_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symbolic_convert, "get_funcname", lambda *_: "a name")
    with without_names():
        assert symbolic_convert.get_funcname("file.py", 1) is None
        assert in_another_thread(lambda: symbolic_convert.get_funcname("file.py", 1)) == "a name"


def test_functions_on_parts_of_distributed_tensors_are_found_where_they_are_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = "torch.distributed.tensor.experimental._func_map"
    monkeypatch.delitem(sys.modules, name, raising=False)
    if not hasattr(higher_order_ops, "LocalMapWrappedHigherOrderVariable"):
        pytest.skip(f"torch {torch.__version__} does not ask")
    owner = higher_order_ops.LocalMapWrappedHigherOrderVariable
    asked = owner.should_wrap_in_hop
    with without_local_map(), owner.enable():
        assert not owner.should_wrap_in_hop(len)
        assert name not in sys.modules
        from torch.distributed.tensor.experimental._func_map import _local_map_wrapped

        assert owner.should_wrap_in_hop(_local_map_wrapped)
    assert asked == owner.should_wrap_in_hop
