"""What a model says of itself, in ONNX Runtime's form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import onnx_ir

from aoe.errors import MALFORMED, OfflineModelError
from aoe.runtime.offline_model import Manifest


@dataclass(frozen=True, slots=True)
class ModelMetadata:
    """What a model says of itself, as ONNX Runtime's class of this name.

    Attributes:
        producer_name: What wrote the source model.
        graph_name: The name of its graph.
        domain: Its domain.
        description: Its text.
        graph_description: The text of its graph.
        version: Its version.
        custom_metadata_map: What else it has, by name.
    """

    producer_name: str = ""
    graph_name: str = ""
    domain: str = ""
    description: str = ""
    graph_description: str = ""
    version: int = 0
    custom_metadata_map: Mapping[str, str] = field(default_factory=dict)


def described_model(model: onnx_ir.Model) -> dict[str, Any]:
    """What a source model says of itself, as plain JSON; what it leaves out is left out."""
    found = {
        "producer_name": model.producer_name,
        "graph_name": model.graph.name,
        "domain": model.domain,
        "description": model.doc_string,
        "graph_description": model.graph.doc_string,
        "version": model.model_version,
        "custom_metadata_map": dict(model.metadata_props),
    }
    return {name: value for name, value in found.items() if value}


def metadata_of(manifest: Manifest) -> ModelMetadata:
    """What the source of an offline model says of itself. Raises `OfflineModelError` if the file
    has something else.
    """
    try:
        return ModelMetadata(**{"graph_name": manifest.name, **manifest.metadata})
    except MALFORMED as error:
        raise OfflineModelError(
            f"the manifest of {manifest.name} has metadata that is none; make the file again"
        ) from error
