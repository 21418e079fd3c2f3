"""`aoe explain MODEL|KEY`: explains the operators of a model, or one of the repository. Measures
their shares of the model's time. `format.py` makes the text.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from aoe.application.bank.records import Record, read_contents, repository_root, target_of
from aoe.application.explain.call_owners import call_owners
from aoe.application.explain.call_times import (
    call_profiles,
    seconds_by_name,
    usual_call_seconds,
)
from aoe.application.explain.explanation import Explanation
from aoe.application.explain.format import as_json, explanation_text
from aoe.application.explain.recorded_searches import recorded_searches
from aoe.application.explain.subgraphs import explained_subgraphs, subgraph_json, subgraph_text
from aoe.application.model.compilation import repository_policies
from aoe.application.model.inputs import profile_inputs, synthetic_arrays
from aoe.application.model.machine import this_machine
from aoe.application.model.opening import opened_session
from aoe.application.model.roofline import lower_bound_of
from aoe.application.model.session import InferenceSession
from aoe.application.request.values import checked_threads, existing_path
from aoe.backends.registry import default_policy
from aoe.errors import AoeError, UsageError, counted
from aoe.operators.graph_json import graph_from_json, policies_from_json
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.repository.entry import SUBGRAPH
from aoe.runtime.offline_model import static_models
from aoe.settings import Settings, read_settings
from aoe.tuning.policy_database import RepositoryPolicies
from aoe.tuning.trial_log import Device, RecordedSearch, holds_trials, read_searches


def explain_command(
    subject: str,
    threads: int | None,
    top: int,
    input_shape: str | None,
    trial_log: str | None,
    json_wanted: bool,
    subgraphs: bool = False,
) -> int:
    """Carries out `aoe explain`. Returns the exit status."""
    settings = read_settings()
    if top < 1:
        raise UsageError(f"--top={top}: must be 1 or more")
    log = existing_path({"trial_log": trial_log}, "trial_log", settings.working_directory)
    if log is not None and log.is_dir():
        raise UsageError(f"--trial_log={trial_log}: is a directory; name a file in it")
    if log is not None and not holds_trials(log):
        raise UsageError(
            f"--trial_log={trial_log}: has no trials; name a file that tuning wrote for its own "
            "--trial_log"
        )
    if subgraphs:
        threads = checked_threads(threads)
        groups = explained_subgraphs(Path(subject), threads, input_shape, log, settings)
        text = [subgraph_text(item) for item in groups[:top]]
        data = [subgraph_json(item) for item in groups[:top]]
        return _show(text, data, len(groups), "subgraph", json_wanted)
    searches = recorded_searches(settings, log, read_searches)
    if subject.isdecimal() and not os.path.exists(subject):
        found = _of_key(subject, settings, searches)
    else:
        found = _of_model(Path(subject), threads, input_shape, settings, searches)
    shown = found[:top]
    text, data = [explanation_text(item) for item in shown], [as_json(item) for item in shown]
    return _show(text, data, len(found), "operator", json_wanted)


def _show(
    text: Sequence[str], data: Sequence[Any], total: int, kind: str, json_wanted: bool
) -> int:
    """Prints explanations as text or as JSON. `total`: how many there are of a kind."""
    if json_wanted:
        click.echo(json.dumps(data, indent=1))
        return 0
    click.echo("\n\n".join(text) if text else f"there is no {kind} to explain")
    if total > len(text):
        more = counted(total - len(text), f"more {kind}")
        click.echo(f"\n{more}; --top={total} shows all")
    return 0


def _of_key(
    key: str, settings: Settings, searches: Mapping[Device, RecordedSearch]
) -> list[Explanation]:
    """The operators of this machine in the repository whose key begins with some digits."""
    found: dict[str, Explanation] = {}
    subgraph = ""
    for origin, builtin in (("custom repository", False), ("built-in repository", True)):
        for record in read_contents(repository_root(settings, builtin), key).records:
            if record.type == SUBGRAPH:
                option = " --builtin" if builtin else ""
                subgraph = subgraph or f"aoe bank show {record.key}{option}"
            elif record.key not in found:
                explained = _of_record(record, origin, searches)
                if explained is not None:
                    found[record.key] = explained
    if not found and subgraph:
        raise AoeError(
            f"{key} is the key of a subgraph, and aoe explain takes keys of operators; {subgraph} "
            "shows its entry, and aoe explain MODEL --subgraphs explains those of a model"
        )
    if not found:
        raise AoeError(
            f"the repository has no operator {key} for this machine; aoe bank list shows all "
            "entries, and aoe explain MODEL explains the operators of a model"
        )
    return list(found.values())


def _of_record(
    record: Record, origin: str, searches: Mapping[Device, RecordedSearch]
) -> Explanation | None:
    operator, entry, target = record.operator, record.entry, target_of(record.soc_version)
    if operator is None or entry is None or target is None or not isinstance(entry.policy, Policy):
        return None
    return Explanation(
        name=operator.type,
        types=(operator.type,),
        uses=1,
        operator=operator,
        policy=entry.policy,
        origin=origin,
        seconds=entry.after.median_us * 1e-6,
        share=None,
        lower_bound=lower_bound_of(operator, entry.policy, target),
        search=searches.get((record.soc_version, record.key)),
    )


def _of_model(
    path: Path,
    threads: int | None,
    input_shape: str | None,
    settings: Settings,
    searches: Mapping[Device, RecordedSearch],
) -> list[Explanation]:
    """The operators of a model, the most expensive first."""
    if not os.path.exists(path):
        raise UsageError(f"{path}: there is no such file, and it is not a key of an operator")
    with closing(opened_session(path, threads, input_shape, settings, fixed=True)) as session:
        return explained_operators(session, profiled(session), settings, searches)


def explained_operators(
    session: InferenceSession,
    seconds: Mapping[str, float],
    settings: Settings,
    searches: Mapping[Device, RecordedSearch],
) -> list[Explanation]:
    """The operators of a session's model at its first shapes, the most expensive first.

    Args:
        session: The session, with fixed shapes.
        seconds: Seconds of each operator in one inference, by name.
        settings: The environment.
        searches: The candidates that were tried, by device model and key.
    """
    made_for = session.model.manifest.target
    soc_version = made_for.soc_version
    target = this_machine(session.threads, settings, made_for.backend)
    store = repository_policies(settings, target, to_read=True)
    compiled = static_models(session.model)[0]
    total = sum(seconds.values())
    nodes = graph_from_json(compiled.graph, compiled.constants).operator_nodes
    policies = policies_from_json(compiled.graph, compiled.policies)
    found = []
    for key in dict.fromkeys(node.operator.key for node in nodes):
        alike = [node for node in nodes if node.operator.key == key]
        operator, policy = alike[0].operator, policies[key]
        spent = sum(seconds.get(name, 0.0) for name in {node.name for node in alike})
        found.append(
            Explanation(
                name=alike[0].name,
                types=tuple(dict.fromkeys(kind for _, kind in alike[0].sources)),
                uses=len(alike),
                operator=operator,
                policy=policy,
                origin=provenance_of(operator, policy, store),
                seconds=spent,
                share=spent / total if total else 0.0,
                lower_bound=len(alike) * lower_bound_of(operator, policy, target),
                search=searches.get((soc_version, key)),
            )
        )
    return sorted(found, key=lambda item: -item.seconds)


def profiled(session: InferenceSession) -> dict[str, float]:
    """Seconds of each operator of a model in one inference, by name; see `usual_call_seconds`."""
    feed = synthetic_arrays(profile_inputs(session.model, 1), seed=0)
    compiled = static_models(session.model)[0]
    graph = graph_from_json(compiled.graph, compiled.constants)
    seconds = usual_call_seconds(call_profiles(session, feed))
    return seconds_by_name(call_owners(graph, compiled.plan), seconds)


def provenance_of(operator: Operator, policy: Policy, store: RepositoryPolicies) -> str:
    """The origin of a policy in use."""
    if store.lookup(operator) == policy:
        return f"{store.origin(operator)} repository"
    if policy == default_policy(operator, store.target):
        return "default policy"
    return "offline model; the repository has another or none"
