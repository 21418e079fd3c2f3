"""`--compress_weight_conf` names layers, and what is no form is refused."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.application.model.request.compression_files import WeightFile, read_weight_file
from aoe.errors import UsageError
from aoe.graph.compression.forms import Form
from tests.properties import examples


def read(folder: Path, content: str) -> WeightFile:
    (folder / "weights.cfg").write_text(content, "utf-8")
    return read_weight_file("weights.cfg", folder)


def test_names_stand_on_lines_or_between_semicolons(tmp_path: Path) -> None:
    found = read(tmp_path, "conv1; fc1; conv2_2/x1;fc2;\n\n# comment\nconv5_32/x2\nscope:0\n")
    names = ["conv1", "fc1", "conv2_2/x1", "fc2", "conv5_32/x2", "scope:0"]
    assert found.entries == tuple((name, None) for name in names)
    assert found.limit is None


def test_a_name_may_have_a_form_and_the_file_a_limit(tmp_path: Path) -> None:
    found = read(
        tmp_path, "accuracy_limit: 0.01\n/fc/MatMul: int4:64\na : int8\n* : bfloat16\nb: float24"
    )
    assert found.limit == 0.01
    assert found.entries == (
        ("/fc/MatMul", Form("int4", 64)),
        ("a", Form("int8")),
        ("*", Form("bfloat16")),
        ("b", Form("float24")),
    )


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "must have the name of a node"),
        ("accuracy_limit: 0.1", "must have the name of a node"),
        ("a: int5", "'int5' is no form"),
        ("a: int4:", "a block must have"),
        ("a: int4:0", "a block must have"),
        ("a: float24:8", "is no form"),
        ("a\na", "names 'a' twice"),
        ("accuracy_limit: no\na", "must be a number above 0"),
        ("accuracy_limit: -1\na", "must be a number above 0"),
        ("accuracy_limit: 0.1\n\na; accuracy_limit: 0.2", "line 3 gives accuracy_limit again"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, content: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason) as caught:
        read(tmp_path, content)
    assert str(caught.value).startswith("--compress_weight_conf=weights.cfg: ")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no\.cfg: cannot read it"):
        read_weight_file("no.cfg", tmp_path)


@given(content=st.text(alphabet="ab:;*#. \n\t4int8acury_lm0", max_size=40))
@examples(200)
def test_any_text_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: str
) -> None:
    with suppress(UsageError):
        assert read(tmp_path_factory.getbasetemp(), content).entries
