"""CPUs that code can be generated for by name, on any machine: the table `cpus.json`.

A row has what `aoe.backends.cpu.target.host` asks the system for where the CPU is this machine's:
the architecture, LLVM's name, the instruction sets and the sizes of caches. The instruction sets
are all that LLVM generates code for and that a machine can be asked for, so that
`aoe.backends.cpu.runtime.native.missing_features` refuses code that a machine cannot run. A test
compares them with LLVM. Cache sizes are those of a common product of the kind; a wrong one costs
speed, never correctness.

The speed of such a CPU is not known. Its default policies are those of the cost model at a common
speed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from aoe.backends.cpu.target.cpu_target import CpuTarget, cpu_target
from aoe.backends.cpu.target.host import register_file
from aoe.errors import UsageError
from aoe.near_names import hint

#: LLVM's name of system and vendor, by architecture.
TRIPLES: Mapping[str, str] = {
    "x86_64": "x86_64-unknown-linux-gnu",
    "aarch64": "aarch64-unknown-linux-gnu",
}
_TABLE = Path(__file__).parent / "cpus.json"


@dataclass(frozen=True, slots=True)
class NamedCpu:
    """A row of the table.

    Attributes:
        architecture: `x86_64` or `aarch64`.
        llvm: LLVM's name of the CPU.
        features: LLVM's names of its instruction sets, as `CpuTarget.features` has them.
        l1: Bytes of the first data cache of a core.
        l2: Bytes of the second cache of a core.
        l3: Bytes of the last cache.
    """

    architecture: str
    llvm: str
    features: str
    l1: int
    l2: int
    l3: int


@cache
def named_cpus() -> Mapping[str, NamedCpu]:
    """Returns the rows of the table by name."""
    rows = json.loads(_TABLE.read_text(encoding="utf-8"))["cpus"]
    return {
        name: NamedCpu(
            row["architecture"],
            row["llvm"],
            ",".join(f"+{feature}" for feature in row["features"].split()),
            *(row[level] << 10 for level in ("l1_kib", "l2_kib", "l3_kib")),
        )
        for name, row in rows.items()
    }


def named_cpu(name: str, threads: int) -> CpuTarget:
    """Returns a CPU of the table with so many threads.

    Raises:
        UsageError: The table has no CPU of that name.
    """
    rows = named_cpus()
    if name not in rows:
        meant = hint(name, rows, f"the known ones are {', '.join(rows)}")
        raise UsageError(f"code is not generated for a CPU {name!r}; {meant}")
    row = rows[name]
    triple = TRIPLES[row.architecture]
    vector_bytes, vector_registers = register_file(triple, row.features)
    return cpu_target(
        triple=triple,
        cpu=row.llvm,
        features=row.features,
        vector_bytes=vector_bytes,
        vector_registers=vector_registers,
        l1=row.l1,
        l2=row.l2,
        l3=row.l3,
        threads=threads,
    )
