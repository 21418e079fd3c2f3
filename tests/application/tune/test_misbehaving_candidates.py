"""Whatever a candidate, or the compiler over it, does in a tuning job costs that candidate alone:
the model is tuned and right, and the result file has the failure with its cause.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aoe
from aoe.application.command_line import main
from aoe.backends.cpu.codegen.object_code import object_code
from aoe.backends.cpu.compile import compile_pool
from aoe.backends.cpu.compile.compile_pool import compile_handler
from aoe.backends.cpu.compile.compile_workers import Job
from aoe.backends.cpu.compile.compiler import CpuCompiler
from aoe.backends.cpu.memory.planner import plan_graph
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.errors import CompileError
from aoe.isolation.worker_process import Handler
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.tuning import task_scheduler
from aoe.tuning.measurement import runner
from aoe.tuning.measurement.candidate import Candidate, compile_candidates
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.workload.single_operator import single_operator_graph
from tests.application.conftest import expected
from tests.application.tune.test_command import TUNE, report
from tests.tuning.examples import CRASH, HANG, ILLEGAL, NOTHING

Requests = Sequence[tuple[Operator, Policy]]
Results = list[Candidate | CandidateFailure]
#: Makes one candidate of a batch a bad one.
Spoiler = Callable[[Candidate, CpuTarget], Candidate]

KERNEL = """\
declare void @llvm.trap()
define void @{name}(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) {{
  {body}
}}
"""
pytestmark = pytest.mark.usefixtures("processes")

#: The kernels over which helper processes of the compiler die, a line each.
FATAL = Path("fatal")


def doing(body: str) -> Spoiler:
    """Its kernels do this instead of what they should."""

    def spoiled(candidate: Candidate, target: CpuTarget) -> Candidate:
        compiled = candidate.compiled
        names = {call.function for call in compiled.plan.calls}
        bad = {name: object_code(KERNEL.format(name=name, body=body), target) for name in names}
        return replace(candidate, compiled=replace(compiled, objects={**compiled.objects, **bad}))

    return spoiled


def greedy(candidate: Candidate, target: CpuTarget) -> Candidate:
    """It wants more memory than there is."""
    plan = replace(candidate.compiled.plan, arena_bytes=1 << 46)
    return replace(candidate, compiled=replace(candidate.compiled, plan=plan))


def tuned(place: Path) -> dict[str, Any]:
    """The section of a job that has gone well, whose model is right."""
    assert main([*TUNE, "--output=tuned", "--progress_bar=off"]) == 0
    x = np.random.default_rng(0).standard_normal((2, 8)).astype(np.float32)
    with aoe.InferenceSession("tuned.om", threads=1) as session:
        np.testing.assert_allclose(session.run(None, {"x": x})[0], expected(x), atol=1e-5)
    section: dict[str, Any] = report(place)[1]["OPAT"]
    return section


@pytest.mark.parametrize(
    ("spoiler", "cause", "words"),
    [
        (doing(CRASH), "crash", "SIGSEGV"),
        (doing(ILLEGAL), "crash", "SIGILL"),
        (doing(HANG), "hang", "no result within"),
        (doing(NOTHING), "wrong", "undefined elements"),
        (greedy, "memory", ""),
    ],
)
def test_a_bad_candidate_costs_itself(
    place: Path, monkeypatch: pytest.MonkeyPatch, spoiler: Spoiler, cause: str, words: str
) -> None:
    spoiled: list[Policy] = []

    def spoiling(requests: Requests, pool: CpuCompiler) -> Results:
        results = compile_candidates(requests, pool)
        if not spoiled and len(results) > 1 and isinstance(last := results[-1], Candidate):
            spoiled.append(last.policy)
            results[-1] = spoiler(last, pool.target)
        return results

    monkeypatch.setattr(task_scheduler, "compile_candidates", spoiling)
    monkeypatch.setattr(runner, "LOAD_TIMEOUT", 3.0)
    section = tuned(place)
    assert spoiled
    assert section["opat_tuning_result"] == "tuning successful"
    (failures,) = section["candidate_failures"]
    assert (failures["op_name"], failures["cause"], failures["number"]) == ("product", cause, 1)
    assert words in failures["example"]


def dying_compiler() -> Handler:
    """Runs in a helper process: compiles as usual, but dies over some kernels."""
    compiled = compile_handler()

    def answer(request: tuple[Job, CpuTarget]) -> Any:
        (name, _), _ = request
        if FATAL.exists() and name in FATAL.read_text().splitlines():
            os.kill(os.getpid(), signal.SIGSEGV)
        return compiled(request)

    return answer


def test_a_compiler_that_dies_costs_the_candidate_it_was_over(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def over_the_last(requests: Requests, pool: CpuCompiler) -> Results:
        if not FATAL.exists() and len(requests) > 1:
            kernels = [
                plan_graph(single_operator_graph(operator), {operator.key: policy}, pool.target)
                for operator, policy in requests
            ]
            others = {name for item in kernels[:-1] for name in item.kernels}
            FATAL.write_text("\n".join(set(kernels[-1].kernels) - others))
            assert FATAL.read_text()
        return compile_candidates(requests, pool)

    monkeypatch.setattr(task_scheduler, "compile_candidates", over_the_last)
    handler = f"{__name__}:{dying_compiler.__name__}"
    monkeypatch.setattr(compile_pool.CompilePool, "handler", handler)
    monkeypatch.setenv("HOME", str(place))  # where no compile cache spares the compiler its work
    section = tuned(place)
    assert section["opat_tuning_result"] == "tuning successful"
    (failures,) = section["candidate_failures"]
    assert (failures["cause"], failures["number"]) == ("compile", 1)
    assert "killed by SIGSEGV" in failures["example"]


def test_where_all_candidates_fail_the_compiler_has_the_word_and_the_default_is_used(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(requests: Requests, pool: CpuCompiler) -> Results:
        job = ("broken", "define i32 @broken() {\n  ret i32 %nothing\n}\n")
        error = pool.compile([job])[job]
        assert isinstance(error, CompileError)
        return [CandidateFailure(policy, "compile", str(error)) for _, policy in requests]

    monkeypatch.setattr(task_scheduler, "compile_candidates", refused)
    assert main([*TUNE, "--output=tuned"]) == 0
    said = capsys.readouterr().err
    assert "policies all failed" in said
    assert "use of undefined value '%nothing'" in said
    assert "product could not be tuned; its default policy is used" in said
    section = report(place)[1]["OPAT"]
    assert section["opat_tuning_result"] == "tuning failed"
    assert section["tuning_failed_operators"] == ["product"]
    (failures,) = section["candidate_failures"]
    assert "use of undefined value '%nothing'" in failures["example"]
