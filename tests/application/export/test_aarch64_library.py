"""A C program for AArch64 links a library that was made here, and runs under an emulator: needs
Debian's packages gcc-aarch64-linux-gnu and qemu-user.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from aoe.application.command_line import main
from tests.application.conftest import expected
from tests.application.export.test_exporting import PROGRAM, X

COMPILER, EMULATOR = "aarch64-linux-gnu-gcc", "qemu-aarch64"
SYSTEM = Path("/usr/aarch64-linux-gnu")

pytestmark = pytest.mark.skipif(
    shutil.which(COMPILER) is None or shutil.which(EMULATOR) is None,
    reason="there is no cross compiler, or no emulator",
)


@pytest.mark.parametrize(("cpu", "emulated"), [("aarch64", "cortex-a57"), ("neoverse-v1", "max")])
def test_a_program_for_another_cpu(
    place: Path, compiled_folder: Path, cpu: str, emulated: str
) -> None:
    shutil.copy(compiled_folder / "small.om", place)
    options = [f"--host_env_cpu={cpu}", "--threads=2"]
    assert main(["export", "small.om", "-o", "libsmall.so", "small.h", *options]) == 0
    (place / "program.c").write_text(PROGRAM)
    libraries = ["-L.", "-lsmall", "-lm", "-lpthread", "-Wl,-rpath,$ORIGIN"]
    subprocess.run([COMPILER, "-std=c99", "program.c", "-o", "program", *libraries], check=True)
    command = [EMULATOR, "-cpu", emulated, "-L", str(SYSTEM), "./program"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = np.array(done.stdout.split(), np.float32).reshape(2, 4)
    np.testing.assert_allclose(found, expected(X), rtol=1e-6)


def test_a_cpu_without_the_instructions_is_refused(place: Path, compiled_folder: Path) -> None:
    shutil.copy(compiled_folder / "small.om", place)
    options = ["--host_env_cpu=neoverse-v1", "--threads=1"]
    assert main(["export", "small.om", "-o", "libsmall.so", "small.h", *options]) == 0
    (place / "program.c").write_text(PROGRAM)
    libraries = ["-L.", "-lsmall", "-lm", "-lpthread", "-Wl,-rpath,$ORIGIN"]
    subprocess.run([COMPILER, "-std=c99", "program.c", "-o", "program", *libraries], check=True)
    command = [EMULATOR, "-cpu", "cortex-a57", "-L", str(SYSTEM), "./program"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "lacks instructions" in done.stderr
