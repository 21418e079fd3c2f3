"""The last word on tuning: is the whole model faster, and which operators are not?

An operator's time alone is not its time in a model, where others fill the caches before it. So the
model with the tuned policies and the model with the old ones run in turn in the isolated runner, as
they will be deployed. Operators that take longer in the tuned model than in the old one get their
old policy back if that helps, and a tuned model that is slower than the old one is not used at all.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from statistics import median

import numpy as np

from aoe.element_types import is_floating, numpy_type
from aoe.errors import CompileError
from aoe.execute.compile_pool import CompilePool
from aoe.execute.compiler import compile_plans, complete_policies
from aoe.execute.planner import plan_graph
from aoe.operators.operator_graph import OperatorGraph, Tensor
from aoe.policy import Policy
from aoe.tuning.candidate import Candidate
from aoe.tuning.measure import Measurement, duel, of_minima
from aoe.tuning.observer import Observer
from aoe.tuning.runner import Runner

#: Largest difference between the outputs of the old and the tuned model, relative to the largest
#: output: rounding differs, and a deep model adds it up.
TOLERANCE = 1e-4
#: Profiled runs of each model at most.
PROFILES = 15
#: Seconds for profiles, for the duel about reverting, and for the decisive duel. In a shorter check
#: each has the same share.
PROFILE_SECONDS, REVERT_SECONDS, DUEL_SECONDS = 3.0, 4.0, 10.0
CHECK_SECONDS = PROFILE_SECONDS + REVERT_SECONDS + DUEL_SECONDS
#: An operator this many times slower than with its old policy gets that back.
SUSPICIOUS = 1.03
#: Numbers under which the runner knows the models.
_OLD, _TUNED, _REVERTED = range(3)
_MODEL = Policy("model")


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """`policies`: what to use, by operator key. `before`, `after`: the model with the old policies
    and with those; None where nothing could be measured. `reverted`: keys of the operators that
    have their old policy again.
    """

    policies: Mapping[str, Policy]
    before: Measurement | None = None
    after: Measurement | None = None
    reverted: frozenset[str] = frozenset()


def check_model(
    graph: OperatorGraph,
    old: Mapping[str, Policy],
    tuned: Mapping[str, Policy],
    pool: CompilePool,
    observer: Observer,
    seconds: float = CHECK_SECONDS,
    fewest_runs: int = 1,
) -> ModelCheck:
    """Compares a model under two sets of policies (by operator key; those missing are defaults).
    `seconds`: how long measuring may take at most, but for the fewest samples that decide;
    `fewest_runs`: of a sample.

    The policies it returns are never slower than `old` as far as can be measured: what cannot be
    told apart must at least not look slower. Raises `PolicyError` or `CompileError` if the model
    cannot be compiled.
    """
    old = complete_policies(graph, old, pool.device)
    tuned = {**old, **tuned}
    changed = frozenset(key for key, policy in old.items() if tuned[key] != policy)
    share = min(1.0, seconds / CHECK_SECONDS)
    with closing(Runner(pool.device.threads, fewest_runs=fewest_runs)) as runner:
        runner.open_model(made_up_inputs(graph), graph.constants)
        for number, policies in ((_OLD, old), (_TUNED, tuned)):
            failure = runner.load(number, model_candidate(graph, policies, pool))
            if failure is not None:
                which = "the tuned model" if number == _TUNED else "the model before tuning"
                observer.warning(f"{which} does not work ({failure.cause}: {failure.detail})")
                if number == _TUNED:
                    return ModelCheck(old, reverted=changed)
                return ModelCheck(tuned)
        slower = _slower_operators(graph, runner, changed, share * PROFILE_SECONDS)
        policies, best = dict(tuned), _TUNED
        if slower:
            kept = {**tuned, **{key: old[key] for key in slower}}
            candidate = model_candidate(graph, kept, pool)
            if _is_faster(runner, candidate, share * REVERT_SECONDS):
                policies, best = kept, _REVERTED
        comparison = duel(runner, best, _OLD, share * DUEL_SECONDS)
    if comparison is None:
        observer.warning("the model could not be measured after tuning; it is not tuned")
        return ModelCheck(old, reverted=changed)
    if not comparison.steady:
        comparison = of_minima(comparison)
    before = comparison.incumbent
    if comparison.verdict > 0 or (comparison.verdict == 0 and comparison.ratio > 1.0):
        observer.warning("the tuned model is not faster than before; tuning is undone for it")
        return ModelCheck(old, before, before, changed)
    reverted = slower if best == _REVERTED else frozenset()
    return ModelCheck(policies, before, comparison.challenger, reverted)


def model_candidate(
    graph: OperatorGraph, policies: Mapping[str, Policy], pool: CompilePool
) -> Candidate:
    """The whole model under these policies, compiled. Raises as `check_model` does."""
    (compiled,) = compile_plans([plan_graph(graph, policies, pool.device)], pool)
    if isinstance(compiled, CompileError):
        raise compiled
    return Candidate(_MODEL, compiled, TOLERANCE)


def _is_faster(runner: Runner, candidate: Candidate, seconds: float) -> bool:
    """Whether a model works and is faster than the tuned one."""
    if runner.load(_REVERTED, candidate) is not None:
        return False
    comparison = duel(runner, _REVERTED, _TUNED, seconds)
    return comparison is not None and comparison.verdict < 0


def _slower_operators(
    graph: OperatorGraph, runner: Runner, changed: frozenset[str], seconds: float
) -> frozenset[str]:
    """Keys of the changed operators that take longer in the tuned model than in the old one."""
    keys = {node.name: node.operator.key for node in graph.operator_nodes}
    profiles: dict[int, list[Mapping[str, float]]] = {_OLD: [], _TUNED: []}
    end = time.monotonic() + seconds
    while len(profiles[_OLD]) < PROFILES and (not profiles[_OLD] or time.monotonic() < end):
        for number, found in profiles.items():
            profile = runner.profile(number)
            if profile is None:
                return frozenset()
            found.append(_by_key(profile, keys))
    middle = {
        number: {key: median(profile.get(key, 0.0) for profile in found) for key in changed}
        for number, found in profiles.items()
    }
    return frozenset(key for key in changed if middle[_TUNED][key] > SUSPICIOUS * middle[_OLD][key])


def _by_key(profile: Sequence[tuple[str, float]], keys: Mapping[str, str]) -> dict[str, float]:
    seconds: dict[str, float] = {}
    for name, elapsed in profile:
        key = keys.get(name, "")
        seconds[key] = seconds.get(key, 0.0) + elapsed
    return seconds


def made_up_inputs(graph: OperatorGraph) -> list[np.ndarray]:
    """An array for each input of a model, the same in every run."""
    generator = np.random.default_rng(0)
    return [_made_up(graph.tensors[name], generator) for name in graph.inputs]


def _made_up(tensor: Tensor, generator: np.random.Generator) -> np.ndarray:
    """Ones for integers and booleans: valid as indices, as masks and as lengths."""
    if is_floating(tensor.dtype):
        return generator.standard_normal(tensor.shape).astype(numpy_type(tensor.dtype))
    return np.ones(tensor.shape, tensor.dtype)
