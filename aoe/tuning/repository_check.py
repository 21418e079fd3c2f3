"""Measures policies of a repository again, each against the default policy of today. Does the gain
that the entry tells still hold on this machine?

As in tuning, compiling and timing alternate. The two policies are timed in pairs, in a process of
their own (`aoe.tuning.measurement.runner`), and only a difference beyond the noise counts
(`aoe.tuning.comparison.paired_comparison`). A policy that does not win gets a second chance,
because noise easily hides a small gain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Literal

from aoe.backends.backend import Compiler
from aoe.backends.registry import backend_of, default_policy
from aoe.errors import AoeError, PolicyError
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.target import Target
from aoe.tuning.comparison.noise import NoiseMonitor
from aoe.tuning.comparison.paired_comparison import Turns
from aoe.tuning.comparison.timing_statistics import Comparison
from aoe.tuning.deadline import Deadline
from aoe.tuning.measurement.candidate import Candidate, compile_candidates
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.search.challenge import which_is_faster
from aoe.tuning.search.policy_search import CandidateRunner

#: Operators whose two policies are compiled together.
GROUP = 6
#: Chances a policy has to win.
CHANCES = 2

#: "holds": faster than the default policy. "no faster": cannot be told from it, or is the default
#: policy of today. "slower": than the default policy. "fails": does not work any more. "not
#: measured": for want of memory for one, which says nothing of the policy.
Verdict = Literal["holds", "no faster", "slower", "fails", "not measured"]


@dataclass(frozen=True, slots=True)
class Verification:
    """What measuring a policy again has shown.

    Attributes:
        verdict: In one word or two.
        comparison: The policy (candidate) against the default policy (incumbent). None where they
            were not measured.
        detail: Why not.
    """

    verdict: Verdict
    comparison: Comparison | None = None
    detail: str = ""


def verify_policies(
    requests: Sequence[tuple[Operator, Policy]],
    target: Target,
    pool: Compiler,
    working_set: float,
    deadline: Deadline,
) -> Iterator[Verification]:
    """One verification for each request, in order; fewer if the time is up before.

    `working_set`: see `aoe.tuning.measurement.runner_requests.OpenModel`.
    """
    resolution = backend_of(target).machine.resolution(target)
    with closing(Runner(target, working_set)) as runner:
        for start in range(0, len(requests), GROUP):
            group = requests[start : start + GROUP]
            if deadline.left == 0.0:
                return
            pairs = _compiled(group, target, pool)
            for (operator, policy), pair in zip(group, pairs, strict=True):
                if deadline.left == 0.0:
                    return
                yield verified(operator, policy, pair, runner, resolution)


def _compiled(
    group: Sequence[tuple[Operator, Policy]], target: Target, pool: Compiler
) -> list[tuple[Candidate | CandidateFailure, Candidate | CandidateFailure]]:
    """Each policy and the operator's default policy, compiled."""
    wanted = [
        (operator, chosen)
        for operator, policy in group
        for chosen in (policy, _default(operator, policy, target))
    ]
    results = compile_candidates(wanted, pool)
    return list(zip(results[::2], results[1::2], strict=True))


def _default(operator: Operator, policy: Policy, target: Target) -> Policy:
    try:
        return default_policy(operator, target)
    except PolicyError:  # nothing computes the operator here; compiling the policy will say so
        return policy


def verified(
    operator: Operator,
    policy: Policy,
    pair: tuple[Candidate | CandidateFailure, Candidate | CandidateFailure],
    bench: CandidateRunner,
    resolution: float = 0.0,
) -> Verification:
    """One policy of an operator against the default policy.

    Args:
        operator: The operator.
        policy: The policy.
        pair: Both, compiled.
        bench: Where they are run.
        resolution: Seconds. Times that differ by less are not told apart.
    """
    mine, default = pair
    if isinstance(mine, CandidateFailure):
        return Verification("fails", detail=mine.detail)
    if isinstance(default, Candidate) and default.policy == policy:
        return Verification("no faster", detail="it is the default policy now")
    try:
        bench.open(operator)
        failure = bench.load(0, mine)
        if failure is not None:
            verdict: Verdict = "not measured" if failure.cause == "memory" else "fails"
            return Verification(verdict, detail=f"{failure.cause}: {failure.detail}")
        if isinstance(default, CandidateFailure) or bench.load(1, default) is not None:
            return Verification("holds", detail="the default policy does not work")
        return _compared(bench, resolution)
    except (AoeError, MemoryError) as error:
        return Verification("not measured", detail=str(error) or "no memory")


def _compared(bench: CandidateRunner, resolution: float) -> Verification:
    comparison = None
    for _ in range(CHANCES):
        noise = NoiseMonitor(resolution=resolution)
        comparison = which_is_faster(Turns(bench, noise, {1: "default"}), 0, 1)
        if comparison is None:
            causes = [item.detail for item in bench.failures.values()]
            return Verification("fails", detail=causes[0] if causes else "failed while timed")
        if comparison.verdict < 0:
            return Verification("holds", comparison)
    assert comparison is not None
    return Verification("slower" if comparison.verdict > 0 else "no faster", comparison)
