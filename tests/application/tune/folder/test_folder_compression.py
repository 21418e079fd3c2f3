"""The weights of the models of a folder are compressed, as far as files are about them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import onnx
import pytest

import aoe
from aoe.application.command_line import main
from aoe.backends.session import read_offline_model
from tests.graph.compression.networks import layer, normal

DEPTH, COLUMNS = 512, 256
ELSEWHERE = ("--host_env_cpu=neoverse-n1",)


@pytest.fixture
def networks(place: Path) -> Path:
    """A folder with two models whose layers have other names."""
    folder = place / "networks"
    folder.mkdir()
    for name in ("one", "two"):
        proto = layer("MatMul", (1, DEPTH), normal(DEPTH, COLUMNS))
        proto.graph.node[0].name = f"layer_{name}"
        onnx.save(proto, folder / f"{name}.onnx")
    return folder


def tune(conf: str, *options: str) -> int:
    Path("weights.cfg").write_text(conf)
    given = ("--compress_weight_conf=weights.cfg", "--output=made", "--threads=1", "--budget=30")
    return main(["--model_path=networks", "--job_type=2", *given, *options])


def forms(name: str, ending: str = "") -> list[Any]:
    found = read_offline_model(f"made/{name}{ending}.om").manifest.compression
    return [item["form"] for item in found["layers"]] if found else []


@pytest.mark.usefixtures("networks")
@pytest.mark.parametrize(("more", "ending"), [((), ""), (ELSEWHERE, "_linux_aarch64")])
def test_weights_of_all_models_are_compressed(
    more: tuple[str, ...], ending: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune("*: int8:32\naccuracy_limit: 0.5", *more) == 0, capsys.readouterr().err
    told = capsys.readouterr().out
    for name in ("one", "two"):
        assert forms(name, ending) == ["int8:32"]
        assert f"{name}: compressed weights: 1 of 1 layer" in told
        assert f"{name}: layer_{name}: int8:32" in told


@pytest.mark.usefixtures("networks")
@pytest.mark.parametrize(("more", "ending"), [((), ""), (ELSEWHERE, "_linux_aarch64")])
def test_a_layer_is_compressed_in_the_model_that_has_it(
    more: tuple[str, ...], ending: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune("layer_two: int8:32", *more) == 0, capsys.readouterr().err
    assert (forms("one", ending), forms("two", ending)) == ([], ["int8:32"])
    told = capsys.readouterr().err
    assert "one: --compress_weight_conf=" in told
    assert "is called 'layer_two'; it has layer_one; the file is left out for this model" in told


@pytest.mark.usefixtures("networks")
@pytest.mark.parametrize("more", [(), ELSEWHERE])
def test_a_file_about_no_model_of_the_folder_is_refused(
    more: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune("nowhere", *more) == 2
    told = capsys.readouterr().err
    assert "weights.cfg: concerns no model of networks, as the warnings say" in told
    assert not Path("made").exists()


def test_data_are_for_the_models_with_their_inputs(
    networks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proto = layer("MatMul", (1, DEPTH), normal(DEPTH, COLUMNS))
    proto.graph.input[0].name = proto.graph.node[0].input[0] = "other"
    onnx.save(proto, networks / "two.onnx")
    normal(3, DEPTH, seed=4).tofile("data.bin")
    Path("optimize.cfg").write_text(
        f"calibration: {{ input_data_dir: data.bin input_shape: x:3,{DEPTH} }}"
    )
    options = aoe.PrecisionOptions(compression_optimize_conf="optimize.cfg")
    found = aoe.tune_folder("networks", threads=1, output="made", budget=30, precision=options)
    assert not found.failures
    one, two = (found.results[name].compression for name in ("one", "two"))
    assert one is not None
    assert one.checked_with == "the calibration data"
    assert two is None


@pytest.mark.usefixtures("networks")
def test_a_form_that_one_model_cannot_have_fails_that_one() -> None:
    proto = layer("MatMul", (1, DEPTH + 1), normal(DEPTH + 1, COLUMNS))
    proto.graph.node[0].name = "layer_two"
    onnx.save(proto, "networks/two.onnx")
    assert tune("layer_one: int8:32\nlayer_two: int8:32") == 1
    assert forms("one") == ["int8:32"]
    assert not Path("made/two.om").exists()


@pytest.mark.usefixtures("networks")
@pytest.mark.parametrize(("more", "ending"), [((), ""), (ELSEWHERE, "_linux_aarch64")])
def test_a_file_concerns_a_model_that_fails(
    more: tuple[str, ...], ending: str, capsys: pytest.CaptureFixture[str]
) -> None:
    proto = layer("MatMul", (1, DEPTH + 1), normal(DEPTH + 1, COLUMNS))
    proto.graph.node[0].name = "layer_two"
    onnx.save(proto, "networks/two.onnx")
    assert tune("layer_two: int8:32", *more) == 1
    assert "concerns no model" not in capsys.readouterr().err
    assert forms("one", ending) == []
    assert not Path(f"made/two{ending}.om").exists()


@pytest.mark.usefixtures("networks")
def test_ranges_of_shapes_are_refused_before_any_work(capsys: pytest.CaptureFixture[str]) -> None:
    assert tune("*", "--input_shape_range=x:[1~4,512]") == 2
    assert "--compress_weight_conf needs fixed shapes" in capsys.readouterr().err
