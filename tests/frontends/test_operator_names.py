"""The file of `--op_name_map`."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.errors import UsageError
from aoe.frontends.operator_names import OperatorNames, read_op_name_map

NAMES = st.from_regex(r"[A-Za-z_][A-Za-z0-9_.]*", fullmatch=True)


def test_each_line_maps_a_type_to_an_operator(tmp_path: Path) -> None:
    (tmp_path / "names.cfg").write_text("DetectionOutput:SSDDetectionOutput\n\n A : b.C \n")
    found = read_op_name_map("names.cfg", tmp_path)
    assert found.names == {"DetectionOutput": "SSDDetectionOutput", "A": "b.C"}
    assert found.file == tmp_path / "names.cfg"


def test_a_name_without_a_domain_is_one_of_any_domain() -> None:
    names = OperatorNames({"A": "x.One", "own.A": "x.Two"})
    assert names.of("A") == names.of("A", "other") == "x.One"
    assert names.of("A", "own") == "x.Two"
    assert names.of("B") is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("A\n", "line 1, 'A', must be a type and an operator"),
        ("A:\n", "line 1"),
        ("A:B:C\n", "line 1"),
        ("A:B\nA:C\n", "gives 'A' twice"),
    ],
)
def test_a_file_that_says_something_else_is_refused(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "names.cfg").write_text(text)
    with pytest.raises(UsageError, match=words) as error:
        read_op_name_map("names.cfg", tmp_path)
    assert str(error.value).startswith("--op_name_map=names.cfg")


@given(names=st.dictionaries(NAMES, NAMES, min_size=1))
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, names: dict[str, str]
) -> None:
    place = tmp_path_factory.mktemp("names")
    (place / "names.cfg").write_text("\n".join(f"{a}:{b}" for a, b in names.items()))
    assert read_op_name_map("names.cfg", place).names == names


def test_types_that_a_model_does_not_have_are_told(caplog: pytest.LogCaptureFixture) -> None:
    OperatorNames({"A": "Relu", "B": "Relu"}, Path("names.cfg")).tell_unused({"A"})
    assert "no operator of the model has the type 'B'" in caplog.text
    assert "'A'" not in caplog.text


def test_a_model_that_is_read_again_tells_nothing(caplog: pytest.LogCaptureFixture) -> None:
    OperatorNames({"A": "Relu"}, Path("names.cfg"), quiet=True).tell_unused(set())
    assert not caplog.text
