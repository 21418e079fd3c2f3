"""A model as a worker of a fleet sees it: prepared, in what ways it could be computed before a job
and after it, and compiled in the way that is the fastest.
"""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from aoe.application.fleet.sent_model import SentModel
from aoe.application.model.compilation import compile_with
from aoe.application.model.open_shapes.open_file import open_model, programs_ahead
from aoe.application.model.precision.precision import measured
from aoe.application.model.precision.precision_gate import Gated, gated_profiles
from aoe.application.model.request.precision_request import PrecisionRequest
from aoe.application.model.source import prepared_profiles
from aoe.application.tune.model_times import unchanged_times
from aoe.application.tune.phases.joint_versions import JointVersions, Side
from aoe.backends.backend import Compiler
from aoe.backends.registry import backend_of, complete_policies
from aoe.graph.pipeline import PreparedGraph
from aoe.graph.switches import ALL_ON
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy, SubgraphPolicy
from aoe.runtime.offline_model import OfflineModel, write_offline_model
from aoe.runtime.open_model import write_open_model
from aoe.target import Target
from aoe.tuning.model_check.model_check import check_versions
from aoe.tuning.model_check.model_versions import CheckOptions
from aoe.tuning.observer import SilentObserver
from aoe.tuning.policy_database import RepositoryPolicies, known_policies
from aoe.tuning.subgraph.subgraph_database import RepositorySubgraphs
from aoe.tuning.subgraph.subgraph_tuning import default_policies, model_of

#: Seconds for which a compiled model is timed.
TIMED_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Known:
    """What the repository of a worker has at one moment.

    Attributes:
        operators: Policies of operators.
        subgraphs: Policies of subgraphs.
    """

    operators: RepositoryPolicies
    subgraphs: RepositorySubgraphs

    def grouping(self, profiles: Sequence[PreparedGraph]) -> dict[str, SubgraphPolicy]:
        """The policies of the subgraphs of a model, by key; default ones where none is known."""
        known = [item.known(self.subgraphs.lookup) for item in profiles]
        return {**default_policies(profiles), **{k: v for item in known for k, v in item.items()}}

    def policies(self, graph: OperatorGraph) -> dict[str, Policy]:
        """The known policies of operators, by key."""
        return dict(known_policies(graph, self.operators))


@dataclass(frozen=True, slots=True)
class CompiledModel:
    """A model that a worker compiled.

    Attributes:
        content: The content of its file.
        before: Seconds of one inference before the job.
        after: The same after.
        reverted: Keys of operators and subgraphs whose new policies it does not use.
        used: Keys of all those whose known policies it uses.
    """

    content: bytes
    before: float
    after: float
    reverted: frozenset[str]
    used: frozenset[str]


def prepared(model: SentModel, target: Target, pool: Compiler) -> Gated:
    """A model at the shapes that it is tuned for, in the usual precision. Raises as
    `aoe.application.model.source.load_graph`.
    """
    wanted = PrecisionRequest()
    profiles = prepared_profiles(
        model.read(), model.profiles, target=target, operators=wanted.operators
    )

    def compiled(graphs: Sequence[OperatorGraph]) -> OfflineModel:
        first, *others = graphs
        return compile_with(first, model.source, {}, target, pool, profiles=others)

    return gated_profiles(profiles, wanted, target, lambda _: None, compiled)


def sides(profiles: Sequence[PreparedGraph], before: Known, now: Known) -> JointVersions:
    """A model before a job and after it.

    Args:
        profiles: The model at its shapes.
        before: What was known before the job.
        now: What is known now.
    """
    grouping = now.grouping(profiles)
    earlier = before.grouping(profiles)
    graph = model_of(profiles, grouping)
    known = {**before.policies(model_of(profiles, earlier)), **before.policies(graph)}
    old = complete_policies(graph, known, now.operators.target)
    return JointVersions(
        profiles,
        now.operators,
        graph,
        Side(earlier, known),
        Side(grouping, {**old, **now.policies(graph)}),
        old,
    )


def compiled(
    model: SentModel, gated: Gated, versions: JointVersions, now: Known, pool: Compiler
) -> CompiledModel:
    """Compiles a model with what is known now, as far as it makes the whole model faster
    (`aoe.tuning.model_check`).

    Args:
        model: The model.
        gated: It, prepared.
        versions: It before the job and after it.
        now: What is known now.
        pool: Compiles it.
    """
    target = now.operators.target
    policies, reverted, times = versions.after.policies, frozenset[str](), None
    if versions.changed:
        options = CheckOptions(resolution=backend_of(target).machine.resolution(target))
        found = check_versions(
            versions.first(),
            versions.without(frozenset()),
            versions.changed,
            versions.without,
            pool,
            SilentObserver(),
            options,
        )
        policies, reverted = found.version.policies, found.reverted
        if found.before is not None and found.after is not None:
            times = found.before.median, found.after.median
    back = {key: versions.before.grouping[key] for key in reverted & versions.regrouped}
    grouping = {**versions.after.grouping, **back}
    graphs = [item.formed(grouping) for item in gated.profiles]
    first, *others = graphs
    made = compile_with(first, model.source, policies, target, pool, profiles=others)
    made, _ = measured(made, gated.precision(graphs), gated.expected, target.threads)
    if times is None:
        same = unchanged_times(made, target.threads, TIMED_SECONDS)
        times = same.before, same.after
    operators = {node.operator.key for graph in graphs for node in graph.operator_nodes}
    used = frozenset((operators | grouping.keys()) - reverted)
    reverted |= _unused(versions, now, operators)
    content = _content(model, made, graphs, policies, pool)
    return CompiledModel(content, *times, reverted, used)


def _unused(versions: JointVersions, now: Known, used: Collection[str]) -> frozenset[str]:
    """Keys of operators with a new policy that other groupings had and the final one has not.
    `used`: keys of the operators of the final one.
    """
    first = model_of(versions.profiles, versions.before.grouping)
    old, new = versions.before.policies, now.policies(first)
    changed = {key for key, policy in new.items() if old.get(key) != policy}
    return frozenset((changed | (versions.changed - versions.regrouped)).difference(used))


def _content(
    model: SentModel,
    made: OfflineModel,
    graphs: Sequence[OperatorGraph],
    policies: Mapping[str, Policy],
    pool: Compiler,
) -> bytes:
    """The content of the file of an offline model."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.om"
        if model.stays_open:
            ahead = programs_ahead(graphs, policies, pool)
            write_open_model(
                path, open_model(model.read(), made.manifest, PrecisionRequest(), ALL_ON, ahead)
            )
        else:
            write_offline_model(path, made)
        return path.read_bytes()
