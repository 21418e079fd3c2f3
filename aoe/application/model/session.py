"""`aoe.InferenceSession`: the runtime's session, which also opens offline models made elsewhere.

An offline model holds machine code for one kind of CPU and the graph it was made from. Where the
code cannot run, the graph is compiled again for this machine: with the policies of its repository,
and default ones for the rest.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

from aoe.application.model.compilation import compile_for_host
from aoe.application.model.source import Source
from aoe.backends import session as backend_session
from aoe.backends.session import read_offline_model
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
    """Runs an offline model on this machine's CPU, with the interface of ONNX Runtime's class."""

    def __init__(self, model: str | Path | OfflineModel, threads: int | None = None) -> None:
        """Opens an offline model: a path, or one just compiled.

        `threads`: how many threads an inference uses, all cores by default. Raises
        `OfflineModelError` for a file that is not a sound offline model.
        """
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

    def save(self, path: str | Path) -> None:
        """Writes the model it runs as an offline model (`.om`). Raises `OfflineModelError`."""
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
