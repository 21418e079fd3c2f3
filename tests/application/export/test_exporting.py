"""`aoe export`: a C program links the library and runs without Python; other CPUs; refusals."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.command_line import main
from aoe.backends.session import read_offline_model
from tests.application.conftest import expected
from tests.docs.pages import ROOT, blocks
from tests.docs.stand_ins import image_model

PROGRAM = """\
#include <stdio.h>
#include "small.h"

int main(void)
{
    float x[SMALL_INPUT_X_ELEMENTS], y[SMALL_OUTPUT_Y_ELEMENTS];
    const void *inputs[SMALL_INPUTS] = {x};
    void *outputs[SMALL_OUTPUTS] = {y};
    small *model;
    for (int i = 0; i < SMALL_INPUT_X_ELEMENTS; i++)
        x[i] = (float)i / SMALL_INPUT_X_ELEMENTS;
    int result = small_open(&model, 2);
    if (result == SMALL_OK)
        result = small_run(model, inputs, outputs);
    if (result != SMALL_OK) {
        fprintf(stderr, "%s\\n", small_message(result));
        return 1;
    }
    small_close(model);
    for (int i = 0; i < SMALL_OUTPUT_Y_ELEMENTS; i++)
        printf("%.9g\\n", y[i]);
    return 0;
}
"""
X = (np.arange(16, dtype=np.float32) / 16).reshape(2, 8)


@pytest.fixture
def offline(place: Path, compiled_folder: Path) -> Path:
    """A working directory with `small.om`."""
    shutil.copy(compiled_folder / "small.om", place)
    return place


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
@pytest.mark.parametrize("linker", [None, "ld"])
def test_a_c_program_links_the_library(
    offline: Path, linker: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    if linker is not None and shutil.which(linker) is None:
        pytest.skip(f"there is no {linker}")
    more = [] if linker is None else [f"--linker={linker}"]
    assert main(["export", "small.om", "-o", "libsmall.so", "small.h", *more]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "small.h"
    (offline / "program.c").write_text(PROGRAM)
    warnings = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic"]
    libraries = ["-L.", "-lsmall", "-lm", "-lpthread", "-Wl,-rpath,$ORIGIN"]
    subprocess.run(["cc", *warnings, "program.c", "-o", "program", *libraries], check=True)
    done = subprocess.run(["./program"], capture_output=True, text=True, check=True)
    found = np.array(done.stdout.split(), np.float32).reshape(2, 4)
    np.testing.assert_allclose(found, expected(X), rtol=1e-6)


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_the_program_of_the_documentation_is_compiled(place: Path) -> None:
    (block,) = blocks(ROOT / "docs/guide/ship.md", "c")
    onnx.save(image_model([1, 3, 8, 8]), "resnet50.onnx")
    with aoe.compile("resnet50.onnx", threads=1) as session:
        session.save("resnet50.om")
    assert main(["export", "resnet50.om", "-o", "libresnet50.so", "resnet50.h"]) == 0
    (place / "program.c").write_text(block.text)
    libraries = ["-L.", "-lresnet50", "-lm", "-lpthread", "-Wl,-rpath,$ORIGIN"]
    subprocess.run(["cc", "-Wall", "-Werror", "program.c", "-o", "p", *libraries], check=True)
    subprocess.run(["./p"], check=True)


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
@pytest.mark.usefixtures("offline")
def test_the_header_lies_beside_the_library_by_default() -> None:
    assert main(["export", "small.om", "-o", "libsmall.so"]) == 0
    assert "small_open" in Path("small.h").read_text()


@pytest.mark.usefixtures("offline")
def test_an_offline_model_for_another_cpu() -> None:
    options = ["--target=offline_model", "--host_env_cpu=aarch64", "--threads=3"]
    assert main(["export", "small.om", "-o", "other.om", *options]) == 0
    assert read_offline_model("other.om").manifest.target.soc_version == "generic_3c"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["small.onnx", "-o", "libs.so"], "small.onnx is a source model"),
        (["missing.om", "-o", "libs.so"], "missing.om"),
        (["small.om", "-o", "libs.so", "double.h"], "choose another name"),
        (["small.om", "-o", "small.om"], "cannot write small.om: it would replace a file"),
        (
            ["small.om", "-o", "small.om", "--target=offline_model", "--host_env_cpu=aarch64"],
            "cannot write small.om: it would replace a file",
        ),
        (["small.om", "-o", "libs.so", "small.om"], "cannot write small.om: it would replace"),
        (["small.om", "-o", "libs.so", "libs.so"], "cannot write libs.so: it would replace"),
        (["small.om", "-o", "none/libs.so"], "none/libs.so: there is no folder"),
        (["small.om", "-o", "libs.so", "--threads=2"], "--host_env_cpu"),
        (["small.om", "-o", "libs.so", "--host_env_cpu=z80"], "--host_env_cpu=z80"),
        (["small.om", "-o", "libs.so", "--linker=nothing"], "--linker=nothing"),
        (
            ["small.om", "-o", "s.om", "s.h", "--target=offline_model"],
            "HEADER s.h is for a library",
        ),
    ],
)
@pytest.mark.usefixtures("offline")
def test_what_cannot_be_is_refused(
    arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", *arguments]) != 0
    assert named in capsys.readouterr().err
    assert not Path("libs.so").exists()


def test_a_model_with_open_shapes_is_refused(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with aoe.compile(place / "small.onnx", threads=1) as session:
        session.save("open.om")
    assert main(["export", "open.om", "-o", "libopen.so"]) == 2
    assert "has open shapes" in capsys.readouterr().err
