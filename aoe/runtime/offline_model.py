"""The offline model: constants, plan and machine code of a model compiled for one CPU, with what it
takes to compile it again for another. In memory, and as a file (`.om`).

A file is a zip archive (`aoe.runtime.container`) of `plan.json` (`aoe.runtime.plan`), `graph.json`
(the operators, and the policy chosen for each), `code/*.o` (ELF objects: kernels, plan, thread
pool), `constants.bin` and `manifest.json`. Loading one runs its machine code: open files from
people you trust. `aoe.runtime.session` runs an offline model.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import numpy as np

from aoe.device import Device
from aoe.errors import OfflineModelError
from aoe.runtime.container import read_container, write_container
from aoe.runtime.plan import ConstantInfo, Plan, from_json, to_json

FORMAT = "open-aoe offline model"
#: Goes up whenever files or the machine code in them change their meaning.
FORMAT_VERSION = 1


class ForeignMachineError(OfflineModelError):
    """An offline model whose machine code needs a CPU that this machine has not; recompile it."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """Where an offline model comes from and what it was made for.

    `source`, `source_sha256`: the original model, empty if it was never a file. `producer`,
    `generator`: versions of open-aoe and of its code generator. `device.threads` is what it was
    tuned for. `created`: ISO 8601, UTC. `tuning`: a summary, plain JSON.
    """

    name: str
    device: Device
    source: str = ""
    source_sha256: str = ""
    producer: str = ""
    generator: str = ""
    created: str = field(
        default_factory=lambda: datetime.now(timezone.utc).isoformat(timespec="seconds")
    )
    tuning: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class OfflineModel:
    """A compiled model.

    `objects`: ELF object files by name. `constant_data`: all constants, not packed, in one block of
    uint8 laid out by `plan.constants` (see `gather_constants`). `graph`, `policies`: plain JSON, as
    `aoe.operators.operator_graph` and `aoe.policy` write it.
    """

    manifest: Manifest
    plan: Plan
    objects: Mapping[str, bytes]
    constant_data: np.ndarray
    graph: Any = None
    policies: Any = None

    @property
    def constants(self) -> dict[str, np.ndarray]:
        """The constants by name: views of `constant_data`."""
        return {info.name: _constant(self.constant_data, info) for info in self.plan.constants}


def gather_constants(plan: Plan, constants: Mapping[str, np.ndarray]) -> np.ndarray:
    """`constants` copied into one 64-byte aligned block of uint8, laid out by `plan.constants`."""
    block = _aligned_block(plan.constant_bytes)
    for info in plan.constants:
        array = constants[info.name]
        if array.shape != info.shape or array.dtype != info.dtype:
            raise ValueError(f"constant {info.name}: {array.dtype}{array.shape} is not {info}")
        _constant(block, info)[...] = array
    return block


def write_offline_model(path: str | Path, model: OfflineModel) -> None:
    """Writes the file, complete or not at all. Raises `OfflineModelError` if it cannot."""
    manifest = {"format": FORMAT, "format_version": FORMAT_VERSION, "model": _manifest(model)}
    members: dict[str, Any] = {
        "plan.json": _json(to_json(model.plan)),
        "graph.json": _json({"graph": model.graph, "policies": model.policies}),
        **{f"code/{name}.o": data for name, data in model.objects.items()},
        "constants.bin": np.ascontiguousarray(model.constant_data),
    }
    write_container(Path(path), manifest, members)


def read_offline_model(path: str | Path) -> OfflineModel:
    """The model in a file, verified; constants stay in the file and are mapped.

    Raises `OfflineModelError` if the file is missing, truncated, altered, foreign or from an
    incompatible version.
    """
    path = Path(path)
    manifest, members = read_container(path)
    if manifest.get("format") != FORMAT or manifest.get("format_version") != FORMAT_VERSION:
        raise OfflineModelError(
            f"{path} has format {manifest.get('format')!r} version"
            f" {manifest.get('format_version')!r}, this is open-aoe for {FORMAT!r} version"
            f" {FORMAT_VERSION}; make the file again from its source model"
        )
    try:
        plan = from_json(json.loads(bytes(members["plan.json"])))
        recipe = json.loads(bytes(members["graph.json"]))
        model = OfflineModel(
            manifest=_read_manifest(manifest["model"]),
            plan=plan,
            objects={
                name.removeprefix("code/").removesuffix(".o"): bytes(data)
                for name, data in members.items()
                if name.startswith("code/")
            },
            constant_data=np.frombuffer(members["constants.bin"], np.uint8),
            graph=recipe["graph"],
            policies=recipe["policies"],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise OfflineModelError(f"{path} is not an offline model: {error!r}") from error
    if model.constant_data.size != plan.constant_bytes:
        raise OfflineModelError(f"{path} does not hold the constants that its plan needs")
    return model


def _constant(block: np.ndarray, info: ConstantInfo) -> np.ndarray:
    data = block[info.offset : info.offset + info.bytes]
    return data.view(info.dtype).reshape(info.shape)


def _aligned_block(size: int) -> np.ndarray:
    room = np.empty(size + 64, np.uint8)
    skip = -room.ctypes.data % 64
    block = room[skip : skip + size]
    block[:] = 0
    return block


def _json(data: Any) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":")).encode()


def _manifest(model: OfflineModel) -> dict[str, Any]:
    manifest = model.manifest
    return {
        **{item.name: getattr(manifest, item.name) for item in fields(manifest)},
        "device": {**asdict(manifest.device), "soc_version": manifest.device.soc_version},
        "tuning": dict(manifest.tuning),
    }


def _read_manifest(data: Mapping[str, Any]) -> Manifest:
    device = {item.name: data["device"][item.name] for item in fields(Device)}
    return Manifest(**{**data, "device": Device(**device)})
