"""The offline model of a model with open shapes: the model itself, what it takes to compile it, and
programs for the shapes that were compiled ahead.

A file is an archive as that of `aoe.runtime.offline_model`, with other members: `model.bin` (the
model without its large constants, as the frontends write it), `open.json` (how to compile it, and
the programs), `code/*.o`, and `weights.bin`: the model's large constants and those of the programs,
each once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from aoe.element_types import numpy_type
from aoe.errors import MALFORMED, OfflineModelError, quoted
from aoe.runtime.container import write_container
from aoe.runtime.offline_model import (
    Manifest,
    file_manifest,
    read_manifest,
)
from aoe.runtime.plan import Plan, aligned
from aoe.runtime.plan_json import plan_from_json, plan_to_json
from aoe.target import Target

#: The member that tells a file of an open model.
OPEN_MEMBER = "open.json"
MODEL, WEIGHTS = "model.bin", "weights.bin"


@dataclass(frozen=True)
class OpenProgram:
    """A program that was compiled ahead.

    Attributes:
        shapes: Shapes of the inputs that it takes.
        values: Values of the inputs that it is made for.
        plan: The plan.
        objects: Its object files, by name.
        constants: Its constants, by name.
    """

    shapes: Mapping[str, tuple[int, ...]]
    values: Mapping[str, np.ndarray]
    plan: Plan
    objects: Mapping[str, bytes]
    constants: Mapping[str, np.ndarray]


@dataclass(frozen=True)
class OpenModel:
    """A model with open shapes.

    Attributes:
        manifest: Where it comes from, and the device that `programs` are for.
        model: The model without its large constants, as the frontends write it.
        weights: Its large constants, by the names that the frontends give them.
        request: How it is compiled, plain JSON.
        programs: What was compiled ahead.
    """

    manifest: Manifest
    model: bytes
    weights: Mapping[str, np.ndarray]
    request: Mapping[str, Any] = field(default_factory=dict)
    programs: tuple[OpenProgram, ...] = ()


class _Block:
    """Arrays in one block, equal ones once."""

    def __init__(self) -> None:
        self._offsets: dict[bytes, int] = {}
        self._arrays: list[np.ndarray] = []
        self._bytes = 0

    def place(self, array: np.ndarray) -> list[Any]:
        """Element type, shape and offset of an array."""
        flat = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
        digest = hashlib.sha256(flat.data).digest()
        if digest not in self._offsets:
            self._offsets[digest] = self._bytes
            self._arrays.append(flat)
            self._bytes += aligned(flat.nbytes)
        return [array.dtype.name, list(array.shape), self._offsets[digest]]

    def content(self) -> np.ndarray:
        """The block."""
        block = np.zeros(self._bytes, np.uint8)
        offset = 0
        for flat in self._arrays:
            block[offset : offset + flat.nbytes] = flat
            offset += aligned(flat.nbytes)
        return block


def write_open_model(path: str | Path, model: OpenModel) -> None:
    """Writes the file, complete or not at all. Raises `OfflineModelError` if it cannot."""
    block = _Block()
    code: dict[str, bytes] = {}
    described: dict[str, Any] = {
        "request": dict(model.request),
        "weights": {name: block.place(array) for name, array in model.weights.items()},
        "programs": [
            {
                "shapes": {name: list(shape) for name, shape in item.shapes.items()},
                "values": {name: block.place(array) for name, array in item.values.items()},
                "constants": {name: block.place(array) for name, array in item.constants.items()},
                "plan": plan_to_json(item.plan),
                "code": _members(item.objects, code, number),
            }
            for number, item in enumerate(model.programs, 1)
        ],
    }
    members = {
        MODEL: model.model,
        OPEN_MEMBER: json.dumps(described, sort_keys=True, separators=(",", ":")).encode(),
        **{f"code/{name}.o": data for name, data in code.items()},
        WEIGHTS: block.content(),
    }
    write_container(Path(path), file_manifest(model.manifest), members)


def _members(objects: Mapping[str, bytes], code: dict[str, bytes], number: int) -> dict[str, str]:
    """The names under which a program's code is in the file; adds to `code` what is new."""
    names = {}
    for name, data in objects.items():
        names[name] = name if code.get(name, data) == data else f"{name}@{number}"
        code[names[name]] = data
    return names


def open_model_in(
    path: Path,
    manifest: Mapping[str, Any],
    members: Mapping[str, memoryview],
    read_target: Callable[[Mapping[str, Any]], Target],
) -> OpenModel:
    """The open model in the members of a file; weights stay where the file is mapped. Raises
    `OfflineModelError`.
    """
    try:
        described = json.loads(bytes(members[OPEN_MEMBER]))
        block = np.frombuffer(members[WEIGHTS], np.uint8)
        return OpenModel(
            read_manifest(manifest["model"], read_target),
            bytes(members[MODEL]),
            _arrays(block, described["weights"]),
            described["request"],
            tuple(_program(block, item, members) for item in described["programs"]),
        )
    except MALFORMED as error:
        raise OfflineModelError(f"{path} is not an offline model: {quoted(repr(error))}") from error


def _program(block: np.ndarray, item: Any, members: Mapping[str, memoryview]) -> OpenProgram:
    plan = plan_from_json(item["plan"])
    constants = _arrays(block, item["constants"])
    for info in plan.constants:
        array = constants[info.name]
        if array.shape != info.shape or array.dtype.name != info.dtype:
            raise ValueError(f"the constant {info.name} is not what its plan needs")
    if not plan.scattered:
        raise ValueError("a program does not find its constants")
    return OpenProgram(
        {name: tuple(int(size) for size in shape) for name, shape in item["shapes"].items()},
        _arrays(block, item["values"]),
        plan,
        {name: bytes(members[f"code/{member}.o"]) for name, member in item["code"].items()},
        constants,
    )


def _arrays(block: np.ndarray, described: Mapping[str, Any]) -> dict[str, np.ndarray]:
    return {name: _array(block, *item) for name, item in described.items()}


def _array(block: np.ndarray, dtype: str, shape: Sequence[int], offset: int) -> np.ndarray:
    kind = numpy_type(dtype)
    size = int(np.prod(shape, dtype=np.int64)) * kind.itemsize
    if offset < 0 or min(shape, default=0) < 0 or offset + size > block.size:
        raise ValueError("an array lies outside the weights")
    return block[offset : offset + size].view(kind).reshape(tuple(shape))
