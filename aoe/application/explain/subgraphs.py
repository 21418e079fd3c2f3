"""`aoe explain MODEL --subgraphs`: fused operators and layouts of each subgraph, the origin and the
gain of its policy, and what other policies cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aoe.application.bank.format import LINE
from aoe.application.explain.format import LISTED, microseconds
from aoe.application.explain.recorded_searches import recorded_searches
from aoe.application.model.compilation import known_subgraphs, repository_policies
from aoe.application.model.machine import this_machine
from aoe.application.model.source import load_profiles
from aoe.errors import UsageError, counted
from aoe.frontends.inputs.input_shapes import parse_input_shapes
from aoe.frontends.model_folder import found_origin
from aoe.graph.slicing import SLICE_MARK
from aoe.graph.subgraph.decision_kinds import changed_kinds, kind_of
from aoe.graph.subgraph.subgraph import ORDER, STORED, VARIANT, Subgraph
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Decision, SubgraphPolicy
from aoe.repository.entry import Entry
from aoe.settings import Settings
from aoe.signature import key_of
from aoe.tuning.search.search_strategy import Trial
from aoe.tuning.trial_log import Device, RecordedSubgraphSearch, read_subgraph_searches
from aoe.tuning.workload.subgraph_model import KnownOperators, SubgraphModel


@dataclass(frozen=True, slots=True)
class SubgraphExplanation:
    """What is known of a subgraph.

    Attributes:
        subgraph: The subgraph.
        uses: How many subgraphs of the model are equal to it.
        policy: Its policy.
        formed: Its operators under this policy.
        origin: Where the policy comes from.
        seconds: Time of one use, estimated from its operators.
        search: The candidates that were tried, if recorded.
        decisions: How many decisions of each kind differ from the default policy.
        gain: The default policy's time over that of its policy, if the repository has both.
    """

    subgraph: Subgraph
    uses: int
    policy: SubgraphPolicy
    formed: OperatorGraph
    origin: str
    seconds: float
    search: RecordedSubgraphSearch | None
    decisions: Mapping[str, int] = field(default_factory=dict)
    gain: float | None = None


def explained_subgraphs(
    path: Path,
    threads: int | None,
    input_shape: str | None,
    trial_log: Path | None,
    settings: Settings,
) -> list[SubgraphExplanation]:
    """The distinct subgraphs of a source model, the most expensive first."""
    if not path.exists() or path.suffix == ".om":
        raise UsageError(f"{path}: --subgraphs needs a source model, such as an .onnx; name one")
    shapes = {} if input_shape is None else parse_input_shapes(input_shape)
    target = this_machine(threads, settings)
    _, (graph,) = load_profiles(found_origin(path), [shapes], target=target)
    store = known_subgraphs(settings, target)
    operators = KnownOperators(target, repository_policies(settings, target, to_read=True).measured)
    searches = recorded_searches(settings, trial_log, read_subgraph_searches)
    found: dict[str, SubgraphExplanation] = {}
    for subgraph in graph.subgraphs:
        if subgraph.key not in found:
            known, default = store.entry(subgraph), subgraph.policy(graph.decisions)
            policy = default if known is None else known.policy
            assert isinstance(policy, SubgraphPolicy), "the store checks it"
            found[subgraph.key] = SubgraphExplanation(
                subgraph,
                sum(item.key == subgraph.key for item in graph.subgraphs),
                policy,
                subgraph.formed(policy),
                "default policy" if known is None else f"{store.origin(subgraph)} repository",
                SubgraphModel(subgraph, operators).seconds(policy),
                _search(searches, target.soc_version, subgraph),
                changed_kinds(default, policy),
                None if known is None else _gain(known),
            )
    return sorted(found.values(), key=lambda item: -item.uses * item.seconds)


def subgraph_text(item: SubgraphExplanation) -> str:
    """Everything that is known of a subgraph."""
    uses = "" if item.uses == 1 else f", {item.uses} uses"
    lines = [f"{item.subgraph.name}{uses}, key {item.subgraph.key}"]
    lines += ["", f"fused operators ({item.origin})"]
    lines += [LINE + line for line in _operators(item.formed)]
    if variants := [*_variants(item)]:
        lines += ["", "variants", *(LINE + line for line in variants)]
    lines += ["", "decisions", *(LINE + line for line in _decided(item))]
    lines += ["", "time", f"{LINE}{microseconds(item.seconds)}, estimated from its operators"]
    lines += ["", "candidates", *(LINE + line for line in _tried(item))]
    return "\n".join(lines)


def subgraph_json(item: SubgraphExplanation) -> dict[str, Any]:
    """The same as a JSON object, with times in seconds."""
    branches = _branches(item.formed)
    return {
        "name": item.subgraph.name,
        "uses": item.uses,
        "key": item.subgraph.key,
        "policy": item.policy.to_json(),
        "origin": item.origin,
        "operators": [
            {
                "nodes": [name for name, _ in node.sources],
                "order": list(node.operator.output.order),
                "branch": branches.get(node.output),
                "lane": branches.get(node.output),  # its name before 0.2.0
            }
            for node in item.formed.operator_nodes
        ],
        "decisions": dict(item.decisions),
        "gain": item.gain,
        "seconds": item.seconds,
        "tried": None
        if item.search is None
        else [
            {"policy": trial.policy.to_json(), "seconds": trial.seconds, "cause": trial.cause}
            for trial in item.search.trials
        ],
    }


def _search(
    searches: Mapping[Device, RecordedSubgraphSearch], soc_version: str, subgraph: Subgraph
) -> RecordedSubgraphSearch | None:
    found = searches.get((soc_version, subgraph.key))
    return found or searches.get((soc_version, key_of(subgraph.earlier_signature)))


def _gain(entry: Entry) -> float | None:
    return None if entry.default is None else entry.default.median_us / entry.after.median_us


def _decided(item: SubgraphExplanation) -> Iterator[str]:
    """What its policy decides otherwise than the default one, and what that gains."""
    if not item.decisions:
        yield "those of the default policy"
        return
    yield ", ".join(f"{kind} ×{count}" for kind, count in sorted(item.decisions.items()))
    if item.gain is not None:
        together = " together" if len(item.decisions) > 1 else ""
        yield f"{item.gain:.2f} times as fast{together} as the default policy, when it was tuned"


def _operators(graph: OperatorGraph) -> Iterator[str]:
    branches = _branches(graph)
    for node in graph.operator_nodes:
        what = " + ".join(f"{name} ({kind})" for name, kind in node.sources) or node.name
        if SLICE_MARK in node.output:
            what += node.name.removeprefix(node.sources[0][0] if node.sources else "")
        beside = f"parallel branch {branches[node.output]}: " if node.output in branches else ""
        yield f"{beside}{what}: {_order(node.operator.output.order)}"


def _variants(item: SubgraphExplanation) -> Iterator[str]:
    """The values whose operators are replaced by a variant, and its kind."""
    for name, kind in item.policy.decisions:
        if name.startswith(VARIANT):
            yield f"{item.subgraph.values[int(name.removeprefix(VARIANT))]}: {kind}"


def _branches(graph: OperatorGraph) -> dict[str, int]:
    """The number of the parallel branch of each value that is computed in one, counted from 1."""
    return {
        name: number
        for region in graph.inter_op_regions
        for number, branch in enumerate(region.branches, 1)
        for name in branch
    }


def _order(order: tuple[int, ...]) -> str:
    return "row-major" if list(order) == sorted(order) else f"order {' '.join(map(str, order))}"


def _tried(item: SubgraphExplanation) -> Iterator[str]:
    if item.search is None:
        yield "none recorded here; give the trial log of a tuning run with --trial_log"
        return
    trials = item.search.trials
    own = min((t.seconds for t in trials if t.policy == item.policy and t.seconds), default=None)
    lost = [trial for trial in trials if trial.policy != item.policy]
    lost.sort(key=lambda trial: trial.seconds or float("inf"))
    failed = sum(trial.seconds is None for trial in trials)
    yield f"{counted(len(trials), 'policy', 'policies')} tried, {failed} failed"
    for trial in lost[:LISTED]:
        yield f"{_difference(item, trial.policy)}: {_cost(trial, own)}"
    if lost[LISTED:]:
        yield f"{len(lost[LISTED:])} more; --json lists all"


def _cost(trial: Trial[SubgraphPolicy], own: float | None) -> str:
    if trial.seconds is None:
        return f"{trial.cause or 'failed'}: {trial.detail}" if trial.detail else "failed"
    if own is None:
        return f"{trial.seconds * 1e6:.1f} us"
    return f"{trial.seconds * 1e6:.1f} us, {trial.seconds / own:.2f} times as long"


def _difference(item: SubgraphExplanation, other: SubgraphPolicy) -> str:
    """The decisions in which a candidate differs from the policy in use."""
    mine, theirs = dict(item.policy.decisions), dict(other.decisions)
    values = item.subgraph.values
    stored, others = (set(_numbers(decisions.get(STORED))) for decisions in (mine, theirs))
    parts = [f"{values[number]} not stored" for number in sorted(stored - others)]
    parts += [f"{values[number]} stored" for number in sorted(others - stored)]
    for name, decision in theirs.items():
        if name.startswith(ORDER) and name in mine and mine[name] != decision:
            parts.append(f"{values[int(name.removeprefix(ORDER))]} {_order(_numbers(decision))}")
        elif not name.startswith((STORED, ORDER)) and mine.get(name) != decision:
            about = values[int(name.partition(".")[2])]
            parts.append(f"{about} {_told(name, decision)}")
    return ", ".join(parts) or "the same"


def _told(name: str, decision: Decision) -> str:
    """The kind of a decision, and its numbers if it has any."""
    numbers = decision if isinstance(decision, tuple) else ()
    return " ".join([kind_of(name, decision), *map(str, numbers)])


def _numbers(decision: Decision | None) -> tuple[int, ...]:
    return tuple(int(item) for item in decision) if isinstance(decision, tuple) else ()
