"""What a job does when nobody reads its output any more, as in `aoe tune model.onnx | head`.

It goes on, and prints nothing further: its result is a file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO


@contextmanager
def reader_may_leave(stream: TextIO | None = None) -> Iterator[None]:
    """Within, a closed pipe ends the block, not the job; the stream leads nowhere from then on.

    Args:
        stream: What is written to; standard output by default.
    """
    written = stream or sys.stdout
    try:
        yield
        written.flush()
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, written.fileno())
        os.close(nowhere)
