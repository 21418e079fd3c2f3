"""Protobuf's text form, as configuration files of ATC have it."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.application.model.request.text_message import Message, parse_message
from aoe.errors import UsageError
from tests.properties import examples

WRITTEN_FOR_ATC = """
# comment
enable_first_layer_quantization: true
calibration:
{
    input_data_dir: ./data.bin,d2.bin
    input_shape: in:16,16;in1:16,16
    log: info  # and this
}
"""


def test_a_file_of_the_documentation() -> None:
    message = parse_message("f", WRITTEN_FOR_ATC)
    assert message.values == {"enable_first_layer_quantization": ["true"]}
    (inner,) = message.messages["calibration"]
    assert inner.values == {
        "input_data_dir": ["./data.bin,d2.bin"],
        "input_shape": ["in:16,16;in1:16,16"],
        "log": ["info"],
    }


def test_fields_repeat_and_stand_on_one_line() -> None:
    message = parse_message("f", 'a { b: 1, c : "x y" } a: {b:2;} skip : "p" \'q\' skip: r')
    assert message.values == {"skip": ["pq", "r"]}
    assert [item.values for item in message.messages["a"]] == [
        {"b": ["1"], "c": ["x y"]},
        {"b": ["2"]},
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a", "line 1: the file ends; write : and a value after a"),
        ("a:", "line 1: the file ends; write one value of a"),
        ("a\nb: 1", "line 1: found 'b'; write : and a value after a"),
        ("a: 1\n}", "line 2: found '}'; write a field, like name: value"),
        ("b: 1\na {\n", "line 3: the file ends; write a field, or } at the end of a of line 2"),
        (": 1", "line 1: found ':'; write a field"),
        ("a { " * 40, "line 1: messages are nested more than 16 deep"),
        ('a: "x', "line 1: a text has no end; close its quotes"),
        ('a: "x", "y"', "line 1: found 'y'; write a field"),
    ],
)
def test_what_is_no_message_says_where(text: str, reason: str) -> None:
    with pytest.raises(UsageError, match=f"^f: {reason}"):
        parse_message("f", text)


@given(st.text(alphabet="ab:{}\"'#,; \n\\1", max_size=40))
@examples(300)
def test_any_text_is_a_message_or_an_error(text: str) -> None:
    with suppress(UsageError):
        assert isinstance(parse_message("f", text), Message)


_NAMES = st.from_regex(r"[a-z_]{1,6}", fullmatch=True)


@given(st.dictionaries(_NAMES, st.lists(st.text(max_size=8), min_size=1, max_size=3)))
@examples(100)
def test_quoted_values_come_back(fields: dict[str, list[str]]) -> None:
    fields = {n: [v.replace("\n", "") for v in values] for n, values in fields.items()}

    def quoted(value: str) -> str:
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'

    lines = [f"{name}: {quoted(value)}" for name, values in fields.items() for value in values]
    assert parse_message("f", "\n".join(lines)).values == fields
