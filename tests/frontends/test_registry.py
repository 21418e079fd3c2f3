from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import onnx
import onnx_ir
import pytest

import aoe
from aoe.errors import ModelError, UsageError
from aoe.frontends import registry
from aoe.frontends.frontend import Frontend, InputShapes, ModelOrigin
from aoe.frontends.onnx import read_onnx
from aoe.frontends.registry import frontend_for, frontends, read_by

TEXT = '<ir_version: 10, opset_import: ["" : 18]> g (float[2] x) => (float[2] y) { y = Relu(x) }'


def _read(origin: ModelOrigin, shapes: InputShapes) -> onnx_ir.Model:
    assert origin.path is not None
    return read_onnx(onnx.parser.parse_model(origin.path.read_text()))


WEIGHTED = Frontend(
    number=77,
    name="Weighted",
    suffixes=(".weighted",),
    read=_read,
    recognizes=lambda path, head: head.startswith(b"weighted"),
    takes_weight=True,
)


@pytest.fixture
def weighted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A frontend of another package, as an entry point of it."""
    entry = EntryPoint("weighted", f"{__name__}:WEIGHTED", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [entry])
    frontends.cache_clear()
    yield
    frontends.cache_clear()


def number_for(path: Path | str, framework: int | None = None) -> int | None:
    return frontend_for(ModelOrigin(path, framework)).number


def test_onnx_is_framework_5() -> None:
    (onnx_frontend,) = [item for item in frontends() if item.number == 5]
    assert onnx_frontend.name == "ONNX"


def test_the_framework_is_inferred_from_the_suffix() -> None:
    assert number_for(Path("folder/Model.ONNX")) == 5


def test_a_given_framework_wins_over_the_suffix() -> None:
    assert number_for(Path("model.bin"), 5) == 5


def test_an_unknown_framework_lists_those_available() -> None:
    with pytest.raises(
        UsageError, match=r"--framework=9 is not available; use 0 .* or 5 \(ONNX\)$"
    ):
        number_for(Path("model.onnx"), 9)


def test_an_unknown_suffix_asks_for_the_framework() -> None:
    with pytest.raises(UsageError, match=r"'\.xyz'.*--framework"):
        number_for(Path("model.xyz"))


def test_formats_without_a_number_are_told_by_their_suffix() -> None:
    with pytest.raises(UsageError, match=r"give one of .*TFLite \(\.tflite\); under another"):
        number_for(Path("model.xyz"))


def test_no_suffix_is_offered_whose_files_are_refused() -> None:
    with pytest.raises(UsageError, match=r"\.mindir.*\.keras.*\.pt2") as raised:
        number_for(Path("model.xyz"))
    words = str(raised.value).replace(")", " ").replace(",", " ").split()
    assert not {".air", ".h5", ".hdf5", ".pt", ".pth"} & set(words)


def test_weights_alone_ask_for_their_network() -> None:
    with pytest.raises(
        UsageError, match=r"of Caffe alone; .* net\.prototxt: weights of its name are found beside"
    ):
        number_for(Path("net.caffemodel"))


@pytest.mark.parametrize("suffix", [".safetensors", ".ckpt"])
def test_files_of_weights_ask_for_a_model(suffix: str) -> None:
    with pytest.raises(UsageError, match=r"holds weights alone, .*export the model"):
        number_for(Path(f"m{suffix}"))


def test_a_number_contradicts_the_suffix_of_another_format(tmp_path: Path) -> None:
    for name in ("net.prototxt", "net.pb"):
        (tmp_path / name).write_text("layer {}")
    with pytest.raises(UsageError, match=r"as models of Caffe do, but .*give --framework=0, or"):
        number_for(tmp_path / "net.prototxt", 5)
    assert number_for(tmp_path / "net.pb", 5) == 5  # several formats have this suffix


TEXT_FORMS = {
    "graph.pbtxt": ('node {\n  name: "x"\n  op: "Placeholder"\n}\n', "graph of TensorFlow in text"),
    "saved_model.pbtxt": ("saved_model_schema_version: 1\n", "graph of TensorFlow in text"),
    "model.textproto": ("ir_version: 10\n", "model of ONNX in text"),
    "model.json": ('{\n  "irVersion": "10"}', "model of ONNX in text"),
    "model.onnxtxt": ('<\n  ir_version: 8,\n  opset_import: ["" : 18]\n>', "model of ONNX in text"),
    "model.onnx": ("ir_version: 10\n", "model of ONNX in text"),
    "model.pb": ('node {\n  name: "x"\n', "graph of TensorFlow in text"),
}


@pytest.mark.parametrize("name", TEXT_FORMS)
def test_text_forms_are_refused_by_name(name: str, tmp_path: Path) -> None:
    text, reason = TEXT_FORMS[name]
    (tmp_path / name).write_text(text)
    origin = ModelOrigin(tmp_path / name)
    with pytest.raises(
        (ModelError, UsageError), match=f"{reason} form, which is not read; write it in binary"
    ):
        read_by(frontend_for(origin), origin, {})


def test_weights_of_keras_are_told_from_models(tmp_path: Path) -> None:
    (tmp_path / "net.weights.h5").write_bytes(b"\x89HDF")
    origin = ModelOrigin(tmp_path / "net.weights.h5")
    with pytest.raises(ModelError, match="weights of Keras alone"):
        read_by(frontend_for(origin), origin, {})


@pytest.mark.parametrize("suffix", sorted(registry.source_suffixes()))
def test_an_empty_file_is_told_as_such(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"m{suffix}"
    path.touch()
    origin = ModelOrigin(path, None, path if suffix == ".prototxt" else None)
    with pytest.raises(ModelError, match=f"m{suffix} is empty; give the path of a model of"):
        read_by(frontend_for(origin), origin, {})


STAND_INS = [
    (
        b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
        "pointer of Git LFS .*git lfs pull",
    ),
    (b"\n<!DOCTYPE html><html></html>", "web page .*download the file itself again"),
]


@pytest.mark.parametrize(("content", "said"), STAND_INS)
@pytest.mark.parametrize("suffix", sorted(registry.source_suffixes()))
def test_what_stands_for_a_file_that_was_not_fetched_is_told_as_such(
    suffix: str, content: bytes, said: str, tmp_path: Path
) -> None:
    path = tmp_path / f"m{suffix}"
    path.write_bytes(content)
    origin = ModelOrigin(path, None, path if suffix == ".prototxt" else None)
    with pytest.raises(ModelError, match=rf"m\{suffix} is a {said}"):
        read_by(frontend_for(origin), origin, {})


@pytest.mark.parametrize(("content", "said"), STAND_INS)
def test_weights_that_were_not_fetched_are_told_as_such(
    content: bytes, said: str, tmp_path: Path
) -> None:
    (tmp_path / "m.prototxt").write_text('name: "m"')
    (tmp_path / "m.caffemodel").write_bytes(content)
    origin = ModelOrigin(tmp_path / "m.prototxt", None, tmp_path / "m.caffemodel")
    with pytest.raises(ModelError, match=rf"m\.caffemodel is a {said}"):
        read_by(frontend_for(origin), origin, {})


def test_an_offline_model_is_compiled_already() -> None:
    with pytest.raises(UsageError, match=r"m\.om is an offline model.*that it was made of$"):
        number_for(Path("m.om"))


def test_the_content_of_a_file_with_an_unknown_suffix_decides(tmp_path: Path) -> None:
    path = tmp_path / "model.bin"
    path.write_bytes(onnx.parser.parse_model(TEXT).SerializeToString())
    assert number_for(path) == 5


@pytest.mark.usefixtures("weighted")
def test_content_of_another_format_than_the_suffix_says_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_text("weighted")
    with pytest.raises(UsageError, match=r"holds a model of Weighted, .* end in \.weighted"):
        number_for(path)


@pytest.mark.usefixtures("weighted")
def test_content_of_another_format_than_the_number_says_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_text("weighted")
    with pytest.raises(UsageError, match=r"--framework=5 is ONNX; give --framework=77"):
        number_for(path, 5)


@pytest.mark.usefixtures("weighted")
def test_a_format_with_weights_of_its_own_needs_them() -> None:
    with pytest.raises(UsageError, match=r"--weight is missing; Weighted"):
        frontend_for(ModelOrigin(Path("m.weighted")))


@pytest.mark.usefixtures("weighted")
def test_weights_for_another_format_are_refused() -> None:
    with pytest.raises(UsageError, match=r"--weight=w.bin belongs to .*Weighted"):
        frontend_for(ModelOrigin(Path("m.onnx"), weight=Path("w.bin")))


@pytest.mark.usefixtures("weighted")
def test_a_frontend_of_another_package_reads_a_model(tmp_path: Path) -> None:
    path = tmp_path / "model.weighted"
    path.write_text(TEXT)
    (tmp_path / "weights").write_text("")
    with aoe.compile(path, weight=tmp_path / "weights") as session:
        assert [item.name for item in session.get_inputs()] == ["x"]


def test_a_frontend_that_cannot_be_imported_is_left_out_with_a_warning(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    entry = EntryPoint("lost", "no_such_package:FRONTEND", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [entry])
    frontends.cache_clear()
    assert 5 in [item.number for item in frontends()]
    frontends.cache_clear()
    assert "no_such_package" in caplog.text


def test_a_model_of_onnx_ir_is_read_and_stays_as_it_is() -> None:
    model = onnx_ir.from_proto(onnx.parser.parse_model(TEXT))
    before = onnx_ir.to_proto(model).SerializeToString()
    with aoe.compile(model) as session:
        assert [item.name for item in session.get_outputs()] == ["y"]
    assert onnx_ir.to_proto(model).SerializeToString() == before


def test_something_that_is_no_model_is_refused() -> None:
    with pytest.raises(UsageError, match=r"not float"):
        aoe.compile(3.5)


def test_a_folder_that_is_no_model_is_told_from_one_of_models(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"not that of a SavedModel.*with --model_path"):
        frontend_for(ModelOrigin(tmp_path))
