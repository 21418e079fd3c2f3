"""Protobuf's text form, as configuration files of ATC have it."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.application.model.text_message import Message, TextMessageError, parse_message
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
    message = parse_message(WRITTEN_FOR_ATC)
    assert message.values == {"enable_first_layer_quantization": ["true"]}
    (inner,) = message.messages["calibration"]
    assert inner.values == {
        "input_data_dir": ["./data.bin,d2.bin"],
        "input_shape": ["in:16,16;in1:16,16"],
        "log": ["info"],
    }


def test_fields_repeat_and_stand_on_one_line() -> None:
    message = parse_message('a { b: 1, c : "x y" } a: {b:2;} skip : "p" \'q\' skip: r')
    assert message.values == {"skip": ["pq", "r"]}
    assert [item.values for item in message.messages["a"]] == [
        {"b": ["1"], "c": ["x y"]},
        {"b": ["2"]},
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a", "line 1: 'a' has no value"),
        ("a:", "'a' has no value"),
        ("a: 1\n}", "line 2: '}' closes nothing"),
        ("a {", "'a' has no end"),
        (": 1", "the name of a field is missing"),
        ("a { " * 40, "nested more than"),
        ('a: "x', "has no value"),
    ],
)
def test_what_is_no_message_says_where(text: str, reason: str) -> None:
    with pytest.raises(TextMessageError, match=reason):
        parse_message(text)


@given(st.text(alphabet="ab:{}\"'#,; \n\\1", max_size=40))
@examples(300)
def test_any_text_is_a_message_or_an_error(text: str) -> None:
    with suppress(TextMessageError):
        assert isinstance(parse_message(text), Message)


_NAMES = st.from_regex(r"[a-z_]{1,6}", fullmatch=True)


@given(st.dictionaries(_NAMES, st.lists(st.text(max_size=8), min_size=1, max_size=3)))
@examples(100)
def test_quoted_values_come_back(fields: dict[str, list[str]]) -> None:
    fields = {n: [v.replace("\n", "") for v in values] for n, values in fields.items()}

    def quoted(value: str) -> str:
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'

    lines = [f"{name}: {quoted(value)}" for name, values in fields.items() for value in values]
    assert parse_message("\n".join(lines)).values == fields
