"""A device for servers of tests: this machine with fewer instructions, to stand for another CPU."""

from __future__ import annotations

from aoe.backends.registry import backend_named
from aoe.target import Target

BACKEND = backend_named("cpu")
TOKEN = "a token of a good length"


def other_cpu(threads: int | None = None) -> Target:
    """The best of some older CPUs whose code runs here."""
    names = ("x86-64-v3", "x86-64", "aarch64")
    name = next(name for name in names if BACKEND.machine.runs(BACKEND.machine.other(name, 1)))
    found: Target = BACKEND.machine.other(name, threads or 1)
    return found
