"""What sessions run of a file: machine code or the graph beside it, signed or not."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aoe
from aoe.application.command_line import main
from aoe.application.model.program import is_source
from aoe.backends.session import read_offline_model
from aoe.runtime.offline_model import OfflineModel, write_offline_model
from tests.application.conftest import expected, small_model
from tests.application.signing.test_signing import changed
from tests.graph.models import model as checked_model

X = np.random.default_rng(3).standard_normal((2, 8)).astype(np.float32)


@pytest.fixture
def model(compiled_folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(compiled_folder / "small.om", tmp_path / "small.om"))


def rewritten(path: Path, change: Callable[[OfflineModel], OfflineModel]) -> Path:
    """A file with other content that is sound as a file."""
    made = path.with_name("rewritten.om")
    write_offline_model(made, change(read_offline_model(path)))
    return made


def without_code(model: OfflineModel) -> OfflineModel:
    """With objects that would be noticed if anybody linked them."""
    return replace(model, objects=dict.fromkeys(model.objects, b"no code"))


def assert_right(session: aoe.InferenceSession) -> None:
    np.testing.assert_allclose(session.run(["y"], {"x": X})[0], expected(X), atol=1e-5)


def test_machine_code_is_not_even_linked_where_it_may_not_run(model: Path) -> None:
    path = rewritten(model, without_code)
    with pytest.raises(aoe.OfflineModelError, match="cannot be loaded"):
        aoe.InferenceSession(path, threads=1)
    with aoe.InferenceSession(path, threads=1, machine_code=False) as session:
        assert_right(session)
        assert session.manifest.name == "small"


def test_programs_of_open_shapes_are_compiled_again(tmp_path: Path) -> None:
    path = tmp_path / "open.om"
    options = aoe.ModelOptions(input_shape_range="x:[1~4,8]")
    with aoe.compile(small_model(), threads=1, model_options=options) as session:
        assert session._shapes is not None
        assert session._shapes.ahead
        session.save(path)
    with aoe.InferenceSession(path, threads=1, machine_code=False) as session:
        assert session._shapes is not None
        assert not session._shapes.ahead
        assert_right(session)


def test_a_file_without_a_graph_is_refused_where_its_code_may_not_run(model: Path) -> None:
    path = rewritten(model, lambda found: replace(found, graph=None))
    with pytest.raises(aoe.OfflineModelError, match="has no graph, so nothing can be compiled"):
        aoe.InferenceSession(path, machine_code=False)


def shorter_output(graph: Any) -> None:
    graph["tensors"]["y"][1] = [1, 4]


def longer_input(graph: Any) -> None:
    graph["tensors"]["x"][1] = [200, 8]


def other_weights(graph: Any) -> None:
    for name, tensor in graph["tensors"].items():
        if tensor[1] == [8, 4]:
            graph["tensors"][name][1] = [800, 4]


def longer_operands(graph: Any) -> None:
    text = json.dumps(graph).replace("[2, 8]", "[200, 8]").replace("[8, 4]", "[8, 400]")
    graph.clear()
    graph.update(json.loads(text))


def no_nodes(graph: Any) -> None:
    graph["nodes"].clear()


@pytest.mark.parametrize(
    "change", [shorter_output, longer_input, other_weights, longer_operands, no_nodes]
)
def test_a_graph_that_does_not_fit_itself_is_refused(
    change: Callable[[Any], None], model: Path
) -> None:
    def with_change(found: OfflineModel) -> OfflineModel:
        graph = json.loads(json.dumps(found.graph))
        change(graph)
        return replace(found, graph=graph)

    path = rewritten(model, with_change)
    with pytest.raises(aoe.OfflineModelError, match=r"rewritten\.om is not consistent"):
        aoe.InferenceSession(path, threads=1, machine_code=False)


def test_the_command_runs_no_machine_code_if_asked(
    model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(rewritten(model, without_code))
    assert main(["run", path, "--random", "--threads=1"]) == 1
    assert main(["run", path, "--random", "--threads=1", "--no_machine_code"]) == 0
    assert capsys.readouterr().out.startswith("y: float32 [2, 4]")


def test_a_session_opens_what_is_signed_and_nothing_else(model: Path, tmp_path: Path) -> None:
    private, public = aoe.make_key(tmp_path / "team.pem")
    with pytest.raises(aoe.OfflineModelError, match=r"small\.om is not signed: there is no"):
        aoe.InferenceSession(model, public_key=public)
    aoe.sign(model, private)
    with aoe.InferenceSession(model, threads=1, public_key=public) as session:
        assert_right(session)
    changed(model)
    with pytest.raises(aoe.OfflineModelError, match="is not a signature of"):
        aoe.InferenceSession(model, public_key=public)
    aoe.InferenceSession(model, threads=1).close()


def test_a_source_model_has_no_signature(place: Path) -> None:
    with pytest.raises(aoe.UsageError, match=r"only offline models .* are signed"):
        aoe.InferenceSession("small.onnx", public_key="team.pub")


def test_another_archive_without_a_suffix_is_no_offline_model(tmp_path: Path) -> None:
    path = tmp_path / "archive"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("notes.txt", "no model")
    assert is_source(path)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("manifest.json", "{}")
    assert not is_source(path)


#: Graphs of a float32 `x` and a flag `c` that decides a branch, of types that no value changes, and
#: what is said of them.
WRONG_TYPES = {
    "declared in a branch": (
        "(float[4] x, bool c) => (float[4] y) { y = If(c) <"
        "then_branch = then () => (double[4] a) { a = Abs(x) },"
        "else_branch = else () => (float[4] b) { b = Neg(x) }> }",
        r"output 'a' of graph 'then' is declared as float64, but a \(Abs\) gives float32",
    ),
    "declared behind the node": (
        "(float[4] x, bool c) => (double[4] y) { y = If(c) <"
        "then_branch = then () => (float[4] a) { a = Abs(x) },"
        "else_branch = else () => (float[4] b) { b = Neg(x) }> }",
        r"output 'y' of y \(If\) is declared as float64, but then_branch gives float32",
    ),
    "of two branches": (
        "(float[4] x, bool c) => (float[4] y) { y = If(c) <"
        "then_branch = then () => (double[4] a) { a = Cast<to = 11>(x) },"
        "else_branch = else () => (float[4] b) { b = Neg(x) }> }",
        r"for output 'y' then_branch gives float64, but else_branch gives float32",
    ),
    "of a loop": (
        "(float[4] x, int64 n) => (float[4] y) { k = Constant<value = bool {1}>()"
        "y = Loop(n, k, x) <body = body (int64 i, bool p, float[4] s) => (bool q, double[4] t)"
        "{ q = Identity(p) t = Cast<to = 11>(s) }> }",
        r"for output 'y' its body gives float64, but it begins with float32",
    ),
}


@pytest.mark.parametrize("place", WRONG_TYPES)
def test_types_that_no_value_of_an_input_puts_right_are_refused_at_once(place: str) -> None:
    text, told = WRONG_TYPES[place]
    with pytest.raises(aoe.ModelError, match=told):
        aoe.InferenceSession(checked_model(text, 17).SerializeToString())
