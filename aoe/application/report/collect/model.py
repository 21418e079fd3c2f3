"""A model and one inference of it, measured on this machine."""

from __future__ import annotations

from aoe.application.explain.call_owners import call_owners
from aoe.application.explain.call_times import (
    call_profiles,
    inference_seconds,
    seconds_by_name,
    usual_call_seconds,
)
from aoe.application.explain.command import explained_operators
from aoe.application.model.inputs import profile_inputs, synthetic_arrays
from aoe.application.model.session import InferenceSession
from aoe.application.report.collect.graph import graph_nodes
from aoe.application.report.collect.memory import memory_of
from aoe.application.report.collect.operators import distinct_operator
from aoe.application.report.collect.timeline import timeline
from aoe.application.report.contents import ModelContents
from aoe.operators.graph_json import graph_from_json
from aoe.runtime.offline_model import static_models
from aoe.settings import Settings
from aoe.tuning.trial_log import Device, RecordedSearch


def model_contents(
    session: InferenceSession, settings: Settings, searches: dict[Device, RecordedSearch]
) -> ModelContents:
    """The model of a session with fixed shapes. Several inferences are run.

    Args:
        session: The session.
        settings: The environment: where repositories are.
        searches: What tuning has tried, by device model and key.
    """
    feed = synthetic_arrays(profile_inputs(session.model, 1), seed=0)
    models = static_models(session.model)
    compiled, plan = models[0], models[0].plan
    seconds = usual_call_seconds(call_profiles(session, feed))
    median, least = inference_seconds(session, feed, sum(seconds))
    graph = graph_from_json(compiled.graph, compiled.constants)
    owners = call_owners(graph, plan)
    by_name = seconds_by_name(owners, seconds)
    explained = explained_operators(session, by_name, settings, searches)
    operators = tuple(distinct_operator(item) for item in explained)
    nodes = graph_nodes(graph, [item.key for item in operators], by_name)
    numbers = {node.name: number for number, node in enumerate(nodes) if node.kind == "operator"}
    return ModelContents(
        name=session.model.manifest.name,
        threads=session.threads,
        seconds=median,
        least=least,
        operators=operators,
        nodes=nodes,
        calls=timeline(plan, seconds, session.threads, numbers, owners),
        memory=memory_of(plan, session.threads),
        profiles=len(models),
    )
