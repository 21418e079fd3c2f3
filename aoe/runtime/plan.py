"""The plan of an offline model: which kernels run in which order on which memory. Pure data, JSON
in the `.om`.

Made by `aoe.execute.planner`, compiled to one native function by `aoe.execute.cpu.plan_code`, run
by `aoe.runtime.session`.
"""

from __future__ import annotations

from dataclasses import dataclass

#: Memory spaces a location can name: the caller's arrays, the file's constants, what `prepare` made
#: of them, and the arena.
SPACES = ("input", "output", "constant", "packed", "arena")


@dataclass(frozen=True, slots=True)
class Location:
    """A byte offset in a space; `index` tells which array of `input` and `output`, 0 elsewhere."""

    space: str
    index: int
    offset: int


@dataclass(frozen=True, slots=True)
class KernelCall:
    """One parallel region: a symbol of the object code, its pointer arguments, and whether all
    threads take part.
    """

    function: str
    arguments: tuple[Location, ...]
    parallel: bool
    operator: str = ""  # the operator's name, for profiles


@dataclass(frozen=True, slots=True)
class TensorInfo:
    """An input or output of a model as its user sees it: dense, row-major."""

    name: str
    dtype: str
    shape: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything `run` does. Sizes in bytes; `scratch_bytes` is per thread."""

    inputs: tuple[TensorInfo, ...]
    outputs: tuple[TensorInfo, ...]
    calls: tuple[KernelCall, ...]
    prepare: tuple[KernelCall, ...]
    constant_bytes: int
    packed_bytes: int
    arena_bytes: int
    scratch_bytes: int
