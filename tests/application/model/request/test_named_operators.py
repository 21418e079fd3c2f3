"""What each option says of operators that it names and that are not in a model."""

from __future__ import annotations

import json
from pathlib import Path

import onnx
import pytest

from aoe.application.command_line import main
from tests.graph.models import model, weights

_PROTO = model(
    """(float[8,16] x) => (float[8,16] y) { m = MatMul(x, w) r = Relu(m) y = MatMul(r, v) }""",
    w=weights(16, 16),
    v=weights(16, 16, seed=1),
)
for _number, _node in enumerate(_PROTO.graph.node):
    _node.name = f"n{_number}"
_MIX = "--precision_mode=allow_mix_precision"
_NAME = "no operator of the model is called 'nobody'"
_TYPE = "no operator of the model has the type 'LRN'"
_NO_TYPE = "there is no operator type 'Relux'; did you mean Relu"
_NO_LAYER = "no matmul or convolution of the model with constant weights is called 'nobody'"


def _mixlist(name: str) -> str:
    return json.dumps({"black-list": {"to-add": [name]}})


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    onnx.save(_PROTO, "m.onnx")
    return tmp_path


def _compile(*options: str) -> int:
    return main(["compile", "m.onnx", "--output=made.om", *options])


@pytest.mark.parametrize(
    ("option", "content", "others", "words"),
    [
        ("keep_dtype", "nobody\nn0\n", (_MIX,), _NAME),
        ("keep_dtype", "nobody\nn0\n", (), _NAME),
        ("keep_dtype", "n0\n", (), "has no effect, since all operators keep their types"),
        ("keep_dtype", "OpType::LRN\nOpType::Gemm\n", (_MIX,), _TYPE),
        ("keep_dtype", "OpType::Relux\n", (_MIX,), _NO_TYPE),
        ("modify_mixlist", _mixlist("LRN"), (_MIX,), _TYPE),
        ("modify_mixlist", _mixlist("Relux"), (_MIX,), _NO_TYPE),
        ("op_precision_mode", "[ByNodeName]\nnobody=high_precision\n", (), _NAME),
        ("op_precision_mode", "LRN=high_precision\n", (), _TYPE),
        ("op_precision_mode", "Relux=high_precision\n", (), _NO_TYPE),
        ("customize_dtypes", "nobody::InputDtype:float16,OutputDtype:float16\n", (), _NAME),
        ("customize_dtypes", "OpType::LRN:InputDtype:float16,OutputDtype:float16\n", (), _TYPE),
        ("compress_weight_conf", "nobody\nn0\n", (), _NO_LAYER),
        ("fusion_switch_file", "SomeFusionPass:off\n", (), "ignores their switches: SomeFusion"),
    ],
)
def test_what_the_model_does_not_have_is_told(
    place: Path,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
    option: str,
    content: str,
    others: tuple[str, ...],
    words: str,
) -> None:
    (place / "file").write_text(content)
    assert _compile(f"--{option}=file", *others) == 0
    printed = capsys.readouterr()
    told = caplog.text + " ".join((printed.out + printed.err).split())
    assert words in told
    assert f"--{option}=" in told


@pytest.mark.parametrize(
    ("option", "content", "words"),
    [
        ("customize_dtypes", "OpType::Relux:InputDtype:float16,OutputDtype:float16\n", _NO_TYPE),
        ("fusion_switch_file", "Epilogu:off\n", "there is no such switch"),
        ("compress_weight_conf", "nobody\n", f"{_NO_LAYER}; it has n0, n2"),
        ("compress_weight_conf", "n0: int8:0\n", "'int8:0': a block must have a whole number"),
        ("compress_weight_conf", "n0: int8:\n", "'int8:': a block must have a whole number"),
        ("compress_weight_conf", "n0: float8\n", "NVIDIA GPUs have them since"),
    ],
)
def test_what_nothing_can_have_is_refused(
    place: Path, capsys: pytest.CaptureFixture[str], option: str, content: str, words: str
) -> None:
    (place / "file").write_text(content)
    assert _compile(f"--{option}=file") == 2
    assert words in " ".join(capsys.readouterr().err.split())


def test_a_type_that_is_not_there_is_refused_in_a_list(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--op_select_implmode=high_precision", "--optypelist_for_implmode=Relux")
    assert _compile(*options) == 2
    assert _NO_TYPE in " ".join(capsys.readouterr().err.split())


def test_nothing_is_told_of_what_is_there(
    place: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "keep").write_text("n1\nOpType::Gemm\nOpType::MatMulV2\n")
    (place / "list").write_text(json.dumps({"white-list": {"to-remove": ["Relu"]}}))
    assert _compile("--keep_dtype=keep", "--modify_mixlist=list", _MIX) == 0
    printed = capsys.readouterr()
    for option in ("keep_dtype", "modify_mixlist"):
        assert f"--{option}" not in caplog.text + printed.out + printed.err
