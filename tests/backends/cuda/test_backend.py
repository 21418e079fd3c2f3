"""The CUDA backend from a model to a session, on a machine that executes PTX."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.command_line import main
from aoe.application.model.machine import runs_here
from aoe.application.run.bench_command import openings_of
from aoe.application.run.engine_names import ONNXRUNTIME
from aoe.backends.cuda.backend import BACKEND
from aoe.backends.cuda.target.cuda_target import CudaTarget
from aoe.backends.cuda.target.devices import FoundDevice
from aoe.backends.registry import backend_named, target_from_json, target_of
from aoe.backends.session import read_offline_model
from aoe.errors import UsageError
from aoe.settings import usable_cores
from tests.backends.cuda.devices import ARCHITECTURE_NAMES, PtxDevices, with_gpu
from tests.graph.models import model, weights
from tests.not_empty import not_empty

TEXT = """
    (float[1,4,6,6] x) => (float[1,8] y) {
        a = Conv<pads=[1,1,1,1]>(x, w)
        b = Relu(a)
        c = GlobalAveragePool(b)
        y = Flatten(c)
    }
"""
X = np.random.default_rng(0).standard_normal((1, 4, 6, 6)).astype(np.float32)


@pytest.fixture
def proto() -> onnx.ModelProto:
    return model(TEXT, w=weights(8, 4, 3, 3))


@pytest.fixture
def expected(proto: onnx.ModelProto) -> np.ndarray:
    with aoe.compile(proto, device="reference") as session:
        return np.asarray(session.run(None, {"x": X})[0])


@pytest.fixture
def gpu() -> Iterator[PtxDevices]:
    devices = PtxDevices()
    with with_gpu(devices):
        yield devices


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("architecture", ARCHITECTURE_NAMES)
def test_a_model_gives_what_the_reference_gives(
    architecture: str, proto: onnx.ModelProto, expected: np.ndarray
) -> None:
    with with_gpu(PtxDevices(architecture)), aoe.compile(proto, device="cuda") as session:
        assert session.model.manifest.target.soc_version == f"{architecture}_2c"
        np.testing.assert_allclose(session.run(None, {"x": X})[0], expected, rtol=1e-5)


def test_an_offline_model_holds_ptx_and_runs_again(
    proto: onnx.ModelProto, expected: np.ndarray, gpu: PtxDevices, place: Path
) -> None:
    with aoe.compile(proto, device="cuda") as made:
        made.save(place / "m.om")
    with aoe.InferenceSession(place / "m.om") as session:
        np.testing.assert_allclose(session.run(None, {"x": X})[0], expected, rtol=1e-5)
        code = [data for name, data in session.model.objects.items() if name != "plan"]
        assert all(b".target sm_80" in data for data in not_empty(code))
        names = [call.operator for call in session.model.plan.calls]
        assert [name for name, _ in session.profile({"x": X})] == names
        assert len(session.time_runs({"x": X}, 3)) == 3


def test_outputs_are_written_to_memory_of_the_caller(
    proto: onnx.ModelProto, expected: np.ndarray, gpu: PtxDevices
) -> None:
    result = np.zeros((1, 8), np.float32)
    with aoe.compile(proto, device="cuda") as session:
        session.run_at([X.ctypes.data], [result.ctypes.data])
    np.testing.assert_allclose(result, expected, rtol=1e-5)


def test_profiles_share_their_constants(gpu: PtxDevices) -> None:
    text = TEXT.replace("float[1,4,6,6]", "float[n,4,6,6]").replace("float[1,8]", "float[n,8]")
    several = model(text, w=weights(8, 4, 3, 3))
    sizes = aoe.ModelOptions(dynamic_batch_size="1,2")
    compiled = aoe.compile(several, device="cuda", input_shape="x:-1,4,6,6", model_options=sizes)
    with compiled as session:
        assert session.model.constant_data.nbytes == 4 * 8 * 4 * 3 * 3
        (one,) = session.run(None, {"x": X})
        (two,) = session.run(None, {"x": np.concatenate([X, X])})
    np.testing.assert_allclose(two, np.concatenate([one, one]), rtol=1e-6)


def test_shapes_that_come_and_go_share_constants(gpu: PtxDevices) -> None:
    text = TEXT.replace("float[1,4,6,6]", "float[n,4,6,6]").replace("float[1,8]", "float[n,8]")
    with aoe.compile(model(text, w=weights(8, 4, 3, 3)), device="cuda") as session:
        (one,) = session.run(None, {"x": X})
        (two,) = session.run(None, {"x": np.concatenate([X, X])})
    np.testing.assert_allclose(two, np.concatenate([one, one]), rtol=1e-6)


def test_memory_is_given_back(proto: onnx.ModelProto, gpu: PtxDevices) -> None:
    before = int(gpu.device.memory.usable.sum())
    with aoe.compile(proto, device="cuda") as session:
        session.run(None, {"x": X})
        assert int(gpu.device.memory.usable.sum()) > before
    assert int(gpu.device.memory.usable.sum()) == before


def test_a_device_of_a_file_is_described(gpu: PtxDevices) -> None:
    target = BACKEND.machine.target()
    assert target_from_json(target.to_json()) == target
    assert target_of("sm_80_2c") == target
    assert target_of("sm_80_3c") is None


def test_a_file_for_another_architecture_is_compiled_again(
    proto: onnx.ModelProto, expected: np.ndarray, gpu: PtxDevices, place: Path
) -> None:
    with aoe.compile(proto, device="cuda") as made:
        made.save(place / "m.om")
    with with_gpu(PtxDevices("sm_90")), aoe.InferenceSession(place / "m.om") as session:
        assert session.model.manifest.target.model == "sm_90"
        np.testing.assert_allclose(session.run(None, {"x": X})[0], expected, rtol=1e-5)


def test_a_file_for_newer_drivers_is_compiled_again(
    proto: onnx.ModelProto, expected: np.ndarray, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gpu = PtxDevices("sm_90")
    with with_gpu(gpu):
        with aoe.compile(proto, device="cuda") as made:
            made.save(place / "m.om")
        older = replace(gpu.found(0), driver=12030)
        monkeypatch.setattr(gpu, "found", lambda ordinal: older)
        with aoe.InferenceSession(place / "m.om") as session:
            target = session.model.manifest.target
            assert isinstance(target, CudaTarget)
            assert not target.multiplies_float8
            np.testing.assert_allclose(session.run(None, {"x": X})[0], expected, rtol=1e-5)


def test_a_file_for_a_gpu_says_why_it_is_compiled_for_the_cpu(
    proto: onnx.ModelProto, expected: np.ndarray, place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    if BACKEND.devices.count():
        pytest.skip("this machine has a GPU")
    with with_gpu(PtxDevices("sm_90")), aoe.compile(proto, device="cuda") as made:
        made.save(place / "m.om")
    with aoe.InferenceSession(place / "m.om", threads=1) as session:
        assert session.model.manifest.target.backend == "cpu"
        np.testing.assert_allclose(session.run(None, {"x": X})[0], expected, rtol=1e-4)
    (told,) = caplog.messages
    assert "m.om: it was compiled for sm_90; no GPU can be used: the library of NVIDIA's" in told
    assert "compiling it again for this machine; to keep the result, compile its source" in told
    assert "with `aoe compile`, or call save() of this InferenceSession" in told
    assert "--device" not in told


def test_without_a_gpu_one_sentence_says_so(proto: onnx.ModelProto) -> None:
    if BACKEND.devices.count():
        pytest.skip("this machine has a GPU")
    with pytest.raises(
        UsageError, match=r"no GPU can be used: .*; .*choose another device"
    ) as seen:
        aoe.compile(proto, device="cuda")
    assert "compile for the GPU of another machine" in str(seen.value)
    assert "host_env_cpu=sm_90" in str(seen.value)


def test_the_command_compiles_for_a_gpu_of_another_machine(
    proto: onnx.ModelProto, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    onnx.save(proto, "m.onnx")
    options = ["--job_type=2", "--model=m.onnx", "--framework=5", "--device=cuda"]
    assert main([*options, "--host_env_cpu=sm_90_132c"]) == 0
    assert "compiled for sm_90_132c, which this machine is not" in capsys.readouterr().out
    (made,) = place.glob("aoe_workspace/*/tunespace/result/*.om")
    model = read_offline_model(made)
    assert model.manifest.target.soc_version == "sm_90_132c"
    assert all(b".target sm_90a" in data for name, data in model.objects.items() if name != "plan")


def test_doctor_shows_the_gpu(gpu: PtxDevices, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    said = capsys.readouterr().out
    assert "device cuda: PTX machine sm_80, sm_80_2c" in said
    assert "device cuda, memory read: 2500 GB/s" in said


def test_each_gpu_is_a_device(
    proto: onnx.ModelProto,
    expected: np.ndarray,
    place: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    devices = PtxDevices(count=2)
    with with_gpu(devices):
        with aoe.compile(proto, device="cuda:1") as session:
            np.testing.assert_allclose(session.run(None, {"x": X})[0], expected, rtol=1e-5)
            session.save(place / "m.om")
        assert [bool(device.kernels) for device in devices.all] == [False, True]
        assert main(["doctor"]) == 0
        said = capsys.readouterr().out
        assert "device cuda: PTX machine sm_80, sm_80_2c" in said
        assert "device cuda:1: PTX machine sm_80, sm_80_2c" in said
        for providers, options in (
            ([("CUDAExecutionProvider", {"device_id": 1})], None),
            (["CUDAExecutionProvider"], [{"device_id": "1"}]),
        ):
            for model in (place / "m.om", proto.SerializeToString()):
                devices.all[1].kernels.clear()
                with aoe.InferenceSession(model, None, providers, options) as session:
                    np.testing.assert_allclose(session.run(None, {"x": X})[0], expected, rtol=1e-5)
                assert devices.all[1].kernels
        assert not devices.all[0].kernels
        with aoe.InferenceSession(place / "m.om") as session:
            session.run(None, {"x": X})
        assert devices.all[0].kernels


def test_shapes_that_come_and_go_stay_on_their_gpu() -> None:
    devices = PtxDevices(count=2)
    text = TEXT.replace("float[1,4,6,6]", "float[n,4,6,6]").replace("float[1,8]", "float[n,8]")
    proto = model(text, w=weights(8, 4, 3, 3))
    with with_gpu(devices), aoe.compile(proto, device="cuda:1") as session:
        session.run(None, {"x": X})
    assert [bool(device.kernels) for device in devices.all] == [False, True]


def test_the_gpu_that_was_asked_for_decides_what_runs_here() -> None:
    class TwoKinds(PtxDevices):
        def found(self, ordinal: int) -> FoundDevice:
            return replace(super().found(ordinal), major=(9, 8)[ordinal], minor=0)

    with with_gpu(TwoKinds(count=2)):
        for device, runs in (("cuda", "sm_90"), ("cuda:1", "sm_80")):
            machine = backend_named(device).machine
            for name in ("sm_80", "sm_90"):
                assert runs_here(machine.other(name, 2)) == (name == runs)
                assert machine.runs(backend_named("cuda").machine.other(name, 2)) == (
                    name == "sm_90"
                )


@pytest.mark.parametrize(
    ("device", "words"),
    [
        ("cuda:1", "there is no GPU 1: this machine has 1, numbered from 0; give cuda"),
        ("cuda:x", "'x' is not the number of a device; give cuda, cuda:0, cuda:1 or the like"),
        ("reference:1", "there is no device reference:1; give reference"),
    ],
)
def test_a_device_that_does_not_exist_is_refused(
    device: str, words: str, proto: onnx.ModelProto, gpu: PtxDevices
) -> None:
    with pytest.raises(UsageError, match=words):
        aoe.compile(proto, device=device)


def test_a_provider_s_number_is_a_number(proto: onnx.ModelProto, gpu: PtxDevices) -> None:
    wrong = [("CUDAExecutionProvider", {"device_id": "first"})]
    with pytest.raises(UsageError, match="device_id='first': the number of a device is a whole"):
        aoe.InferenceSession(proto.SerializeToString(), None, wrong)


def test_a_gpu_of_another_machine_has_the_usual_multiprocessors() -> None:
    machine = BACKEND.machine
    assert machine.other("sm_90", None).soc_version == "sm_90_132c"
    assert machine.other("sm_90", 114).soc_version == "sm_90_114c"
    with pytest.raises(UsageError, match="runs the code of sm_100; the known ones are"):
        machine.other("sm_103", None)
    with pytest.raises(UsageError, match="such as sm_90_132c"):
        machine.other("sm_90_0c", None)


@pytest.mark.parametrize("open_batch", [False, True])
def test_commands_take_the_multiprocessors_of_the_gpu_for_threads(
    open_batch: bool, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    units = usable_cores() + 3
    batch = "n" if open_batch else "1"
    text = f"(float[{batch},4] x) => (float[{batch},4] y) {{ y = Relu(x) }}"
    with with_gpu(PtxDevices(multiprocessors=units)):
        with aoe.compile(model(text), device="cuda") as made:
            made.save(place / "m.om")
        shapes = ["--input_shape", "x:1,4"] if open_batch else []
        commands = [["run", "m.om", "--random", *shapes], ["bench", "m.om", *shapes]]
        if not open_batch:
            commands += [["explain", "m.om"], ["report", "m.om"]]
        for command in commands:
            brief = ["--seconds", "0.1"] if command[0] == "bench" else []
            assert main([*command, *brief]) == 0
            assert main([*command, *brief, "--threads", str(units)]) == 0
            capsys.readouterr()
            assert main([*command, *brief, "--threads", str(units + 1)]) == 2
            assert f"from 1 to {units}, the parallel units of cuda" in capsys.readouterr().err
            assert main([*command, *brief, "--threads", "1"]) == 2
            assert "all of them compute, so leave --threads out" in capsys.readouterr().err


def test_other_engines_have_the_cores_where_ours_has_a_gpu(
    proto: onnx.ModelProto, place: Path
) -> None:
    onnx.save(proto, "m.onnx")
    units = usable_cores() + 3
    with with_gpu(PtxDevices(multiprocessors=units)):
        with aoe.compile("m.onnx", device="cuda") as session:
            session.save(place / "m.om")
        with aoe.InferenceSession(place / "m.om") as session:
            openings = openings_of("m.om", session, {"x": X}, [ONNXRUNTIME], place)
    assert [item.threads for item in openings] == [units, usable_cores()]
