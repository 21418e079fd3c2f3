"""A helper process that wants more memory than there is fails alone."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
from aoe.isolation.memory_limit import limit_memory
limit_memory({share}, {least})
block = bytearray({wanted})
"""


@pytest.mark.parametrize(
    ("share", "least", "wanted", "fits"),
    [
        (0.0, 64 << 20, 16 << 20, True),
        (0.0, 64 << 20, 256 << 20, False),
        (1.0, 0, 16 << 20, True),
        (1.0, 0, 1 << 46, False),
    ],
)
def test_a_process_gets_no_more_memory_than_its_share(
    share: float, least: int, wanted: int, fits: bool
) -> None:
    program = PROGRAM.format(share=share, least=least, wanted=wanted)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode == 0) == fits
    assert ("MemoryError" in done.stderr) == (not fits)
