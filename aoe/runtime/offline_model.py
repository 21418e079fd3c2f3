"""The offline model: constants, plan and code of a model compiled for one device, with what it
takes to compile it again for another. In memory, and as a file (`.om`).

A file is a zip archive (`aoe.runtime.container`) of `plan.json` (`aoe.runtime.plan_json`),
`graph.json` (the operators, and the policy chosen for each), `code/*.o` (the backend's objects;
those of the CPU are ELF: kernels, plan, thread pool), `constants.bin` and `manifest.json`. Loading
one runs its machine code: open files from people you trust. `aoe.backends.session` runs an offline
model.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import numpy as np

from aoe.errors import MALFORMED, OfflineModelError, quoted
from aoe.runtime.container import read_container, write_container
from aoe.runtime.plan import ConstantInfo, Plan
from aoe.runtime.plan_json import plan_from_json, plan_to_json
from aoe.target import Target

PROFILES = "profiles.json"
#: Objects that a program may have beside those of its kernels, in every profile.
COMMON_CODE = ("plan", "thread_pool")
FORMAT = "open-aoe offline model"
#: Goes up whenever files or the machine code in them change their meaning.
FORMAT_VERSION = 4


class ForeignMachineError(OfflineModelError):
    """An offline model whose code needs a device that this machine has not; recompile it."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """Where an offline model comes from and what it was made for.

    Attributes:
        name: The model's name.
        target: The device, with the threads that it was tuned for.
        source: Path of the source model; empty if it was no file.
        source_sha256: Its SHA-256 in hexadecimal, likewise.
        producer: The version of open-aoe.
        generator: The version of the backend's code generator.
        created: The time, ISO 8601, UTC.
        tuning: A summary of tuning, plain JSON.
        precision: What was made of the model's element types, plain JSON. Empty where it keeps
            them.
        compression: What was made of its weights, plain JSON. Empty where none were to be
            compressed.
        metadata: What the source model says of itself, plain JSON. Empty where it says nothing.
    """

    name: str
    target: Target
    source: str = ""
    source_sha256: str = ""
    producer: str = ""
    generator: str = ""
    created: str = field(
        default_factory=lambda: datetime.now(timezone.utc).isoformat(timespec="seconds")
    )
    tuning: Mapping[str, Any] = field(default_factory=dict)
    precision: Mapping[str, Any] = field(default_factory=dict)
    compression: Mapping[str, Any] = field(default_factory=dict)
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Profile:
    """One of the static shapes that a model is compiled for.

    Attributes:
        plan: As of an `OfflineModel`.
        objects: Likewise.
        graph: Likewise.
        policies: Likewise.
    """

    plan: Plan
    objects: Mapping[str, bytes]
    graph: Any = None
    policies: Any = None

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        """Shapes of the inputs, in order."""
        return tuple(info.shape for info in self.plan.inputs)


@dataclass(frozen=True)
class OfflineModel:
    """A compiled model.

    Attributes:
        manifest: Where it comes from.
        plan: What an inference does.
        objects: The backend's object files by name.
        constant_data: All constants, not packed, in one block of uint8 laid out by `plan.constants`
            (`gather_constants`).
        graph: The operator graph, plain JSON (`aoe.operators.graph_json`).
        policies: The policies of its operators by key, plain JSON (`aoe.policy`).
        profiles: All shapes of a model compiled for several. The other attributes are those of the
            first one.
    """

    manifest: Manifest
    plan: Plan
    objects: Mapping[str, bytes]
    constant_data: np.ndarray
    graph: Any = None
    policies: Any = None
    profiles: tuple[Profile, ...] = ()

    @property
    def constants(self) -> dict[str, np.ndarray]:
        """The constants by name: views of `constant_data`."""
        return {info.name: _constant(self.constant_data, info) for info in self.plan.constants}


def with_profiles(
    manifest: Manifest, profiles: Sequence[Profile], constant_data: np.ndarray
) -> OfflineModel:
    """The offline model of these profiles, which may be but one."""
    first = profiles[0]
    several = tuple(profiles) if len(profiles) > 1 else ()
    return OfflineModel(
        manifest, first.plan, first.objects, constant_data, first.graph, first.policies, several
    )


def static_models(model: OfflineModel) -> tuple[OfflineModel, ...]:
    """The model at each of its profiles, as models of one shape; itself if it has no profiles."""
    if not model.profiles:
        return (model,)
    return tuple(
        with_profiles(model.manifest, [profile], model.constant_data) for profile in model.profiles
    )


def gather_constants(plan: Plan, constants: Mapping[str, np.ndarray]) -> np.ndarray:
    """`constants` copied into one 64-byte aligned block of uint8, laid out by `plan.constants`."""
    return gather_shared_constants([(plan, constants)])


def gather_shared_constants(
    parts: Sequence[tuple[Plan, Mapping[str, np.ndarray]]],
) -> np.ndarray:
    """As `gather_constants`, one block for several plans that share it."""
    block = _aligned_block(max(plan.constant_bytes for plan, _ in parts))
    for plan, constants in parts:
        for info in plan.constants:
            array = constants[info.name]
            if array.shape != info.shape or array.dtype != info.dtype:
                raise ValueError(f"constant {info.name}: {array.dtype}{array.shape} is not {info}")
            _constant(block, info)[...] = array
    return block


def write_offline_model(path: str | Path, model: OfflineModel) -> None:
    """Writes the file, complete or not at all. Raises `OfflineModelError` if it cannot."""
    members: dict[str, Any] = {
        "plan.json": _json(plan_to_json(model.plan)),
        "graph.json": _json({"graph": model.graph, "policies": model.policies}),
        **_profile_members(model),
        **{f"code/{name}.o": data for name, data in model.objects.items()},
        "constants.bin": np.asarray(model.constant_data, order="C"),
    }
    write_container(Path(path), file_manifest(model.manifest), members)


def read_offline_model(
    path: str | Path, read_target: Callable[[Mapping[str, Any]], Target]
) -> OfflineModel:
    """The model in a file, verified; constants stay in the file and are mapped. `read_target`:
    makes the target of its JSON description (`aoe.backends.registry.target_from_json`).

    Raises `OfflineModelError` if the file is missing, truncated, altered, foreign or from an
    incompatible version.
    """
    path = Path(path)
    return offline_model_of(path, *read_members(path), read_target)


def read_members(path: Path) -> tuple[dict[str, Any], dict[str, memoryview]]:
    """The manifest and the members of a file of this format, verified. Raises `OfflineModelError`
    as `read_offline_model` does.
    """
    manifest, members = read_container(path)
    if manifest.get("format") != FORMAT or manifest.get("format_version") != FORMAT_VERSION:
        found = quoted(f"{manifest.get('format')!r} version {manifest.get('format_version')!r}")
        raise OfflineModelError(
            f"{path} has format {found}, this is open-aoe for {FORMAT!r} version"
            f" {FORMAT_VERSION}; make the file again from its source model"
        )
    return manifest, members


def offline_model_of(
    path: Path,
    manifest: Mapping[str, Any],
    members: Mapping[str, memoryview],
    read_target: Callable[[Mapping[str, Any]], Target],
) -> OfflineModel:
    """The model in the members of a file. Raises `OfflineModelError` if it is not in them."""
    try:
        plan = plan_from_json(json.loads(bytes(members["plan.json"])))
        recipe = json.loads(bytes(members["graph.json"]))
        model = OfflineModel(
            manifest=read_manifest(manifest["model"], read_target),
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
        if PROFILES in members:
            model = _read_profiles(model, json.loads(bytes(members[PROFILES])))
    except MALFORMED as error:
        raise OfflineModelError(f"{path} is not an offline model: {quoted(repr(error))}") from error
    plans = [profile.plan for profile in model.profiles] or [plan]
    if model.constant_data.size != max(item.constant_bytes for item in plans):
        raise OfflineModelError(f"{path} does not hold the constants that its plan needs")
    return model


def _profile_members(model: OfflineModel) -> dict[str, Any]:
    """What the profiles after the first add to a file: `profiles.json`, and the code that earlier
    profiles have not.
    """
    if not model.profiles:
        return {}
    code = dict(model.objects)
    described = []
    for number, profile in enumerate(model.profiles[1:], 2):
        members = {}
        for name, data in profile.objects.items():
            members[name] = name if code.get(name, data) == data else f"{name}@{number}"
            code[members[name]] = data
        described.append(
            {
                "plan": plan_to_json(profile.plan),
                "graph": profile.graph,
                "policies": profile.policies,
                "code": members,
            }
        )
    more = {f"code/{name}.o": data for name, data in code.items() if name not in model.objects}
    return {PROFILES: _json(described), **more}


def _read_profiles(model: OfflineModel, described: Any) -> OfflineModel:
    """The model with the profiles that `_profile_members` wrote. Raises `KeyError`, `TypeError` or
    `OfflineModelError` on anything else.
    """
    more = [
        Profile(
            plan_from_json(item["plan"]),
            {name: model.objects[member] for name, member in item["code"].items()},
            item["graph"],
            item["policies"],
        )
        for item in described
    ]
    calls = (*model.plan.calls, *model.plan.prepare)
    needed = {*COMMON_CODE, *(call.function for call in calls)}
    own = {name: data for name, data in model.objects.items() if name in needed}
    first = Profile(model.plan, own, model.graph, model.policies)
    return with_profiles(model.manifest, [first, *more], model.constant_data)


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


def file_manifest(manifest: Manifest) -> dict[str, Any]:
    """The manifest of a file."""
    names = [item.name for item in fields(manifest) if item.name != "target"]
    described = {
        **{name: getattr(manifest, name) for name in names},
        "device": {
            **manifest.target.to_json(),
            "soc_version": manifest.target.soc_version,
        },
        "tuning": dict(manifest.tuning),
        "precision": dict(manifest.precision),
        "compression": dict(manifest.compression),
        "metadata": dict(manifest.metadata),
    }
    for name in ("compression", "metadata"):
        if not described[name]:
            del described[name]
    return {"format": FORMAT, "format_version": FORMAT_VERSION, "model": described}


def read_manifest(
    data: Mapping[str, Any], read_target: Callable[[Mapping[str, Any]], Target]
) -> Manifest:
    """What `file_manifest` wrote of a model. Raises one of `MALFORMED` on anything else."""
    others = {name: value for name, value in data.items() if name != "device"}
    return Manifest(**others, target=read_target(data["device"]))
