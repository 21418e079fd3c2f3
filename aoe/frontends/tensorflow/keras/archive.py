"""The members of a `.keras` file: what the layers are, and their weights."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

from aoe.errors import MALFORMED, ModelError, quoted
from aoe.frontends.source_file import readable
from aoe.frontends.tensorflow.keras.hdf5 import Hdf5File

#: The most bytes of the description of a model, and of its weights.
_LARGEST_CONFIG = 1 << 28
_LARGEST_WEIGHTS = 1 << 36
_CONFIG, _WEIGHTS = "config.json", "model.weights.h5"


def read_archive(path: Path) -> tuple[dict[str, Any], Hdf5File]:
    """The description of the model, and its weights. Raises `ModelError` if it has none."""
    label = str(path)
    with readable(path, "give a .keras file, or the folder of a SavedModel"):
        if not zipfile.is_zipfile(path):
            raise ModelError(
                f"{label} is no .keras file of Keras 3, or is truncated; load it and save it with "
                'model.save("model.keras"), or write a SavedModel with model.export("folder")'
            )
        try:
            with zipfile.ZipFile(path) as archive:
                config = json.loads(_member(archive, _CONFIG, _LARGEST_CONFIG))
                weights = _member(archive, _WEIGHTS, _LARGEST_WEIGHTS)
        except (*MALFORMED, zipfile.BadZipFile, EOFError, NotImplementedError) as error:
            raise ModelError(f"{label} is truncated or damaged: {quoted(error)}") from error
    if not isinstance(config, dict):
        raise ModelError(f"{label} is damaged: {_CONFIG} describes no model")
    return config, Hdf5File(weights, label)


def _member(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    size = archive.getinfo(name).file_size
    packed = archive.getinfo(name).compress_size
    if size > most or size > 1000 * packed + 1000:
        raise ValueError(f"{name} has {size} bytes")
    return archive.read(name)
