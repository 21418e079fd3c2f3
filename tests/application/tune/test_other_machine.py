"""A model compiled for another machine: what is written, and whether it is right there."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.command_line import main
from aoe.application.model.compilation import repository_policies
from aoe.application.model.source import load_graph
from aoe.backends.registry import backend_named, default_policy, space
from aoe.backends.session import InferenceSession, read_offline_model
from aoe.errors import UsageError
from aoe.frontends.frontend import ModelOrigin
from aoe.runtime.offline_model import ForeignMachineError
from aoe.settings import read_settings
from aoe.tuning.comparison.timing_statistics import Measurement
from aoe.tuning.policy_database import Winner
from tests.application.conftest import expected
from tests.graph.models import cancelling

CPU = backend_named("cpu").machine
X = np.random.default_rng(3).standard_normal((2, 8)).astype(np.float32)
TUNE = ("--model=small.onnx", "--job_type=2", "--input_shape=x:2,8", "--output=made")
#: ELF's numbers of machines.
MACHINES = {"x86_64": 62, "aarch64": 183}


def compiled(cpu: str, *more: str) -> int:
    return main([*TUNE, "--host_env_os=linux", f"--host_env_cpu={cpu}", *more])


@pytest.mark.parametrize(
    ("cpu", "architecture"),
    [("neoverse-n1_4c", "aarch64"), ("cortex-a72", "aarch64"), ("x86-64-v3", "x86_64")],
)
def test_the_code_is_for_that_machine(
    place: Path, capsys: pytest.CaptureFixture[str], cpu: str, architecture: str
) -> None:
    assert compiled(cpu) == 0
    model = read_offline_model(place / f"made_linux_{architecture}.om")
    kinds = {struct.unpack_from("<H", code, 18)[0] for code in model.objects.values()}
    assert kinds == {MACHINES[architecture]}
    assert model.manifest.target.model == cpu.partition("_")[0]
    shown = capsys.readouterr().out
    assert "measured: the repository has policies of 0 of 1 operator" in shown
    (path,) = place.glob("aoe_result_opat_*.json")
    assert [*json.loads(path.read_text())[0]["basic"]] == ["tuning_name", "tuning_time(s)"]


def test_advice_for_open_shapes_names_what_another_machine_takes(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = [option for option in TUNE if not option.startswith("--input_shape")]
    assert main([*options, "--host_env_os=linux", "--host_env_cpu=cortex-a72"]) == 2
    shown = capsys.readouterr().err
    assert "--dynamic_dims" in shown
    assert "--input_shape_range" not in shown
    assert not list(place.glob("*.om"))


def test_code_for_an_older_cpu_of_this_kind_runs_here(place: Path) -> None:
    name = next(
        (name for name in ("x86-64-v3", "x86-64", "aarch64") if CPU.runs(CPU.other(name, 1))), None
    )
    assert name is not None
    if name == "aarch64":
        pytest.skip("it is this machine's")
    assert compiled(name, "--threads=1") == 0
    with InferenceSession(read_offline_model(place / "made_linux_x86_64.om"), 1) as session:
        np.testing.assert_allclose(session.run(None, {"x": X})[0], expected(X), atol=1e-5)


def test_code_for_another_architecture_is_refused_by_name(place: Path) -> None:
    other = "neoverse-n1" if CPU.target().architecture == "x86_64" else "x86-64-v3"
    assert compiled(other) == 0
    (path,) = place.glob("made_linux_*.om")
    with pytest.raises(ForeignMachineError, match=f"compiled for {other}; this machine has no"):
        InferenceSession(read_offline_model(path))


@pytest.mark.usefixtures("place")
def test_python_names_the_machine_in_an_option_group() -> None:
    result = aoe.tune(
        "small.onnx",
        output="made",
        threads=3,
        input_shape={"x": (2, 8)},
        tune_options=aoe.TuneOptions(host_env_os="linux", host_env_cpu="neoverse-n1"),
    )
    assert result.model_path.name == "made_linux_aarch64.om"
    assert result.elsewhere is not None
    assert result.elsewhere.soc_version == "neoverse-n1_3c"
    assert not result.outcomes


@pytest.mark.usefixtures("place")
def test_this_machine_by_name_is_tuned_as_ever() -> None:
    result = aoe.tune(
        "small.onnx",
        output="made",
        budget=10,
        threads=1,
        input_shape={"x": (2, 8)},
        tune_options=aoe.TuneOptions(host_env_cpu=CPU.target().architecture),
    )
    assert result.elsewhere is None
    assert result.model_path.name == f"made_linux_{CPU.target().architecture}.om"
    with result.session() as session:
        np.testing.assert_allclose(session.run(None, {"x": X})[0], expected(X), atol=1e-5)


@pytest.mark.usefixtures("place")
def test_open_shapes_are_refused() -> None:
    with pytest.raises(UsageError, match=r"input_shape_range.*is compiled where it runs"):
        aoe.tune(
            "small.onnx",
            model_options=aoe.ModelOptions(input_shape_range="x:[1~8,8]"),
            tune_options=aoe.TuneOptions(host_env_cpu="neoverse-n1"),
        )


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize(
    ("device", "name", "dtype"), [(None, "neoverse-n1", "bfloat16"), ("cuda", "sm_90", "float16")]
)
def test_a_precision_is_judged_by_the_cpu_of_this_machine(
    device: str | None, name: str, dtype: str
) -> None:
    onnx.save(cancelling(), "network.onnx")
    result = aoe.tune(
        "network.onnx",
        output="made",
        device=device,
        precision="force_fp16",
        tune_options=aoe.TuneOptions(host_env_cpu=name),
    )
    assert result.elsewhere is not None
    told = read_offline_model(result.model_path).manifest.precision
    assert told["type"] == dtype
    assert told["narrow"] == 2
    assert 0 < told["output_error"] < 0.1


def test_policies_come_from_the_repository_of_that_device(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = CPU.other("neoverse-n1", 1)
    _, graph = load_graph(ModelOrigin("small.onnx"), {"x": (2, 8)}, target=target)
    (node,) = graph.operator_nodes
    usual = default_policy(node.operator, target)
    other = next(policy for policy in space(node.operator, target) if policy != usual)
    time = Measurement(1e-6, 1e-6, 1e-8, 9)
    winner = Winner(other, time, time, time)
    repository_policies(read_settings(), target).store(node.operator, winner)
    assert compiled("neoverse-n1_1c") == 0
    assert "the repository has policies of 1 of 1 operator" in capsys.readouterr().out
    model = read_offline_model(place / "made_linux_aarch64.om")
    assert model.policies == {node.operator.key: other.to_json()}


@pytest.mark.usefixtures("place")
def test_what_has_no_effect_is_told_as_for_this_machine(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert compiled("cortex-a72", "--is_input_adjust_hw_layout=true") == 0
    assert "has no effect without --input_fp16_nodes" in capsys.readouterr().err


@pytest.mark.usefixtures("place")
def test_options_of_the_search_are_told_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert compiled("cortex-a72", "--budget=1h", "--Fdeeper_opat") == 0
    (told,) = [line for line in capsys.readouterr().err.splitlines() if "no effect" in line]
    assert "--budget, --Fdeeper_opat have no effect: nothing is searched" in told
    assert compiled("cortex-a72", "--budget=auto") == 0  # what `aoe tune` gives by itself
    assert "no effect" not in capsys.readouterr().err


@pytest.mark.usefixtures("place")
def test_the_dumped_graph_tells_the_operators_of_its_nodes() -> None:
    assert compiled("cortex-a72", "--dump_graph=graphs") == 0
    model = onnx.load("graphs/small_prepared.onnx")
    assert "aoe.operator" in {item.key for node in model.graph.node for item in node.metadata_props}
