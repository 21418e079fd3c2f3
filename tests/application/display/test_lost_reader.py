from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import onnx
import pytest

from aoe.application.display.console import PlainProgress
from aoe.application.display.lost_reader import reader_may_leave
from tests.graph.models import model


@pytest.fixture
def unread() -> Iterator[TextIO]:
    """A pipe whose reader has left."""
    read, write = os.pipe()
    os.close(read)
    with open(write, "w") as stream:
        yield stream


def test_what_is_printed_for_nobody_ends_the_block_only(unread: TextIO) -> None:
    with reader_may_leave(unread):
        print("text", file=unread, flush=True)
        pytest.fail("the pipe was closed")
    print("more text", file=unread, flush=True)


def test_progress_for_nobody_goes_on(unread: TextIO) -> None:
    progress = PlainProgress(unread)
    progress.warning("first")
    progress.warning("second")


def test_a_job_whose_output_nobody_reads_is_done(tmp_path: Path) -> None:
    path = tmp_path / "small.onnx"
    onnx.save(model("(float[4] x) => (float[4] y) { y = Add(x, x) }"), str(path))
    command = [sys.executable, "-m", "aoe", "tune", str(path), "--budget=1s"]
    read, write = os.pipe()
    os.close(read)
    environment = {**os.environ, "HOME": str(tmp_path), "AOE_HOME": str(tmp_path / "home")}
    done = subprocess.run(
        command, stdout=write, stderr=write, cwd=tmp_path, env=environment, check=False
    )
    os.close(write)
    assert done.returncode == 0
    assert list(tmp_path.rglob("*.om"))
