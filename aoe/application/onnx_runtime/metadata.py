"""What a model says of itself, in ONNX Runtime's form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import onnx_ir

from aoe.errors import MALFORMED, OfflineModelError
from aoe.frontends.inputs.default_inputs import default_inputs, metadata_without_default_inputs
from aoe.runtime.offline_model import Manifest

#: Where an offline model has the names of its source's default inputs.
_DEFAULT_INPUTS = "default_inputs"


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
        "custom_metadata_map": metadata_without_default_inputs(model),
        _DEFAULT_INPUTS: list(default_inputs(model)),
    }
    return {name: value for name, value in found.items() if value}


def metadata_of(manifest: Manifest) -> ModelMetadata:
    """What the source of an offline model says of itself. Raises `OfflineModelError` if the file
    has something else.
    """
    try:
        own = without_default_inputs_of(manifest.metadata)
        return ModelMetadata(**{"graph_name": manifest.name, **own})
    except MALFORMED as error:
        raise _not_metadata(manifest) from error


def default_inputs_of(manifest: Manifest) -> tuple[str, ...]:
    """The names of the source's default inputs (`aoe.frontends.inputs.default_inputs`), which are
    constants of the offline model. Raises `OfflineModelError` if the file has something else.
    """
    try:
        return tuple(map(str, manifest.metadata.get(_DEFAULT_INPUTS, ())))
    except MALFORMED as error:
        raise _not_metadata(manifest) from error


def without_default_inputs_of(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """What a model says of itself, without the names of default inputs."""
    return {name: value for name, value in metadata.items() if name != _DEFAULT_INPUTS}


def _not_metadata(manifest: Manifest) -> OfflineModelError:
    return OfflineModelError(
        f"the manifest of {manifest.name} has metadata that is none; make the file again"
    )
