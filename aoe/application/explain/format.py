"""The text and the JSON object that `aoe explain` prints for an operator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aoe.application.bank.format import LINE, decision_text, operator_lines, policy_lines
from aoe.application.explain.explanation import Explanation
from aoe.errors import counted
from aoe.policy import Policy
from aoe.tuning.search.search_strategy import Trial, decisions, differences

#: How many of the losing policies are listed.
LISTED = 5


def explanation_text(item: Explanation) -> str:
    """Everything that is known of an operator."""
    uses = "" if item.uses == 1 else f", {item.uses} uses"
    lines = [f"{item.name} ({'+'.join(item.types)}){uses}, key {item.operator.key}"]
    lines += ["", "operator", *(LINE + line for line in operator_lines(item.operator))]
    lines += ["", f"policy ({item.origin})", *(LINE + line for line in policy_lines(item.policy))]
    lines += ["", "time", *(LINE + line for line in _times(item))]
    lines += ["", "candidates", *(LINE + line for line in _tried(item))]
    return "\n".join(lines)


def as_json(item: Explanation) -> dict[str, Any]:
    """The same as a JSON object, with times in seconds."""
    return {
        "name": item.name,
        "types": list(item.types),
        "uses": item.uses,
        "key": item.operator.key,
        "operator": item.operator.to_json(),
        "policy": item.policy.to_json(),
        "origin": item.origin,
        "seconds": item.seconds,
        "share": item.share,
        "lower_bound": item.lower_bound or None,
        "floor": item.lower_bound or None,  # its name before 0.2.0
        "roofline": item.lower_bound / item.seconds if item.lower_bound and item.seconds else None,
        "tried": None
        if item.search is None
        else [
            {
                "policy": trial.policy.to_json(),
                "seconds": trial.seconds,
                "lost": why_lost(trial, item.policy, best_seconds(item)),
            }
            for trial in item.search.trials
        ],
    }


def best_seconds(item: Explanation) -> float | None:
    """The time of the policy in use when it was tried, else that of the fastest candidate."""
    trials = [] if item.search is None else item.search.trials
    timed = [(trial.policy, trial.seconds) for trial in trials if trial.seconds is not None]
    own = [seconds for policy, seconds in timed if policy == item.policy]
    return min(own or [seconds for _, seconds in timed], default=None)


def why_lost(trial: Trial, chosen: Policy, best: float | None) -> str | None:
    """Why a candidate is not in use; `None` if it is."""
    if trial.policy == chosen:
        return None
    if trial.seconds is None:
        return f"{trial.cause or 'failed'}: {trial.detail}" if trial.detail else "failed"
    if trial.same_as == chosen:
        return "it compiles to the same machine code"
    if best is None or trial.seconds < best:
        return "not faster beyond the noise, or slower inside the whole model"
    return f"{trial.seconds / best:.2f} times as long"


def _times(item: Explanation) -> Iterator[str]:
    share = "" if item.share is None else f", {100 * item.share:.1f}% of the model"
    yield f"{microseconds(item.seconds)}{share}"
    if item.lower_bound and item.seconds:
        percent = 100 * item.lower_bound / item.seconds
        yield f"{percent:.0f}% of its roofline; the lower bound is {microseconds(item.lower_bound)}"
    else:
        yield "the lower bound is unknown"


def microseconds(seconds: float) -> str:
    """A time in microseconds, with more digits where it is short."""
    value = seconds * 1e6
    return f"{value:.1f} us" if value >= 100 else f"{value:.3g} us"


def _tried(item: Explanation) -> Iterator[str]:
    if item.search is None:
        yield "none recorded here; give the trial log of a tuning run with --trial_log"
        return
    best = best_seconds(item)
    timed = [trial for trial in item.search.trials if trial.seconds is not None]
    failed = [trial for trial in item.search.trials if trial.seconds is None]
    yield f"{counted(len(timed) + len(failed), 'policy', 'policies')} tried, {len(failed)} failed"
    lost = [trial for trial in timed if trial.policy != item.policy]
    lost.sort(key=lambda trial: trial.seconds or 0.0)
    for trial in [*lost[:LISTED], *failed[:LISTED]]:
        difference = policy_difference(item.policy, trial.policy)
        yield f"{difference}: {why_lost(trial, item.policy, best)}"
    left_out = len(lost[LISTED:]) + len(failed[LISTED:])
    if left_out:
        yield f"{left_out} more; --json lists all"


def policy_difference(chosen: Policy, other: Policy) -> str:
    """The implementation or the decisions in which a candidate differs from the policy in use."""
    if other.impl != chosen.impl:
        return f"impl {other.impl}"
    theirs = decisions(other)
    names = [name for name, _ in differences(chosen, other)]
    return ", ".join(
        f"{name.partition('.')[2]} {decision_text(theirs.get(name, 'none'))}" for name in names
    )
