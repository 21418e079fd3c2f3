"""Compiles a model with open shapes once its shapes are known, as often as there are new ones.

`shape_cache.py` decides when, and keeps what was compiled. What does not depend on shapes is done
once: reading the model, opening repositories, compiling code that shapes have in common.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np
import onnx_ir

from aoe.application.model.annotated_dumps import annotate_dumps
from aoe.application.model.compilation import compile_with, manifest_of
from aoe.application.model.kept_compiler import KeptCompiler
from aoe.application.model.known_model import model_digest
from aoe.application.model.machine import this_machine
from aoe.application.model.precision.contraction_precision import Judgement
from aoe.application.model.precision.precision import measured, outputs_of
from aoe.application.model.precision.precision_gate import Gated, gated_profiles
from aoe.application.model.program_cache import ProgramCache
from aoe.application.model.programs import (
    Repositories,
    opened_programs,
    opened_repositories,
)
from aoe.application.model.request.cache_request import opened_cache
from aoe.application.model.request.compile_request import CompileRequest
from aoe.application.model.source import ReadModel
from aoe.backends.backend import CompiledPlan, Compiler
from aoe.backends.compilation import begin_scattered, compile_scattered
from aoe.backends.registry import backend_of, require_computable
from aoe.backends.shared_packing import SharedPacking
from aoe.errors import ModelError
from aoe.frontends.customized_types import CustomizedTypes
from aoe.frontends.inputs.input_shapes import contradiction, give_input_shapes
from aoe.frontends.inputs.input_values import apply_input_values
from aoe.graph import PreparedGraph, prepared_graph
from aoe.graph.dump import dump_graph
from aoe.graph.model_copy import copied_model
from aoe.graph.pipeline import nothing_known
from aoe.graph.precision.reduced_precision import ReducedPrecision
from aoe.graph.prepare.loops.capacity import give_capacity
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy, SubgraphPolicy
from aoe.runtime.offline_model import Manifest, OfflineModel
from aoe.target import Target
from aoe.tuning.policy_database import known_policies


@dataclass(frozen=True)
class Specialized:
    """A model at given shapes.

    Attributes:
        program: What was compiled.
        constants: The constants of the program, by name.
        operators: How many different operators it has.
        known: How many of them have a policy in a repository, or their subgraph has.
    """

    program: CompiledPlan
    constants: Mapping[str, np.ndarray]
    operators: int
    known: int


@dataclass(frozen=True)
class _Point:
    """What a model is specialised for.

    Attributes:
        shapes: The shapes of inputs.
        values: The values of other inputs.
        capacity: How many times the first capacity there is for loops without a limit.
    """

    shapes: Mapping[str, tuple[int, ...]]
    values: Mapping[str, np.ndarray]
    capacity: int


class Specializer:
    """Compiles an open model. It serves one thread at a time."""

    def __init__(
        self,
        opened: ReadModel,
        request: CompileRequest,
        compiler: Compiler | None = None,
        kept: KeptCompiler | None = None,
        target: Target | None = None,
        repositories: Repositories | None = None,
    ) -> None:
        """The model of `opened` is changed: its boundary becomes what is wanted.

        Args:
            opened: The model.
            request: How to compile it.
            compiler: To compile with; one of its own by default.
            kept: Likewise, one that several specializers use in turns.
            target: The device of `kept`.
            repositories: What to compile with; those of the request by default.
        """
        self.opened = opened
        self.request = request
        self._given = compiler
        self._kept_target = target
        self._given_repositories = repositories
        self._compiler = kept or KeptCompiler(self._opened_compiler)
        self._packing = SharedPacking()
        #: What the first shape decided of the precision.
        self._judgement = Judgement()
        self._reduced_precision: ReducedPrecision | None = None
        self._told = False
        self._dumped = 0
        self._gated: Gated | None = None
        #: What the precision does to the outputs, where it was measured, as in a manifest.
        self.precision: Mapping[str, Any] = {}
        #: The model before operators got types of their own, if some got fewer bits.
        self._plain: onnx_ir.Model | None = None
        if opened.customized.reduced:
            self._plain = copied_model(opened.model)
            replace(opened, customized=CustomizedTypes()).change(self._plain)
        opened.change(opened.model)

    @cached_property
    def target(self) -> Target:
        """The device that it compiles for."""
        if self._given is not None:
            return self._given.target
        if self._kept_target is not None:
            return self._kept_target
        return this_machine(self.request.threads, self.request.settings, self.request.backend)

    @property
    def manifest(self) -> Manifest:
        """Where the model comes from, and what it is compiled for."""
        return replace(manifest_of(self.opened.source, self.target), precision=self.precision)

    def compiled(
        self,
        shapes: Mapping[str, tuple[int, ...]],
        values: Mapping[str, np.ndarray],
        representative: bool = False,
        capacity: int = 1,
    ) -> Specialized:
        """The model at shapes of its inputs, except for those whose values are given. The error of
        a precision with fewer bits is measured at the first shapes, and at `representative` ones.

        Args:
            shapes: The shapes of inputs.
            values: The values of other inputs.
            representative: Whether the shapes stand for others.
            capacity: How many times the first capacity there is for loops without a limit.

        Raises:
            ModelError, UsageError: The model has no results at these shapes and values.
        """
        return self.begin(shapes, values, representative, capacity)()

    def begin(
        self,
        shapes: Mapping[str, tuple[int, ...]],
        values: Mapping[str, np.ndarray],
        representative: bool = False,
        capacity: int = 1,
    ) -> Callable[[], Specialized]:
        """Begins what `compiled` does, and returns what finishes it, once. Helper processes go on
        meanwhile, for as long as the compiler is kept. Both raise as `compiled` does.
        """
        with self._opened() as compiler:
            folder = self.request.dump_graph if representative else None
            self._dumped += folder is not None
            name = self.opened.source.name + ("" if self._dumped < 2 else f"@{self._dumped}")
            point = _Point(shapes, values, capacity)
            prepared = self._prepared(self.opened.model, point, folder, name)
            first = self._gated is None
            profile = self._in_precision(prepared, point, compiler)
            subgraphs = self._repositories.subgraphs
            lookup = nothing_known if subgraphs is None else subgraphs.lookup
            grouping = profile.known(lookup)
            graph = profile.formed(grouping)
            annotate_dumps(folder, name, [profile], grouping)
            if first or representative:
                self._note_error(graph, prepared, point, first, compiler)
            policies = known_policies(graph, self._repositories.policies)
            finish = begin_scattered(graph, policies, compiler, self._packing)

        def finished() -> Specialized:
            with self._opened() as present:
                if present is compiler:
                    program = finish()
                else:  # it was closed meanwhile
                    program = compile_scattered(graph, policies, present, self._packing)
            needed = {info.name: graph.constants[info.name] for info in program.plan.constants}
            operators = len({node.operator.key for node in graph.operator_nodes})
            known = _known_operators(graph, profile, grouping, policies)
            return Specialized(program, needed, operators, known)

        return finished

    def close(self) -> None:
        """Ends helper processes."""
        self._compiler.close()

    def _in_precision(
        self,
        prepared: PreparedGraph,
        point: _Point,
        compiler: Compiler,
    ) -> PreparedGraph:
        """The model in the precision asked for. The first shape decides for the others."""
        if not self._told:
            for text in self.request.precision.notices([prepared]):
                self.request.warn(text)
            self._told = True
        if self._reduced_precision is not None:
            return replace(prepared, reduced_precision=self._reduced_precision)
        alone = partial(self._alone, compiler)
        wanted, warn = self.request.precision, self.request.warn
        plain = None if self._gated is not None else self._plain
        reference = () if plain is None else (self._prepared(plain, point),)
        gated = gated_profiles(
            (prepared,), wanted, self.target, warn, alone, self._judgement, reference
        )
        for text in gated.notices:
            self.request.warn(text)
        (profile,) = gated.profiles
        self._reduced_precision = profile.reduced_precision
        if self._gated is None:
            self._gated = gated
        return profile

    def _note_error(
        self,
        graph: OperatorGraph,
        prepared: PreparedGraph,
        point: _Point,
        first: bool,
        compiler: Compiler,
    ) -> None:
        """Measures the error of a precision at a shape, and notes the largest of all shapes."""
        gated = self._gated
        precision = None if gated is None else gated.precision([graph])
        if gated is None or precision is None:
            return
        alone, threads = partial(self._alone, compiler), self.target.threads
        expected = gated.expected
        if not first:
            plain = self._plain
            exact = prepared if plain is None else self._prepared(plain, point)
            expected = outputs_of(alone([exact.default]), threads)
        _, found = measured(alone([graph]), precision, expected, threads)
        assert found is not None, "there is a precision"
        self.precision = found.with_shapes_of(self.precision).to_json()

    def _prepared(
        self,
        source: onnx_ir.Model,
        point: _Point,
        dump_directory: Path | None = None,
        dump_name: str = "",
    ) -> PreparedGraph:
        opened, shapes, values = self.opened, point.shapes, point.values
        sizes = {**shapes, **{name: array.shape for name, array in values.items()}}
        model = opened.at(sizes) if source is opened.model else copied_model(source)
        give_capacity(model, point.capacity)
        apply_input_values(model, values, opened.label)
        give_input_shapes(model, shapes)
        try:
            name, wanted = opened.source.name, self.request.precision.operators
            graph = prepared_graph(model, name, self.target, self.request.switches, *wanted)
        except ModelError as error:
            found = contradiction(opened.model, shapes)
            if found is None:
                raise
            raise ModelError(f"{found}; {error}") from error
        require_computable(graph.default, self.target)
        if dump_directory is not None:
            dump_graph(model, dump_directory, dump_name)
        return graph

    def _alone(self, pool: Compiler, graphs: Sequence[OperatorGraph]) -> OfflineModel:
        """An offline model of a graph under default policies, to find out what precision does."""
        first, *others = graphs
        source = self.opened.source
        return compile_with(first, source, {}, self.target, pool, profiles=others)

    def _opened(self) -> AbstractContextManager[Compiler]:
        """The compiler, for this thread."""
        return nullcontext(self._given) if self._given else self._compiler.use()

    def _opened_compiler(self) -> Compiler:
        request, target = self.request, self.target
        cache = opened_cache(request.cache, request.settings, target)
        processes = request.settings.compile_processes
        return backend_of(target).compiler(
            target, processes, cache, reuse_memory=request.reuse_memory
        )

    @cached_property
    def programs(self) -> ProgramCache:
        """The programs that earlier processes compiled."""
        digest = model_digest(self.opened.model)
        if self.opened.stays_open:
            digest += self.opened.source.sha256
        made = opened_programs(digest, self.request, self.target, self._repositories)
        weakref.finalize(self, made.close)
        return made

    @cached_property
    def _repositories(self) -> Repositories:
        return self._given_repositories or opened_repositories(self.request, self.target)


def _known_operators(
    graph: OperatorGraph,
    profile: PreparedGraph,
    grouping: Mapping[str, SubgraphPolicy],
    policies: Mapping[str, Policy],
) -> int:
    """How many different operators have a policy of a repository, or are of a subgraph with one."""
    subgraphs = [item for item in profile.subgraphs if item.key in grouping]
    decided = {node.output for item in subgraphs for node in item.operator_nodes}
    return len(
        {
            node.operator.key
            for node in graph.operator_nodes
            if node.operator.key in policies or not decided.isdisjoint(node.outputs)
        }
    )
