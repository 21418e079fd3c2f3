"""Graphs are computed on the threads of PyTorch's OpenMP runtime, but in a forked child."""

from __future__ import annotations

import importlib
import os
import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
from torch.utils.data import DataLoader, TensorDataset

from aoe.backends.cpu.runtime.thread_pool import ThreadPool
from aoe.torch.device import devices, openmp
from aoe.torch.device.openmp import openmp_fork
from tests.torch.nets import classes, mlp
from tests.torch.training import check_training, close, compiled

OPENMP = "parallel backend: OpenMP" in torch.__config__.parallel_info()
pytestmark = pytest.mark.skipif(not OPENMP, reason="PyTorch has no OpenMP runtime here")


@pytest.fixture(autouse=True)
def _two_threads() -> Iterator[None]:
    """PyTorch has two threads, and has used them."""
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    torch.ones(1 << 20).sin()
    yield
    torch.set_num_threads(before)


def is_true_in_a_child(work: Callable[[], bool]) -> bool:
    """Whether `work` gives True in a forked child, which may take a minute."""
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        try:
            os._exit(0 if work() else 1)
        finally:
            os._exit(2)
    return os.waitpid(child, 0)[1] == 0


def test_pytorchs_runtime_is_found() -> None:
    assert openmp_fork()


def test_a_training_step_makes_no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[ThreadPool] = []
    monkeypatch.setattr(ThreadPool, "start", lambda pool, code: started.append(pool))
    check_training(mlp(), (torch.randn(64, 20),), classes(64), steps=3)
    assert not started


def test_a_forked_child_has_no_openmp_threads() -> None:
    assert is_true_in_a_child(lambda: not openmp_fork())


def test_a_child_that_imports_the_backend_itself_has_none_either() -> None:
    """The parent may have used PyTorch's operators."""

    def imported_and_computed() -> bool:
        importlib.reload(openmp)
        importlib.reload(devices)
        torch._dynamo.reset()
        call = compiled(lambda x: x.relu() + 1, options={"threads": 2})
        return not openmp.openmp_fork() and bool((call(torch.zeros(64, 64)) == 1).all())

    assert is_true_in_a_child(imported_and_computed)


@pytest.mark.parametrize("compiled_before", [True, False])
def test_forked_workers_of_a_loader_compute_with_a_compiled_model(compiled_before: bool) -> None:
    module, samples = mlp().eval(), torch.randn(12, 20)
    call = compiled(module, options={"threads": 2})
    with torch.no_grad():
        if compiled_before:
            call(samples[:4])
        expected = module(samples)

    def computed(batch: list[tuple[torch.Tensor]]) -> Any:
        with torch.no_grad():
            return call(torch.stack([sample for (sample,) in batch]))

    loader = DataLoader(
        TensorDataset(samples),
        batch_size=4,
        num_workers=2,
        collate_fn=computed,
        multiprocessing_context="fork",
        worker_init_fn=lambda _: torch.set_num_threads(2),
        timeout=60,
    )
    close(torch.cat(list(loader)), expected)
