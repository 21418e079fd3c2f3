"""Opens the programs of a model in the compile cache: says what they depend on besides shapes.

`program_cache.py` reads and writes them.
"""

from __future__ import annotations

from aoe.application.model.compilation import known_subgraphs, repository_policies
from aoe.application.model.program_cache import ProgramCache
from aoe.application.model.request.cache_request import opened_cache
from aoe.application.model.request.compile_request import CompileRequest
from aoe.application.model.request.precision_request import precision_to_json
from aoe.target import Target


def opened_programs(digest: str, request: CompileRequest, target: Target) -> ProgramCache:
    """The programs of a model that earlier processes compiled, for the present repositories.

    Args:
        digest: What the model holds.
        request: How it is compiled.
        target: The device.
    """
    settings = request.settings
    policies = repository_policies(settings, target, request.operator_repository)
    subgraphs = ""
    if request.subgraphs:
        found = known_subgraphs(settings, target, request.graph_repository)
        subgraphs = found.repository.state()
    return ProgramCache(
        opened_cache(request.cache, settings, target),
        f"{digest}\n{target!r}\n{precision_to_json(request.precision)}\n"
        f"{request.switches.to_json()}\n{policies.repository.state()}\n{subgraphs}\n"
        f"{request.reuse_memory}",
    )
