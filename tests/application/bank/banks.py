"""Repositories of real entries, made without tuning."""

from __future__ import annotations

from pathlib import Path

import onnx

from aoe.application.model.source import load_graph
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cpu.target.host import host_target
from aoe.backends.cpu.version import CODE_GENERATOR
from aoe.frontends.frontend import ModelOrigin
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.repository.entry import Entry, Timing
from aoe.repository.repository import Repository
from aoe.tuning.search.search_strategy import search_space

#: The last policy of the analytic ranking, and the first: the default policy.
SLOW, DEFAULT = -1, 0
TARGET: CpuTarget = host_target(threads=1)


def operator_of(model: str | Path) -> Operator:
    """The one operator of a variant of `small.onnx`, whose batch is 2 where it is open."""
    shape = onnx.load(model).graph.input[0].type.tensor_type.shape
    _, graph = load_graph(ModelOrigin(model), {"x": (shape.dim[0].dim_value or 2, 8)})
    return graph.operator_nodes[0].operator


def policy_of(operator: Operator, rank: int) -> Policy:
    """A policy of an operator's space by its rank; `DEFAULT` is the default policy."""
    space = search_space(operator, TARGET)
    return space.default if rank == DEFAULT else space.estimates[rank][0]


def operator_entry(
    root: Path,
    model: str | Path,
    policy: int | Policy,
    after_us: float = 10.0,
    soc_version: str = TARGET.soc_version,
    code_generator: str = CODE_GENERATOR,
) -> Entry:
    """Stores an entry for a model's operator in the repository at `root`, and returns it."""
    operator = operator_of(model)
    entry = Entry(
        key=operator.key,
        signature=operator.signature,
        policy=policy if isinstance(policy, Policy) else policy_of(operator, policy),
        before=Timing(15.0, 0.5, 9),
        after=Timing(after_us, 0.5, 9),
        default=Timing(15.0, 0.5, 9),
        hardware=(("cores", "1"), ("model", "a processor")),
        package="0.1.0",
        code_generator=code_generator,
        date="2026-01-02T03:04:05+00:00",
    )
    repository = Repository(root / soc_version, root / "none", soc_version, code_generator)
    repository.store(entry)
    return entry
