"""The whole-model check: is the tuned model faster, and which changes are not?

An operator's time alone is not its time in a model, where others fill the caches before it. So the
model with the tuned policies and the model with the old ones run in turn in isolated runners, as
they will be deployed. Profiles tell what takes longer in the tuned one
(`aoe.tuning.model_check.model_versions`), and that gets its old policy back if the model is the
faster for it. If the model is not faster at all, the changes that save least are taken back, half
by half, until it is. A tuned model that is slower than the old one is never used.

The best of several versions was lucky, too. So where there is time it is measured anew, and only
that is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from aoe.backends.backend import Compiler
from aoe.backends.registry import complete_policies
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.tuning.comparison.comparison_policy import QUIET
from aoe.tuning.comparison.timing_statistics import Measurement
from aoe.tuning.model_check.model_versions import OLD, Attempt, Check, CheckOptions, Version
from aoe.tuning.observer import Observer

_USUAL = CheckOptions()


@dataclass(frozen=True, slots=True)
class VersionCheck:
    """The result of comparing versions of a model.

    Attributes:
        version: What to use.
        before: The time of the old version. None where nothing could be measured.
        after: The time of the version to use.
        reverted: Keys of the changes that were taken back.
        uncertainty: The share by which the ratio of the two may be off, with 95 % confidence. None
            if that is not known.
        verdict: -1 if the version is certainly faster than the old one, else 0.
    """

    version: Version
    before: Measurement | None = None
    after: Measurement | None = None
    reverted: frozenset[str] = frozenset()
    uncertainty: float | None = None
    verdict: int = 0


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """The result of comparing a model under two sets of policies.

    Attributes:
        policies: What to use, by operator key.
        before: The time under the old policies. None where nothing could be measured.
        after: The time under the policies to use.
        reverted: Keys of the operators that have their old policy again.
        uncertainty: As of a `VersionCheck`.
        verdict: As of a `VersionCheck`.
    """

    policies: Mapping[str, Policy]
    before: Measurement | None = None
    after: Measurement | None = None
    reverted: frozenset[str] = frozenset()
    uncertainty: float | None = None
    verdict: int = 0


def check_model(
    graph: OperatorGraph,
    old: Mapping[str, Policy],
    tuned: Mapping[str, Policy],
    pool: Compiler,
    observer: Observer,
    options: CheckOptions = _USUAL,
) -> ModelCheck:
    """Compares a model under two sets of policies.

    The policies it returns are never slower than `old` as far as can be measured. Where it is
    undecided which are faster, they at least do not look slower.

    Args:
        graph: The model.
        old: Policies by operator key; those missing are defaults.
        tuned: The policies that tuning found.
        pool: Compiles the models.
        observer: Is warned of what does not work.
        options: How long and how models are measured.

    Raises:
        PolicyError: A policy does not fit its operator.
        CompileError: The model cannot be compiled.
    """
    old = complete_policies(graph, old, pool.target)
    tuned = {**old, **tuned}
    changed = frozenset(key for key, policy in old.items() if tuned[key] != policy)
    owners = {node.name: node.operator.key for node in graph.operator_nodes}

    def reverted(keys: frozenset[str]) -> Version:
        return Version(graph, {**tuned, **{key: old[key] for key in keys}}, owners)

    found = check_versions(
        Version(graph, old, owners),
        Version(graph, tuned, owners),
        changed,
        reverted,
        pool,
        observer,
        options,
    )
    return ModelCheck(
        found.version.policies,
        found.before,
        found.after,
        found.reverted,
        found.uncertainty,
        found.verdict,
    )


def check_versions(
    old: Version,
    tuned: Version,
    changed: frozenset[str],
    reverted: Callable[[frozenset[str]], Version],
    pool: Compiler,
    observer: Observer,
    options: CheckOptions = _USUAL,
) -> VersionCheck:
    """As `check_model`, of two versions of a model with the same inputs and outputs.

    Args:
        old: The version before tuning.
        tuned: The tuned version.
        changed: Keys of the changes.
        reverted: The tuned version with some of them taken back.
        pool: Compiles versions.
        observer: Is warned of what does not work.
        options: How long and how versions are measured.
    """
    check = Check(old, pool, options)
    attempts: list[Attempt] = []
    kept = changed
    for number in range(1, QUIET.attempts + 1):
        version = tuned if kept == changed else reverted(changed - kept)
        attempt = Attempt(number, version, check.candidate(version), kept)
        check.measure(attempt, QUIET.attempt_share if len(changed) > 1 else 1.0)
        if attempt.failures and not attempts:
            return _failed(attempt, old, changed, observer)
        if attempt.comparison is None:
            break
        attempts.append(attempt)
        faster = attempt.comparison.ratio <= 1.0
        holding = check.savings.holding(kept, faster)
        if holding in (kept, frozenset()) or not check.has_time:
            break
        kept = holding
    if not attempts:
        observer.warning("the model could not be measured after tuning; it is not tuned")
        return VersionCheck(old, reverted=changed)
    best = min(attempts, key=lambda item: item.ratio)
    if len(attempts) == 1:
        check.measure(best, 1.0)
    else:
        check.confirm(best)
    return _decided(best, old, changed, observer, options.resolution)


def _failed(
    attempt: Attempt, old: Version, changed: frozenset[str], observer: Observer
) -> VersionCheck:
    """What to use if one of the models does not work."""
    number, failure = min(attempt.failures.items(), key=lambda item: item[0])
    which = "the model before tuning" if number == OLD else "the tuned model"
    observer.warning(f"{which} does not work ({failure.cause}: {failure.detail})")
    if number == OLD:
        return VersionCheck(attempt.version)
    return VersionCheck(old, reverted=changed)


def _decided(
    best: Attempt,
    old: Version,
    changed: frozenset[str],
    observer: Observer,
    resolution: float,
) -> VersionCheck:
    """The best attempt if it is faster than the old version, by at least `resolution` seconds."""
    found = best.comparison
    assert found is not None, "the best attempt was measured"
    if abs(found.candidate.median - found.incumbent.median) < resolution:
        observer.warning(
            "the tuned model and the one before tuning differ by less than the "
            f"{resolution * 1e9:.0f} ns that can be told apart; tuning is undone"
        )
        return VersionCheck(old, found.incumbent, found.incumbent, changed)
    if found.ratio > 1.0:
        slower = f"it takes {found.ratio:.3f} times as long"
        observer.warning(f"the tuned model is not faster than before, {slower}; tuning is undone")
        return VersionCheck(old, found.incumbent, found.incumbent, changed)
    if best.is_noisy:
        observer.warning(
            "the cores were noisy while the whole model was timed, so it is not known how certain "
            "its gain is; end other programs, or tune again later with REPEAT_TUNE=True"
        )
    times = found.incumbent, found.candidate
    verdict = min(0, found.verdict)
    return VersionCheck(best.version, *times, changed - best.kept, found.uncertainty, verdict)
