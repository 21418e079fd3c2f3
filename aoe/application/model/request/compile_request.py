"""How a model is to be compiled, whatever its shapes are."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from aoe.application.model.request.cache_request import CacheRequest
from aoe.application.model.request.compression_request import CompressionRequest
from aoe.application.model.request.precision_request import PrecisionRequest
from aoe.backends.registry import DEFAULT
from aoe.graph.switches import ALL_ON, Switches
from aoe.settings import Settings

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CompileRequest:
    """How to compile a model.

    Attributes:
        settings: The environment.
        threads: Threads that an inference uses; `None` for all cores.
        backend: The backend to compile for.
        operator_repository: Where to read policies of operators, unless TUNE_BANK_PATH is set;
            `None` for the usual place.
        subgraphs: Whether policies of subgraphs are used.
        graph_repository: Where to read them first; `None` for the usual place.
        precision: The element types to compute in.
        compression: The weights to compress.
        cache: How to use the compile cache.
        switches: Rewrites and fusions that are off.
        reuse_memory: Whether values share memory that they need at different times.
        dump_graph: Folder for the prepared graphs; `None` to write none.
        warn: Is told what may surprise; by default a log is.
        tell: Is told what a precision and compression did, when the model is compiled; by default
            only its manifest has that.
    """

    settings: Settings
    threads: int | None = None
    backend: str = DEFAULT
    operator_repository: Path | None = None
    subgraphs: bool = True
    graph_repository: Path | None = None
    precision: PrecisionRequest = field(default_factory=PrecisionRequest)
    compression: CompressionRequest = field(default_factory=CompressionRequest)
    cache: CacheRequest = field(default_factory=CacheRequest)
    switches: Switches = ALL_ON
    reuse_memory: bool = True
    dump_graph: Path | None = None
    warn: Callable[[str], None] = logger.warning
    tell: Callable[[str], None] = logger.debug
