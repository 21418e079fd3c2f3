"""`aoe.InferenceSession`: the runtime's session, which also opens offline models made elsewhere.

An offline model holds machine code for one kind of CPU and the graph it was made from. Where the
code cannot run, the graph is compiled again for this machine: with the policies of its repository,
and default ones for the rest.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx_ir
from numpy.typing import ArrayLike

from aoe.application.api_names import python_call
from aoe.application.model.compilation import compile_known
from aoe.application.model.machine import this_machine
from aoe.application.model.open_file import checked_kept_shapes, open_model_of, reopened
from aoe.application.model.shape_cache import KEPT_SHAPES, ShapeCache
from aoe.application.model.source import Source
from aoe.backends import session as backend_session
from aoe.backends.registry import target_from_json
from aoe.backends.session import NodeArg, checked_thread_count, element_type
from aoe.errors import OfflineModelError, RoomError, UsageError
from aoe.frontends.registry import source_suffixes
from aoe.graph.prepare.loops.room import GROWTH
from aoe.graph.profiles import SharedConstants
from aoe.graph.texts import texts_of
from aoe.operators.graph_json import graph_from_json
from aoe.runtime.offline_model import (
    ForeignMachineError,
    Manifest,
    OfflineModel,
    offline_model_of,
    read_members,
    static_models,
    write_offline_model,
)
from aoe.runtime.open_model import OPEN_MEMBER, open_model_in, write_open_model
from aoe.settings import Settings, read_settings
from aoe.target import Target

logger = logging.getLogger(__name__)

#: Stands for an open dimension.
OPEN = -1


class InferenceSession(backend_session.InferenceSession):
    """Runs an offline model on this machine, with methods as of ONNX Runtime's class.

    `run`, `get_inputs` and `get_outputs` are called as there. Several threads may call one session;
    they take turns.
    """

    __module__ = "aoe"

    @python_call("aoe.InferenceSession")
    def __init__(
        self,
        model: str | Path | OfflineModel | ShapeCache,
        threads: int | None = None,
        *,
        kept_shapes: int = KEPT_SHAPES,
        sess_options: object = None,
        providers: Sequence[object] | None = None,
        provider_options: Sequence[object] | None = None,
    ) -> None:
        """Opens an offline model.

        Args:
            model: Path of an `.om` file, or a model just compiled.
            threads: Threads that an inference uses; all cores by default.
            kept_shapes: For how many shapes a model with open ones stays compiled in memory; those
                that were not used for longest go.
            sess_options: Accepted for code written for ONNX Runtime, and ignored.
            providers: Accepted and ignored, too: the model was compiled for its device.
            provider_options: Accepted and ignored, too.

        Raises:
            UsageError: If an argument cannot be, e.g. `threads=0`.
            OfflineModelError: If the file is not a sound offline model.
        """
        if isinstance(model, str | Path) and Path(model).suffix.lower() in source_suffixes():
            raise OfflineModelError(
                f"{model} is a source model, and a session runs offline models (.om); use "
                f'aoe.compile("{model}"), which compiles it and returns a session'
            )
        opened = (
            model
            if isinstance(model, OfflineModel | ShapeCache)
            else _read(Path(model), threads, kept_shapes)
        )
        self._shapes = opened if isinstance(opened, ShapeCache) else None
        #: What takes over where loops of a model with fixed shapes need more room, and makes that.
        self._roomier: ShapeCache | None = None
        self._opening = threading.Lock()
        self._open_again: Callable[[], ShapeCache] | None = None
        if isinstance(opened, ShapeCache):
            return
        try:
            super().__init__(opened, threads)
        except ForeignMachineError as error:
            logger.warning(
                "%s was compiled for %s; compiling it again for this machine",
                opened.manifest.name if isinstance(model, OfflineModel) else model,
                opened.manifest.target.model,
            )
            if opened.graph is None:
                raise error
            super().__init__(recompiled(opened, threads), threads)

    def run(
        self,
        output_names: Sequence[str] | None,
        input_feed: Mapping[str, ArrayLike],
        run_options: object = None,
    ) -> list[np.ndarray]:
        """See `aoe.backends.session.InferenceSession.run`. Where the model has open shapes, new
        ones are compiled for; where a loop without a limit needs more room, it is made, and later
        inferences have it from the start.
        """
        if self._shapes is not None:
            return self._shapes.run(output_names, input_feed)
        if self._roomier is not None:
            return self._roomier.run(output_names, input_feed, GROWTH)
        try:
            return super().run(output_names, input_feed)
        except RoomError:
            if self._open_again is None:
                raise
            with self._opening:
                self._roomier = self._roomier or self._open_again()
            return self._roomier.run(output_names, input_feed, GROWTH)

    def run_at(self, inputs: Sequence[int], outputs: Sequence[int]) -> None:
        """See `aoe.backends.session.InferenceSession.run_at`. A model with open shapes has none."""
        if self._shapes is not None:
            raise UsageError(
                f"{self.manifest.name} has open shapes; run_at is for models of fixed shapes, so "
                "call run with arrays"
            )
        super().run_at(inputs, outputs)

    def time_runs(self, input_feed: Mapping[str, ArrayLike], count: int) -> tuple[float, ...]:
        """See `aoe.backends.session.InferenceSession.time_runs`."""
        if self._shapes is None:
            return super().time_runs(input_feed, count)
        session, given = self._shapes.session(input_feed)
        return session.time_runs(given, count)

    def profile(self, input_feed: Mapping[str, ArrayLike]) -> tuple[tuple[str, float], ...]:
        """See `aoe.backends.session.InferenceSession.profile`."""
        if self._shapes is None:
            return super().profile(input_feed)
        session, given = self._shapes.session(input_feed)
        return session.profile(given)

    @property
    def model(self) -> OfflineModel:
        """What this session runs. Raises `UsageError` where the model has open shapes: there is one
        for each shape.
        """
        if self._shapes is not None:
            raise UsageError(
                f"{self.manifest.name} has open shapes, so it is more than one compiled model; "
                "compile it with input_shape for one"
            )
        return super().model

    @property
    def manifest(self) -> Manifest:
        """Where the model comes from, and what it was compiled for."""
        return self.model.manifest if self._shapes is None else self._shapes.specializer.manifest

    def make_room_by(self, open_again: Callable[[], ShapeCache]) -> None:
        """Lets loops without a limit have more room than this model was compiled with.

        Args:
            open_again: Opens the model as one that is compiled when inferences come.
        """
        self._open_again = open_again

    @property
    def is_open(self) -> bool:
        """Whether the model has open shapes, for which it is compiled when they come."""
        return self._shapes is not None

    def get_inputs(self) -> list[NodeArg]:
        """The model's inputs in order; -1 stands for what is open or differs between profiles."""
        if self._shapes is None:
            return super().get_inputs()
        texts = texts_of(self._shapes.model).values
        return [_node_arg(value, texts) for value in self._shapes.model.graph.inputs]

    def get_outputs(self) -> list[NodeArg]:
        """The model's outputs in order; -1 as for inputs, and for what depends on data."""
        if self._shapes is None:
            return super().get_outputs()
        texts = texts_of(self._shapes.model).values
        return [_node_arg(value, texts) for value in self._shapes.model.graph.outputs]

    @property
    def threads(self) -> int:
        """How many threads, or other parallel units, an inference uses."""
        return super().threads if self._shapes is None else self._shapes.threads

    def close(self) -> None:
        """See `aoe.backends.session.InferenceSession.close`."""
        if self._roomier is not None:
            self._roomier.close()
        if self._shapes is None:
            super().close()
        else:
            self._shapes.close()

    def __enter__(self) -> InferenceSession:
        return self

    @python_call("session.save")
    def save(self, path: str | Path) -> None:
        """Writes the model it runs as an offline model.

        One with open shapes is in it with its weights, and what was compiled for shapes that were
        given ahead.

        Args:
            path: The file, exactly so: no `.om` is added. One that is there is replaced.

        Raises:
            UsageError: If the suffix is that of a source model, which no session opens.
            OfflineModelError: If the file cannot be written.
        """
        if Path(path).suffix.lower() in source_suffixes():
            raise UsageError(
                f"path={str(path)!r}: {Path(path).suffix} is the suffix of a source model; save "
                "offline models as .om"
            )
        if self._shapes is None:
            write_offline_model(path, self.model)
        else:
            write_open_model(path, open_model_of(self._shapes))


