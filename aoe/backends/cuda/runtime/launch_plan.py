"""How the kernels of a program are started: the object `plan` of an offline model, in JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from aoe.backends.cuda.runtime.tensor_map import TensorMap, map_from_json

#: The object's name.
OBJECT = "plan"


@dataclass(frozen=True, slots=True)
class Launch:
    """How a kernel is started.

    Attributes:
        grid: Blocks.
        block: Threads of a block.
        shared: Bytes of shared memory of a block.
        scratch: Bytes of each block in memory, for what does not fit into shared memory.
        phases: Whether it takes the number of the phase.
        waits: Whether it waits itself for the kernels in front of it, and may start before they
            have ended.
        early: The numbers of the arguments that it reads before it waits.
        maps: The tensors that it copies box by box.
    """

    grid: int
    block: int
    shared: int
    scratch: int = 0
    phases: bool = False
    waits: bool = False
    early: tuple[int, ...] = ()
    maps: tuple[TensorMap, ...] = ()


def launches_to_bytes(launches: Mapping[str, Launch]) -> bytes:
    """The launches of kernels, by symbol, as text."""
    described = {symbol: asdict(launch) for symbol, launch in sorted(launches.items())}
    return json.dumps(described, sort_keys=True).encode()


def launches_from_bytes(data: bytes) -> dict[str, Launch]:
    """What `launches_to_bytes` wrote. Raises one of `aoe.errors.MALFORMED` on anything else."""
    return {
        str(symbol): Launch(
            int(item["grid"]),
            int(item["block"]),
            int(item["shared"]),
            int(item["scratch"]),
            bool(item["phases"]),
            bool(item.get("waits", False)),
            tuple(map(int, item.get("early", ()))),
            tuple(map(map_from_json, item.get("maps", ()))),
        )
        for symbol, item in json.loads(data).items()
    }
