"""A policy that does harm costs one process, and its item is done again without it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from aoe.backends.cuda.backend import BACKEND
from aoe.backends.cuda.implementations.registry import implementations
from aoe.backends.cuda.runtime.driver import DriverError, GpuLostError
from aoe.backends.cuda.target.cuda_target import cuda_target
from aoe.errors import CompileError
from aoe.policy import Policy
from benchmarks.cuda import kernels
from benchmarks.cuda.results import DeviceLostError, Results, ended_after, run_items
from benchmarks.cuda.unmeasured import UNMEASURED, Harm
from tests.backends.cuda.devices import PtxDevices, with_gpu

NAME = "mma_matmul"


@pytest.fixture(autouse=True)
def gpu(monkeypatch: pytest.MonkeyPatch) -> Iterator[PtxDevices]:
    monkeypatch.setattr(kernels, "FIRST_POLICIES", 2)
    monkeypatch.setattr(kernels, "OTHER_POLICIES", 1)
    devices = PtxDevices()
    with with_gpu(devices):
        yield devices


def policy_of(name: str = NAME, **decisions: Any) -> Policy:
    return Policy.of(name, {}, {"stages": 3, "share": 1, **decisions})


def measured(folder: Path) -> dict[str, Any]:
    """The results of an item, as the stage does it."""
    results = Results(folder, "kernels")
    item, operator = f"product {NAME}", kernels.product(16, 32, 64, "float16")
    task = partial(kernels.measured, operator, NAME, Harm(results, item))
    run_items(results, [(item, task)], 60.0)
    return results.items


def failing(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Lets the first policy that runs fail."""
    run, calls = kernels._run, iter(range(99))

    def failed(*arguments: Any) -> Any:
        if next(calls) == 0:
            raise error
        return run(*arguments)

    monkeypatch.setattr(kernels, "_run", failed)


@pytest.mark.parametrize(
    "error", [CompileError("refused"), MemoryError("none left"), DriverError("cuX", 1, "invalid")]
)
def test_a_policy_that_is_refused_is_told_and_others_are_timed(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, error)
    (item,) = measured(tmp_path).values()
    first, *others = item["policies"]
    assert first["error"].startswith(type(error).__name__)
    assert all(row["microseconds"] > 0 for row in others)
    assert item["error"].startswith(f"0 of {1 + len(others)} policies are wrong, 1 failed")


def test_a_policy_that_loses_the_gpu_is_left_out_when_its_item_is_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, GpuLostError("cuStreamSynchronize", 700, "an illegal access"))
    with pytest.raises(DeviceLostError, match="illegal access"):
        measured(tmp_path)
    assert Results(tmp_path, "kernels").items == {}
    (item,) = measured(tmp_path).values()
    *timed, lost = item["policies"]
    assert timed
    assert all(row["microseconds"] > 0 for row in timed)
    assert lost["error"] == "not tried again: it made the GPU unusable"


def test_an_item_is_left_for_the_end_when_several_of_its_policies_do_harm(tmp_path: Path) -> None:
    results = Results(tmp_path, "kernels")
    known = []
    for stages in (3, 4, 5):
        results.begin("product")
        Harm(results, "product").note(policy_of(stages=stages), "did not end")
        known.append(results.known("product") is not None)
    assert known == [False, False, True]


def test_a_policy_that_does_not_end_is_noted_before_its_process_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()
    monkeypatch.setattr("os._exit", lambda code: ended.set())
    harm = Harm(Results(tmp_path, "kernels"), "product")
    with ended_after(0.01, "a policy", lambda: harm.note(policy_of(), "did not end")):
        assert ended.wait(60.0)
    assert harm.reason(policy_of()) == "not tried again: it did not end"


def test_policies_with_decisions_that_did_harm_are_not_tried(tmp_path: Path) -> None:
    harm = Harm(Results(tmp_path, "kernels"), "product")
    stays = {"blocks": "stay"}
    harm.note(policy_of(**stays), "did not end")
    harm.note(policy_of(stages=7), "did not end")
    assert "did not end" in harm.reason(policy_of(stages=4, **stays, copies="tma"))
    assert not harm.reason(policy_of(stages=4, copies="tma"))
    assert not harm.reason(policy_of(stages=4))
    assert not harm.reason(policy_of("wgmma_conv", **stays))
    harm.note(policy_of("wgmma_matmul_int8", **stays), "did not end")
    assert harm.reason(policy_of("wgmma_conv", **stays))


def test_a_file_of_harm_that_was_cut_counts_as_none(tmp_path: Path) -> None:
    (tmp_path / "harmful.json").write_text('[{"policy": {"im')
    harm = Harm(Results(tmp_path, "kernels"), "product")
    assert not harm.reason(policy_of())
    harm.note(policy_of(), "did not end")
    assert harm.reason(policy_of())


def test_every_decision_that_was_never_run_is_tried_early(monkeypatch: pytest.MonkeyPatch) -> None:
    # What an H100 has, which no test executes.
    target = cuda_target("sm_90")
    monkeypatch.setattr(BACKEND.machine, "target", lambda: target, raising=False)
    work = kernels.work()
    seen = set()
    for name, task in work:
        if name.endswith("beside PyTorch"):
            break
        operator, own = task.args[:2]  # type: ignore[attr-defined]
        if own.startswith("wgmma") or own == "mma_attention_gradient":
            space = list(implementations()[own].space(operator, target, 2))
            found = {*kernels.tried(space)}
            seen |= {
                (own, decisions)
                for decisions in UNMEASURED
                if any({*decisions} <= {*policy.schedule} for policy in found)
            }
    missing = set(UNMEASURED) - {decisions for _, decisions in seen}
    assert not missing
    for own in ("wgmma_matmul", "wgmma_conv", "wgmma_matmul_int8", "wgmma_conv_float8"):
        assert (own, (("blocks", "stay"), ("copies", "tma"))) in seen