def _read(path: Path, threads: int | None, kept: int) -> OfflineModel | ShapeCache:
    """The model in a file; one with open shapes is ready to be compiled. Raises
    `OfflineModelError`.
    """
    manifest, members = read_members(path)
    if OPEN_MEMBER not in members:
        return offline_model_of(path, manifest, members, target_from_json)
    found = open_model_in(path, manifest, members, target_from_json)
    count = checked_thread_count(threads)
    return reopened(found, read_settings(), count, checked_kept_shapes(kept))


def recompiled(model: OfflineModel, threads: int | None) -> OfflineModel:
    """An offline model made again for this machine from the graph it holds."""
    settings = read_settings()
    return recompiled_for(model, this_machine(threads, settings), settings)


def recompiled_for(model: OfflineModel, target: Target, settings: Settings) -> OfflineModel:
    """An offline model made again for a device from the graph it holds."""
    shared = SharedConstants()
    graph, *profiles = (
        shared.share(graph_from_json(item.graph, item.constants)) for item in static_models(model)
    )
    manifest = model.manifest
    source = Source(manifest.name, manifest.source, manifest.source_sha256)
    made = compile_known(graph, source, target, settings, profiles=profiles)
    kept = replace(made.manifest, precision=manifest.precision, compression=manifest.compression)
    return replace(made, manifest=kept)


def _node_arg(value: onnx_ir.Value, texts: Collection[str]) -> NodeArg:
    """An input or output of an open model. `texts`: the names of those that are texts."""
    shape = () if value.shape is None else value.shape
    sizes = [size if isinstance(size, int) and size >= 0 else OPEN for size in shape]
    dtype = "undefined" if value.dtype is None else str(np.dtype(value.dtype.numpy()))
    name = str(value.name)
    return NodeArg(name, sizes, element_type("string" if name in texts else dtype))
