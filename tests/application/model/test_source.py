"""What is read for given shapes can leave its batch open."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.application.command_line import main
from aoe.application.model.source import read_model
from aoe.errors import UsageError
from aoe.frontends.frontend import ModelOrigin
from aoe.frontends.operator_names import read_op_name_map
from tests.frontends.caffe.nets import layer, numbers, source, write_net

_W, _B = numbers((2, 3)), numbers((2,))
_PRODUCT = layer("InnerProduct", "inner_product_param { num_output: 2 }", name="product")
_RESHAPE = layer("Reshape", "reshape_param { shape { dim: 1 dim: -1 } }", top=("r",))


def _write(folder: Path, text: str) -> Path:
    path, _ = write_net(folder, source((1, 3)) + text, {"product": [_W, _B]})
    path.rename(folder / "net.prototxt")
    return folder / "net.prototxt"


@pytest.fixture
def network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "bank").mkdir()
    monkeypatch.setenv("TUNE_BANK_PATH", str(tmp_path / "bank"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return _write(tmp_path, _PRODUCT)


def test_a_batch_stays_open_also_in_a_file(network: Path) -> None:
    x = numbers((5, 3))
    options = aoe.ModelOptions(input_shape_range="data:[1~4,3]")
    with aoe.compile(network, weight="net.caffemodel", model_options=options) as session:
        for batch in (1, 2, 5):
            (found,) = session.run(None, {"data": x[:batch]})
            np.testing.assert_allclose(found, x[:batch] @ _W.T + _B, rtol=1e-5, atol=1e-6)
        session.save("open.om")
    with aoe.InferenceSession("open.om") as session:
        (found,) = session.run(None, {"data": x[:3]})
        np.testing.assert_allclose(found, x[:3] @ _W.T + _B, rtol=1e-5, atol=1e-6)


def test_a_batch_that_another_shape_depends_on_does_not(network: Path) -> None:
    _write(network.parent, _RESHAPE)
    options = aoe.ModelOptions(input_shape_range="data:[1~4,3]")
    with aoe.compile(network, weight="net.caffemodel", model_options=options) as session:
        (found,) = session.run(None, {"data": numbers((5, 3))})
    assert found.shape == (1, 15)
    _write(network.parent, _RESHAPE + _PRODUCT.replace('"data"', '"r"'))
    with pytest.raises(UsageError, match=r"cannot be left open: .*; give input_shape with"):
        aoe.compile(network, weight="net.caffemodel", model_options=options)


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


def test_weights_beside_a_model_are_found_in_each_form(network: Path) -> None:
    x = numbers((1, 3))
    with aoe.compile(network, threads=1, device="reference") as session:
        (found,) = session.run(None, {"data": x})
    np.testing.assert_allclose(found, x @ _W.T + _B, rtol=1e-5, atol=1e-6)
    form = [f"--model={network}", "--framework=0", "--job_type=2", "--device=reference"]
    assert main([*form, "--output=out", "--budget=1"]) == 0


def test_weights_beside_a_model_do_not_hide_a_wrong_number(
    network: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compile", str(network), "--framework=5"]) == 2
    message = capsys.readouterr().err
    assert "as models of Caffe do, but --framework=5 is ONNX" in message
    assert "--weight" not in message


@pytest.mark.parametrize("given", ["--framework=caffe", "--framework=0x0"])
def test_a_framework_that_is_no_number_lists_them(
    network: Path, given: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compile", str(network), given]) == 2
    assert f"{given}: must be a number; use 0 (Caffe), " in capsys.readouterr().err


@pytest.mark.usefixtures("network")
def test_commands_say_where_weights_must_lie(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "net.caffemodel").rename(tmp_path / "other.caffemodel")
    assert main(["run", "net.prototxt", "--random"]) == 2
    message = capsys.readouterr().err
    assert "needs weights; call their file net.caffemodel, beside the network, or give" in message


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


@pytest.mark.usefixtures("network")
def test_exchanged_files_are_told_which_option_takes_which(
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = ["--framework=0", "--model=net.caffemodel", "--weight=net.prototxt", "--job_type=2"]
    assert main(options) == 1
    assert "--model takes the .prototxt, --weight the .caffemodel" in capsys.readouterr().err


def test_what_has_no_effect_is_told_once(
    network: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "names.txt").write_text("Absent:Relu\n")
    names = read_op_name_map("names.txt", tmp_path)
    origin = ModelOrigin(network, weight=tmp_path / "net.caffemodel", operator_names=names)
    read_model(origin)
    assert [record.getMessage().rpartition(": ")[2] for record in caplog.records] == [
        "no operator of the model has the type 'Absent'"
    ]
    read_model(origin, quiet=True)
    assert len(caplog.records) == 1
