"""What is read for given shapes only cannot stay open."""

from __future__ import annotations

from pathlib import Path

import pytest

import aoe
from aoe.application.command_line import main
from aoe.errors import UsageError
from tests.frontends.caffe.nets import layer, numbers, source, write_net


@pytest.fixture
def network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    text = source((1, 3)) + layer("InnerProduct", "inner_product_param { num_output: 2 }")
    path, _ = write_net(tmp_path, text, {"l": [numbers((2, 3)), numbers((2,))]})
    path.rename(tmp_path / "net.prototxt")
    (tmp_path / "bank").mkdir()
    monkeypatch.setenv("TUNE_BANK_PATH", str(tmp_path / "bank"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "net.prototxt"


def test_a_format_that_reads_shapes_has_no_ranges(network: Path) -> None:
    with pytest.raises(UsageError, match=r"input_shape_range.*read for given shapes"):
        aoe.compile(
            network,
            weight="net.caffemodel",
            model_options=aoe.ModelOptions(input_shape_range="data:[1~2,3]"),
        )


def test_the_command_refuses_ranges_of_such_a_format(
    network: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--model=net.prototxt", "--weight=net.caffemodel", "--job_type=2"]
    assert main([*options, "--input_shape_range=data:[1~2,3]"]) == 2
    assert "read for given shapes" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    [
        ("run", "net.prototxt", "--random"),
        ("bench", "net.prototxt", "--seconds=0.1"),
        ("explain", "net.prototxt"),
        ("explain", "net.prototxt", "--subgraphs"),
        ("bank", "list", "--model=net.prototxt"),
    ],
)
def test_commands_take_the_weights_beside_a_model(network: Path, command: tuple[str, ...]) -> None:
    assert main([*command]) == 0


@pytest.mark.usefixtures("network")
def test_commands_say_where_weights_must_lie(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "net.caffemodel").rename(tmp_path / "other.caffemodel")
    assert main(["run", "net.prototxt", "--random"]) == 1
    message = capsys.readouterr().err
    assert "net.prototxt are not beside it; call their file net.caffemodel" in message


def test_onnx_runtime_is_not_asked_for_a_model_of_another_format(
    network: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    aoe.compile(network, weight="net.caffemodel", threads=1).save("net.om")
    assert main(["bench", "net.om", "--compare", "onnxruntime", "--threads=1"]) == 1
    message = capsys.readouterr().err
    assert "is a model of Caffe, which ONNX Runtime does not read" in message
    assert "measure without --compare" in message


def test_weights_that_do_not_fit_may_be_the_fault_of_the_shape(
    network: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = [f"--model={network}", "--weight=net.caffemodel", "--job_type=2"]
    assert main([*options, "--input_shape=data:1,4"]) == 1
    assert "or correct --input_shape" in capsys.readouterr().err


def test_open_shapes_are_told_what_such_a_format_takes(
    network: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    network.write_text(network.read_text().replace("dim: 1 ", "dim: 0 ", 1))
    assert main([f"--model={network}", "--weight=net.caffemodel", "--job_type=2"]) == 2
    message = capsys.readouterr().err
    assert "or several with --dynamic_dims" in message
    assert "--input_shape_range" not in message


@pytest.mark.usefixtures("network")
def test_exchanged_files_are_told_which_option_takes_which(
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = ["--framework=0", "--model=net.caffemodel", "--weight=net.prototxt", "--job_type=2"]
    assert main(options) == 1
    assert "--model takes the .prototxt, --weight the .caffemodel" in capsys.readouterr().err
