"""Generated code changes only when intended: see `tests.backends.cuda.codegen.golden`."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from aoe.backends.cuda.codegen.ptx import ptx
from aoe.backends.cuda.target.architectures import ARCHITECTURES
from aoe.backends.cuda.target.cuda_target import cuda_target
from tests.backends.cuda.codegen.golden.cases import CASES, FOLDER, ONLY, code, golden

#: NVIDIA's assembler, which comes with CUDA's toolkit and in a package of its own.
PTXAS = shutil.which("ptxas")


@pytest.mark.parametrize("name", CASES)
def test_a_kernel_has_the_code_that_was_reviewed(name: str) -> None:
    message = "if the change is meant, run: python -m tests.backends.cuda.codegen.golden"
    assert code(name) == golden(name).read_text(), message


def test_every_golden_file_belongs_to_a_case() -> None:
    assert {path.stem for path in FOLDER.rglob("*.ll")} == set(CASES)


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_reviewed_code_is_what_llvm_accepts(architecture: str) -> None:
    for name in CASES:
        text = ptx(golden(name).read_text(), cuda_target(architecture))
        assert f".entry {name}(" in text


def test_tensor_maps_stay_parameters() -> None:
    # A map that LLVM copies to local memory would be none to the copying hardware.
    names = [name for name in CASES if "grid_constant" in golden(name).read_text()]
    assert names
    for name in names:
        text = ptx(golden(name).read_text(), cuda_target("sm_90"))
        assert "__local_depot" not in text
        assert "cvta.param.u64" in text


@pytest.mark.skipif(PTXAS is None, reason="there is no ptxas on the path")
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_the_assembler_accepts_reviewed_code(architecture: str, tmp_path: Path) -> None:
    assert PTXAS is not None
    target = cuda_target(architecture)
    for name in CASES:
        if name in ONLY and ONLY[name].model != architecture:
            continue
        source = tmp_path / f"{name}.ptx"
        source.write_text(ptx(golden(name).read_text(), target))
        command = [PTXAS, f"-arch={target.limits.processor}", "-v", str(source)]
        done = subprocess.run(
            [*command, "-o", str(tmp_path / "code")], capture_output=True, text=True, check=False
        )
        if "is not defined for option 'gpu-name'" in done.stderr:
            pytest.skip("this assembler is older than the architecture")
        assert done.returncode == 0, done.stderr
        spilled = re.findall(r"(\d+) bytes spill", done.stderr)
        assert set(spilled) <= {"0"}, f"{name} spills registers"
        assert "serialized" not in done.stderr, f"{name}: {done.stderr}"
