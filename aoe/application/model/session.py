"""`aoe.InferenceSession`: the runtime's session, which also opens offline models made elsewhere.

An offline model holds machine code for one kind of CPU and the graph it was made from. Where the
code cannot run, the graph is compiled again for this machine: with the policies of its repository,
and default ones for the rest.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from aoe.application.api_names import python_call
from aoe.application.model.compilation import compile_for_host
from aoe.application.model.source import Source
from aoe.backends import session as backend_session
from aoe.backends.session import read_offline_model
from aoe.errors import OfflineModelError, UsageError
from aoe.frontends.registry import source_suffixes
from aoe.graph.profiles import SharedConstants
from aoe.operators.graph_json import graph_from_json
from aoe.runtime.offline_model import (
    ForeignMachineError,
    OfflineModel,
    static_models,
    write_offline_model,
)

logger = logging.getLogger(__name__)


class InferenceSession(backend_session.InferenceSession):
    """Runs an offline model on this machine, with methods as of ONNX Runtime's class.

    `run`, `get_inputs` and `get_outputs` are called as there. Several threads may call one session;
    they take turns.
    """

    __module__ = "aoe"

    @python_call("aoe.InferenceSession")
    def __init__(
        self,
        model: str | Path | OfflineModel,
        threads: int | None = None,
        *,
        sess_options: object = None,
        providers: Sequence[object] | None = None,
        provider_options: Sequence[object] | None = None,
    ) -> None:
        """Opens an offline model.

        Args:
            model: Path of an `.om` file, or a model just compiled.
            threads: Threads that an inference uses; all cores by default.
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
        opened = model if isinstance(model, OfflineModel) else read_offline_model(model)
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

    def __enter__(self) -> InferenceSession:
        return self

    @python_call("session.save")
    def save(self, path: str | Path) -> None:
        """Writes the model it runs as an offline model.

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
        write_offline_model(path, self.model)


def recompiled(model: OfflineModel, threads: int | None) -> OfflineModel:
    """An offline model made again for this machine from the graph it holds."""
    shared = SharedConstants()
    graph, *profiles = (
        shared.share(graph_from_json(item.graph, item.constants)) for item in static_models(model)
    )
    manifest = model.manifest
    source = Source(manifest.name, manifest.source, manifest.source_sha256)
    made = compile_for_host(graph, source, threads, profiles=profiles)
    return replace(made, manifest=replace(made.manifest, precision=manifest.precision))
