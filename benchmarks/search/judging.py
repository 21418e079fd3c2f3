"""Policies of one operator against each other: all in one runner, samples taken turn by turn.

What `record` and `live` decide by: a search's own figures come from its luck, these do not.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.device import Device
from aoe.execute.compile_pool import CompilePool
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.tuning.candidate import Candidate, compile_candidates
from aoe.tuning.measure import compare
from aoe.tuning.operator_search import Bench
from benchmarks.search.best_known import BestKnown

#: Samples of each policy.
ROUNDS = 25


def working_set(device: Device) -> int:
    """Bytes of constants between two runs of an operator: its weights are cold, as in any model
    larger than the caches.
    """
    return device.l3 * 3 // 2


def samples_of(
    operator: Operator, policies: Sequence[Policy], pool: CompilePool, bench: Bench
) -> dict[Policy, list[float]]:
    """Seconds of each policy, in rounds; those that fail are missing."""
    distinct = list(dict.fromkeys(policies))
    compiled = compile_candidates([(operator, policy) for policy in distinct], pool)
    bench.open(operator)
    loaded = [
        number
        for number, item in enumerate(compiled)
        if isinstance(item, Candidate) and bench.load(number, item) is None
    ]
    samples: dict[int, list[float]] = {number: [] for number in loaded}
    for turn in range(ROUNDS):
        for number, seconds in bench.sample(loaded if turn % 2 else loaded[::-1]).items():
            samples[number].append(seconds)
    bench.forget()
    return {distinct[number]: taken for number, taken in samples.items() if len(taken) == ROUNDS}


def fastest(samples: dict[Policy, list[float]], incumbent: Policy | None) -> Policy | None:
    """The fastest policy; another than the incumbent only if it is faster beyond the noise."""
    best = min(samples, key=lambda policy: sorted(samples[policy])[ROUNDS // 2], default=None)
    if best is None or incumbent not in samples or best == incumbent:
        return best
    return best if compare(samples[best], samples[incumbent]).verdict < 0 else incumbent


def raised(
    known: BestKnown, operator: Operator, samples: dict[Policy, list[float]]
) -> Policy | None:
    """The best-known policy after these samples; the file is written where that is a new one."""
    incumbent = known.policy(operator)
    best = fastest(samples, incumbent)
    if best is None:
        return incumbent
    if best != incumbent:
        known.put(operator, best, sorted(samples[best])[ROUNDS // 2])
    return best
