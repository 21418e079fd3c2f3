"""Programs of models with open shapes in the compile cache, so that a shape that was seen before is
not prepared again.

A program is found by all that it depends on: the model, shapes and values, the device, the
repositories, and this package. Constants of the model (`own_constants.py`), and those that other
programs have too, are not stored, but named by what they hold.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

import aoe
from aoe.application.model.own_constants import Recipe
from aoe.backends.backend import CompiledPlan
from aoe.backends.compile_cache import CompileCache
from aoe.element_types import numpy_type
from aoe.errors import MALFORMED, OfflineModelError
from aoe.package_files import package_files
from aoe.runtime.plan_json import plan_from_json, plan_to_json

#: What the preparation of a model depends on, besides this package.
_LIBRARIES = ("llvmlite", "numpy", "onnx", "onnx-ir", "onnxscript")
#: Bytes of constants that may be stored with a program. One with more is not stored.
MOST_BYTES = 64 << 20

#: A constant, the digest of one that another program has, or how it is made of those of the model.
Stored: TypeAlias = np.ndarray | bytes | Recipe
#: A program, and its constants by name.
Cached: TypeAlias = tuple[CompiledPlan, Mapping[str, Stored]]


class ProgramCache:
    """The programs of one model in a compile cache."""

    def __init__(self, cache: CompileCache, model: str, most_bytes: int = MOST_BYTES) -> None:
        """
        Args:
            cache: Where they are.
            model: All that its programs depend on besides shapes and values.
            most_bytes: Of the constants that are stored with a program.
        """
        self._cache, self._most_bytes = cache, most_bytes
        self._model = f"{package_digest()}\n{model}"

    def get(
        self, shapes: Mapping[str, tuple[int, ...]], values: Mapping[str, np.ndarray]
    ) -> Cached | None:
        """The program for shapes and values; None if there is none."""
        data = self._cache.get(self._key(shapes, values))
        return None if data is None else _decoded(data)

    def put(
        self,
        shapes: Mapping[str, tuple[int, ...]],
        values: Mapping[str, np.ndarray],
        program: CompiledPlan,
        constants: Mapping[str, Stored],
        seconds: float,
    ) -> None:
        """Stores a program. `seconds`: how long it took to make."""
        arrays = [item for item in constants.values() if isinstance(item, np.ndarray)]
        if sum(array.nbytes for array in arrays) <= self._most_bytes:
            key = self._key(shapes, values)
            self._cache.put(key, _encoded(program, constants), seconds)

    def note(
        self, shapes: Mapping[str, tuple[int, ...]], values: Mapping[str, np.ndarray]
    ) -> str | None:
        """The text beside a program; None if there is none."""
        data = self._cache.get(self._note_key(shapes, values))
        return None if data is None else data.decode(errors="replace")

    def put_note(
        self,
        shapes: Mapping[str, tuple[int, ...]],
        values: Mapping[str, np.ndarray],
        note: str,
    ) -> None:
        """Stores a text beside a program."""
        self._cache.put(self._note_key(shapes, values), note.encode())

    def close(self) -> None:
        """Closes the cache."""
        self._cache.close()

    def _note_key(
        self, shapes: Mapping[str, tuple[int, ...]], values: Mapping[str, np.ndarray]
    ) -> str:
        return hashlib.sha256(f"note of {self._key(shapes, values)}".encode()).hexdigest()

    def _key(self, shapes: Mapping[str, tuple[int, ...]], values: Mapping[str, np.ndarray]) -> str:
        given = {name: (str(v.dtype), v.shape, v.tobytes()) for name, v in values.items()}
        text = f"{self._model}\n{sorted(shapes.items())}\n{sorted(given.items())}"
        return hashlib.sha256(text.encode()).hexdigest()


def _encoded(program: CompiledPlan, constants: Mapping[str, Stored]) -> bytes:
    """The length of a JSON object, the object, and the bytes that it names by offset and size."""
    content = bytearray()

    def stored(data: bytes) -> list[int]:
        content.extend(data)
        return [len(content) - len(data), len(data)]

    def described_constant(item: Stored) -> dict[str, Any]:
        if isinstance(item, bytes):
            return {"digest": item.hex()}
        if isinstance(item, Recipe):
            columns = [part.hex() for part in item.columns]
            return {"digest": item.digest.hex(), "columns": columns}
        return {"dtype": item.dtype.name, "shape": item.shape, "at": stored(item.tobytes())}

    described = {
        "plan": plan_to_json(program.plan),
        "code": {name: stored(data) for name, data in program.objects.items()},
        "constants": {name: described_constant(item) for name, item in constants.items()},
    }
    text = json.dumps(described, separators=(",", ":")).encode()
    return struct.pack("<Q", len(text)) + text + bytes(content)


def _decoded(data: bytes) -> Cached | None:
    try:
        (size,) = struct.unpack_from("<Q", data)
        described = json.loads(data[8 : 8 + size])
        content = memoryview(data)[8 + size :]
        code = {
            name: bytes(content[start : start + length])
            for name, (start, length) in described["code"].items()
        }
        constants = {
            name: _constant(item, content) for name, item in described["constants"].items()
        }
        return CompiledPlan(plan_from_json(described["plan"]), code), constants
    except (*MALFORMED, OfflineModelError, struct.error):
        return None  # of another version; it is made again


def _constant(item: Mapping[str, Any], content: memoryview) -> Stored:
    if "columns" in item:
        columns = tuple(bytes.fromhex(part) for part in item["columns"])
        return Recipe(bytes.fromhex(item["digest"]), columns)
    if "digest" in item:
        return bytes.fromhex(item["digest"])
    start, length = item["at"]
    data = np.frombuffer(content[start : start + length], numpy_type(item["dtype"]))
    return data.reshape(tuple(item["shape"]))


@cache
def package_digest() -> str:
    """A digest of this package's source, and the versions of the libraries it prepares with."""
    folder = str(Path(str(aoe.__file__)).parent)
    digest = hashlib.sha256()
    for entry in package_files(folder, lambda name: name.endswith(".py")):
        digest.update(entry.path.removeprefix(folder).encode() + b"\0")
        with open(entry.path, "rb", buffering=0) as file:
            digest.update(file.read())
    return " ".join((digest.hexdigest(), *map(version, _LIBRARIES)))
