"""Opens the programs of a model in the compile cache: says what they depend on besides shapes.

`program_cache.py` reads and writes them. What a program is found by and what it is compiled with
come from the same `Repositories`.
"""

from __future__ import annotations

from dataclasses import dataclass

from aoe.application.model.compilation import known_subgraphs, repository_policies
from aoe.application.model.program_cache import ProgramCache
from aoe.application.model.request.cache_request import opened_cache
from aoe.application.model.request.compile_request import CompileRequest
from aoe.application.model.request.precision_request import precision_to_json
from aoe.target import Target
from aoe.tuning.policy_database import RepositoryPolicies
from aoe.tuning.subgraph.subgraph_database import RepositorySubgraphs


@dataclass(frozen=True, slots=True)
class Repositories:
    """What is known when a model is compiled.

    Attributes:
        policies: Those of operators.
        subgraphs: Those of subgraphs; None if they are not asked for.
    """

    policies: RepositoryPolicies
    subgraphs: RepositorySubgraphs | None

    def state(self) -> str:
        """A text that changes whenever an entry might."""
        subgraphs = "" if self.subgraphs is None else self.subgraphs.repository.state()
        return f"{self.policies.repository.state()}\n{subgraphs}"


def opened_repositories(request: CompileRequest, target: Target) -> Repositories:
    """The repositories of a device as they are now. Raises `RepositoryError` if every user may
    write there.
    """
    settings = request.settings
    policies = repository_policies(settings, target, request.operator_repository, to_read=True)
    if not request.subgraphs:
        return Repositories(policies, None)
    return Repositories(policies, known_subgraphs(settings, target, request.graph_repository))


def opened_programs(
    digest: str, request: CompileRequest, target: Target, repositories: Repositories
) -> ProgramCache:
    """The programs of a model that earlier processes compiled, for the present repositories.

    Args:
        digest: What the model holds.
        request: How it is compiled.
        target: The device.
        repositories: What it is compiled with.
    """
    return ProgramCache(
        opened_cache(request.cache, request.settings, target),
        f"{digest}\n{target!r}\n{precision_to_json(request.precision)}\n"
        f"{request.switches.to_json()}\n{repositories.state()}\n{request.reuse_memory}",
    )
