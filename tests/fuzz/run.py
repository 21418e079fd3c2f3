"""`python -m tests.fuzz.run TARGET SECONDS [FOLDER]`: fuzzes one target, guided by coverage.

What it finds is written to FOLDER (default: build/fuzz/TARGET), with inputs that reach new code in
FOLDER/corpus. `tests/fuzz/corpus/TARGET` is read and not written. Ends with status 0 if it found
nothing.
"""

from __future__ import annotations

import logging
import os
import resource
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import atheris

with atheris.instrument_imports(include=["aoe", "onnx_ir"]):
    from tests.fuzz.mutations import CHANGES
    from tests.fuzz.seeds import offline_model_members
    from tests.fuzz.targets import MEMORY, TARGETS, check_input, offline_model

CORPUS = Path(__file__).parent / "corpus"
#: Seconds after which native code is taken to hang; Python code has less.
WALL_SECONDS = 300
#: Bytes of the largest input tried.
LARGEST = 16 << 10


def fuzz(name: str, seconds: int, folder: Path) -> None:
    """Fuzzes until the time is up or something is found; ends the process."""
    target, change = TARGETS[name], CHANGES[name]
    grown = folder / "corpus"
    grown.mkdir(parents=True, exist_ok=True)
    if target is offline_model:
        (grown / "sound").write_bytes(offline_model_members())
    logging.disable(logging.CRITICAL)
    _limit_memory()

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        return change(data, most, Random(seed), atheris.Mutate)

    flags = [
        f"-max_total_time={seconds}",
        f"-timeout={WALL_SECONDS}",
        f"-max_len={LARGEST}",
        "-rss_limit_mb=0",
        f"-artifact_prefix={folder}/",
        "-print_final_stats=1",
    ]
    arguments = [sys.argv[0], *flags, str(grown), str(CORPUS / name)]
    atheris.Setup(arguments, lambda data: check_input(target, data), custom_mutator=mutate)
    atheris.Fuzz()


def _limit_memory() -> None:
    """Bounds the address space, so that asking for too much raises `MemoryError` here."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * os.sysconf("SC_PAGE_SIZE") + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def main(arguments: Sequence[str]) -> None:
    """Reads the arguments and fuzzes."""
    if len(arguments) not in (2, 3) or arguments[0] not in TARGETS or not arguments[1].isdigit():
        sys.exit(f"usage: python -m tests.fuzz.run {'|'.join(TARGETS)} SECONDS [FOLDER]")
    name, seconds = arguments[0], int(arguments[1])
    folder = Path(arguments[2] if len(arguments) == 3 else f"build/fuzz/{name}")
    fuzz(name, seconds, folder)


if __name__ == "__main__":
    main(sys.argv[1:])
