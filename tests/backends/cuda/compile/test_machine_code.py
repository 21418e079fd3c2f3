"""Machine code is made where kernels are compiled, if this machine has the GPU."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.backends.backend import CompiledPlan
from aoe.backends.cuda.backend import BACKEND
from aoe.backends.cuda.compile.compiler import CudaCompiler
from aoe.backends.cuda.compile.machine_code import (
    NO_ASSEMBLER,
    Assembler,
    assemble,
    found_assembler,
)
from aoe.backends.cuda.runtime.kernel_object import parts
from aoe.backends.cuda.target.cuda_target import cuda_target
from aoe.tuning.workload.single_operator import single_operator_graph
from benchmarks.cuda.kernels import product
from tests.backends.cuda.devices import PtxDevices, with_gpu
from tests.graph.models import model, weights

TARGET = cuda_target("sm_80", 2)
#: Writes "machine code of" and the first line of its input, as an assembler of version 12.4.
PROGRAM = """#!/bin/sh
if [ "$1" = --version ]; then echo "Cuda compilation tools, release 12.4, V12.4.131"; exit; fi
[ "$1" = -arch=sm_80 ] || exit 255
grep -q refused "$2" && exit 255
printf 'machine code of %s' "$(sed -n 1p "$2")" > "$4"
"""


@pytest.fixture
def program(tmp_path: Path) -> str:
    path = tmp_path / "ptxas"
    path.write_text(PROGRAM)
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def gpu() -> Iterator[PtxDevices]:
    devices = PtxDevices()
    with with_gpu(devices):
        yield devices


def test_the_program_is_used_if_it_knows_the_gpu(program: str, gpu: PtxDevices) -> None:
    found = gpu.found(0)
    absent = program + "_of_nobody"
    by_driver = Assembler("driver", "0", "12080")
    known = found_assembler(TARGET, found, [absent, program])
    assert known == Assembler("ptxas", program, "12.4")
    assert found_assembler(TARGET, found, [absent]) == by_driver
    assert found_assembler(cuda_target("sm_90"), found, [program]) == by_driver
    older = replace(found, driver=11080)
    assert found_assembler(TARGET, older, [program]) == replace(by_driver, version="11080")


def test_code_for_a_gpu_that_is_not_here_stays_text(program: str) -> None:
    assert found_assembler(TARGET, None, [program]) == NO_ASSEMBLER
    assert assemble("none", "", TARGET)(b"text") is None


def test_what_the_program_refuses_stays_text(program: str) -> None:
    make = assemble("ptxas", program, TARGET)
    assert make(b"one\ntwo") == b"machine code of one"
    assert make(b"refused") is None


def test_without_a_gpu_for_the_process_kernels_stay_text() -> None:
    if BACKEND.devices.count():
        pytest.skip("this machine has a GPU")
    assert assemble("driver", "0", TARGET)(b"text") is None


def built(assembler: Assembler, processes: int = 1) -> CompiledPlan:
    graph = single_operator_graph(product(5, 16, 40, "float16"))
    with closing(CudaCompiler(TARGET, processes, assembler=assembler)) as compiler:
        (plan,) = compiler.build([(graph, {})])
    assert isinstance(plan, CompiledPlan), plan
    return plan


@pytest.mark.parametrize("processes", [1, 2])
def test_objects_hold_both(processes: int, program: str) -> None:
    made, plain = built(Assembler("ptxas", program, "12.4"), processes), built(NO_ASSEMBLER)
    symbols = set(plain.objects) - {"plan"}
    assert symbols
    for symbol in symbols:
        text, code = parts(made.objects[symbol])
        assert text == plain.objects[symbol]
        assert code == b"machine code of //"
        assert parts(plain.objects[symbol]) == (text, b"")


def test_the_cache_tells_assemblers_apart() -> None:
    job = ("symbol", "text")
    keys = {
        CudaCompiler(TARGET, 1, assembler=assembler).key(job)
        for assembler in (NO_ASSEMBLER, Assembler("driver", "0", "12080"))
    }
    assert len(keys) == 2
    other = CudaCompiler(TARGET, 1, assembler=Assembler("driver", "1", "12080")).key(job)
    assert other in keys, "the number of the GPU changes nothing"


def test_an_offline_model_keeps_machine_code(
    program: str, gpu: PtxDevices, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        "aoe.backends.cuda.backend.found_assembler",
        lambda target, device: Assembler("ptxas", program, "12.4"),
    )
    proto: onnx.ModelProto = model(
        "(float[3,16] x) => (float[3,8] y) { y = MatMul(x, w) }", w=weights(16, 8)
    )
    feed = {"x": np.ones((3, 16), np.float32)}
    with aoe.compile(proto, device="cuda") as made:
        expected = made.run(None, feed)[0]
        made.save(tmp_path / "m.om")
    with aoe.InferenceSession(tmp_path / "m.om") as session:
        code = [parts(data)[1] for name, data in session.model.objects.items() if name != "plan"]
        assert set(code) == {b"machine code of //"}
        np.testing.assert_array_equal(session.run(None, feed)[0], expected)
