"""Compiles an operator graph for this machine with what its repository knows; searches nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from aoe import __version__
from aoe.application.model.request.cache_request import CacheRequest, opened_cache
from aoe.application.model.source import Source
from aoe.backends.backend import Compiler
from aoe.backends.compilation import compile_graph
from aoe.backends.registry import backend_of
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.repository.opening import (
    open_graph_repository,
    open_graph_repository_to_read,
    open_repository,
)
from aoe.repository.repository import Repository
from aoe.runtime.offline_model import Manifest, OfflineModel
from aoe.settings import Settings
from aoe.target import Target
from aoe.tuning.policy_database import RepositoryPolicies, known_policies
from aoe.tuning.subgraph.subgraph_database import RepositorySubgraphs


def compile_known(
    graph: OperatorGraph,
    source: Source,
    target: Target,
    settings: Settings,
    *,
    op_bank_path: Path | None = None,
    profiles: Sequence[OperatorGraph] = (),
    cache: CacheRequest | None = None,
    tuned: bool = True,
    reuse_memory: bool = True,
) -> OfflineModel:
    """The offline model of a graph with the policies that the repository knows, and default ones
    elsewhere.

    Args:
        graph: The model.
        source: Where it is from.
        target: The device, which may be another machine's.
        settings: The environment.
        op_bank_path: See `open_repository`.
        profiles: The same model at other shapes.
        cache: How to use the compile cache; by default as the environment says.
        tuned: Whether the repository counts. Otherwise all policies are default ones.
        reuse_memory: See `aoe.backends.backend.Backend`.
    """
    store = repository_policies(settings, target, op_bank_path, to_read=True)
    opened = opened_cache(cache or CacheRequest(), settings, target)
    compiler = backend_of(target).compiler(
        target, settings.compile_processes, opened, reuse_memory=reuse_memory
    )
    with closing(compiler) as pool:
        known: dict[str, Policy] = {}
        for item in (graph, *profiles) if tuned else ():
            known |= known_policies(item, store)
        return compile_with(graph, source, known, target, pool, profiles=profiles)


def compile_with(
    graph: OperatorGraph,
    source: Source,
    policies: Mapping[str, Policy],
    target: Target,
    pool: Compiler,
    tuning: Mapping[str, Any] | None = None,
    profiles: Sequence[OperatorGraph] = (),
) -> OfflineModel:
    """The offline model of a graph under given policies.

    Args:
        graph: The model as operators.
        source: Where the model came from, for the manifest.
        policies: Policies by operator key; operators that are missing get their default policy.
        target: The device to compile for.
        pool: Compiles for that device. What it compiled before is not compiled again.
        tuning: A summary of the tuning for the manifest; none by default.
        profiles: The same model at other shapes, which become part of the same offline model.

    Returns:
        The offline model, in memory.

    Raises:
        PolicyError: A policy does not fit its operator.
        CompileError: Code is refused.
        UnsupportedModelError: This machine would run the model, and has too little memory.
    """
    manifest = manifest_of(source, target, tuning)
    return compile_graph(graph, policies, manifest, pool=pool, profiles=profiles)


def manifest_of(
    source: Source, target: Target, tuning: Mapping[str, Any] | None = None
) -> Manifest:
    """The manifest of what is compiled now. `tuning`: a summary of it."""
    return Manifest(
        name=source.name,
        target=target,
        source=source.path,
        source_sha256=source.sha256,
        producer=f"open-aoe {__version__}",
        generator=backend_of(target).version,
        tuning=tuning or {},
        metadata=source.metadata,
    )


def repository_policies(
    settings: Settings,
    target: Target,
    op_bank_path: Path | None = None,
    to_read: bool = False,
) -> RepositoryPolicies:
    """The repository that tuning and compiling on a device use, as `open_repository`."""
    repository = open_repository(
        settings, target.soc_version, backend_of(target).version, op_bank_path, to_read
    )
    hardware = tuple(sorted(backend_of(target).machine.fingerprint(target).items()))
    return RepositoryPolicies(repository, target, hardware, __version__)


def tuned_subgraphs(settings: Settings, target: Target) -> RepositorySubgraphs:
    """The graph repository that tuning on a device uses."""
    version = backend_of(target).version
    return _subgraphs(open_graph_repository(settings, target.soc_version, version), target)


def known_subgraphs(
    settings: Settings, target: Target, mdl_bank_path: Path | None = None
) -> RepositorySubgraphs:
    """The graph repository that compiling for a device reads; `mdl_bank_path`: see
    `open_graph_repository_to_read`.
    """
    repository = open_graph_repository_to_read(
        settings, target.soc_version, backend_of(target).version, mdl_bank_path
    )
    return _subgraphs(repository, target)


def _subgraphs(repository: Repository, target: Target) -> RepositorySubgraphs:
    hardware = tuple(sorted(backend_of(target).machine.fingerprint(target).items()))
    return RepositorySubgraphs(repository, target, hardware, __version__)
