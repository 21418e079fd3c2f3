"""Measures policies of one operator against each other, turn by turn, in several processes.

`record` and `live` decide by this, because the figures of a search come from its luck. Some
operators' times depend by a tenth and more on where memory lies. So in every process it lies
elsewhere (`aoe.backends.cpu.profiler.candidate_memory`), and each process has its share of the
samples.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from math import inf
from statistics import median

from aoe.backends.backend import Compiler, Watch
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.target import Target
from aoe.tuning.comparison.timing_statistics import compare
from aoe.tuning.measurement.candidate import Candidate, compile_candidates
from aoe.tuning.measurement.idle_wait import IdleWait
from aoe.tuning.measurement.runner import Runner
from benchmarks.search.best_known import BestKnown
from benchmarks.search.suite import describe

#: Processes, samples of each policy in one, and in all. Of three, two may have the same luck.
PROCESSES, TURNS = 7, 5
ROUNDS = PROCESSES * TURNS
#: Bytes of constants between two runs of an operator: its weights are cold, as in any model larger
#: than the caches.
WORKING_SET = inf
#: Seconds that all rounds of a judgement together wait at most for a quiet machine, whose virtual
#: cores may be threads of one core for half a minute, in which other policies are the fastest.
MOST_WAITED = 90.0


def samples_of(
    operator: Operator,
    policies: Sequence[Policy],
    pool: Compiler,
    target: Target,
    watch: Watch | None = None,
) -> dict[Policy, list[float]]:
    """Takes samples of each policy in rounds.

    Args:
        policies: The policies by name; those that fail are missing in the result.
        watch: Rounds wait, within limits, until it finds quiet cores.
    """
    idle_wait = IdleWait(watch)
    distinct = list(dict.fromkeys(policies))
    compiled = compile_candidates([(operator, policy) for policy in distinct], pool)
    candidates = {item.policy: item for item in compiled if isinstance(item, Candidate)}
    samples: dict[Policy, list[float]] = {policy: [] for policy in candidates}
    for place in range(PROCESSES):
        with closing(Runner(target, WORKING_SET, location=place)) as runner:
            runner.open(operator)
            numbered = dict(enumerate(samples))
            loaded = [
                number
                for number, policy in numbered.items()
                if runner.load(number, candidates[policy]) is None
            ]
            for turn in range(TURNS):
                idle_wait.wait(max(0.0, MOST_WAITED - idle_wait.waited))
                for number, seconds in runner.sample(loaded[:: -1 if turn % 2 else 1]).items():
                    samples[numbered[number]].append(seconds)
    return {policy: taken for policy, taken in samples.items() if len(taken) == ROUNDS}


def fastest(samples: dict[Policy, list[float]], incumbent: Policy | None) -> Policy | None:
    """Returns the fastest policy: another than the incumbent only if it is faster beyond noise."""
    best = min(samples, key=lambda policy: sorted(samples[policy])[ROUNDS // 2], default=None)
    if best is None or incumbent not in samples or best == incumbent:
        return best
    return best if compare(samples[best], samples[incumbent]).verdict < 0 else incumbent


def raised(
    known: BestKnown, operator: Operator, samples: dict[Policy, list[float]]
) -> Policy | None:
    """Returns the best-known policy after these samples, and writes the file if it is a new one.

    It prints a line where the known one does not work any more.
    """
    incumbent = known.policy(operator)
    if incumbent is not None and incumbent not in samples:
        print(f"{describe(operator)}: what was best known does not work", file=sys.stderr)
    best = fastest(samples, incumbent)
    if best is None:
        return incumbent
    if best != incumbent:
        known.put(operator, best, sorted(samples[best])[ROUNDS // 2])
    return best


def share(
    samples: Mapping[Policy, Sequence[float]], policy: Policy, best: Policy | None
) -> float | None:
    """Returns percent of the best-known speed from samples taken in turns.

    A policy that is faster, but not beyond noise, counts as equally fast. None where either failed.
    """
    if best is None or best not in samples or policy not in samples:
        return None
    ratios = [b / p for b, p in zip(samples[best], samples[policy], strict=True)]
    return min(100.0, 100.0 * median(ratios))


def shares_of(
    operator: Operator,
    policies: Mapping[str, Policy],
    pool: Compiler,
    target: Target,
    watch: Watch | None,
    known: BestKnown,
) -> tuple[dict[str, float | None], float | None]:
    """Returns the share of the best-known speed of each named policy, and the best-known median.

    Where one of them is faster, it becomes the best known.
    """
    candidates = list(policies.values())
    incumbent = known.policy(operator)
    if incumbent is not None:
        candidates.append(incumbent)
    samples = samples_of(operator, candidates, pool, target, watch)
    best = raised(known, operator, samples)
    shares = {name: share(samples, policy, best) for name, policy in policies.items()}
    return shares, median(samples[best]) if best is not None and best in samples else None
