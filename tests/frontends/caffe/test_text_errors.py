"""Mistakes in the text of a network are told by file, line and column, with what is expected."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.errors import ModelError, UnsupportedModelError
from aoe.frontends.caffe.network import read_caffe
from aoe.frontends.caffe.prototxt import read_prototxt

GOOD = """name: "net"
layer { name: "d" type: "Input" top: "d" input_param { shape { dim: 1 dim: 4 dim: 8 dim: 8 } } }
layer {
  name: "p" type: "Pooling" bottom: "d" top: "p"
  pooling_param { pool: MAX kernel_size: 2 stride: 2 global_pooling: false }
}
"""


def read(folder: Path, old: str, new: str) -> None:
    assert old in GOOD
    path = folder / "net.prototxt"
    path.write_text(GOOD.replace(old, new, 1))
    read_caffe(path, None, {})


@pytest.mark.parametrize(
    ("old", "new", "place", "what"),
    [
        ("MAX", "MAXX", "5:25", "pool takes MAX, AVE or STOCHASTIC; found MAXX"),
        ("MAX", "7", "5:25", "pool takes MAX, AVE or STOCHASTIC; found 7"),
        (": 2 s", ": two s", "5:42", "kernel_size takes a whole number from 0 .*; found two"),
        (": 2 s", ": -2 s", "5:42", "kernel_size takes a whole number from 0 .*; found -2"),
        (": 2 s", ': "2" s', "5:42", 'kernel_size takes a whole number from 0 .*; found "2"'),
        ("dim: 4", "dim: x", "2:76", "dim takes a whole number; found x"),
        ('"net"', "net", "1:7", "name takes a text in quotes; found net"),
        ("false", "no", "5:70", "global_pooling takes true or false; found no"),
        ('type: "Pool', 'type "Pool', "4:18", 'expected ":" after type; found "Pooling"'),
        ("_param { pool", "_param pool", "5:17", 'expected "{" after pooling_param; found pool'),
        ('"Pooling"', '"Pooling', r"4:\d+", "a text has no end; close its quotes in this line"),
        ("MAX", "MAXX }  # it's \"so", "5:25", "pool takes MAX, AVE or STOCHASTIC; found MAXX"),
        ('"net"', "'a\"b#c' layer: x", r"1:\d+", 'expected "{" after layer; found x'),
        ("}\n}", "}\n", r"5:\d+", 'a block has no end; write "}" where it ends'),
        ("}\n}", "}\n} }", "6:3", "} ends no block; take it out"),
        ("}\n}", "]\n}", r"5:\d+", 'expected the name of a field, or "}" .*; found ]'),
        ("stride: 2", "stride: 2 stride: 3", r"5:\d+", "stride is given twice in one block"),
        ("bottom", "botom", "4:29", "'botom' is no field of a layer; did you mean bottom"),
        ("MAX", "MAXX  # out of range", "5:25", "pool takes MAX, AVE or STOCHASTIC; found MAXX"),
        ("MAX", "7  # Couldn't parse string", "5:25", "pool takes MAX, AVE or STOCHASTIC; found 7"),
        (
            '"net"',
            "7 'Enum type \"x\" has no value'",
            "1:7",
            "name takes a text in quotes; found 7",
        ),
        ('"net"', r'"\ud800"', "1:7", "name takes a text in quotes; found "),
        ("layer", "layr", "2:1", "'layr' is no field of a network; did you mean layer"),
    ],
)
def test_a_mistake_is_told_by_its_place(
    old: str, new: str, place: str, what: str, tmp_path: Path
) -> None:
    pattern = what.replace("}", "\\}").replace("{", "\\{").replace("]", "\\]")
    with pytest.raises(ModelError, match=rf"net\.prototxt:{place}: {pattern}"):
        read(tmp_path, old, new)


def test_a_mistake_behind_a_long_word_is_told_soon(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"net\.prototxt:5:"):
        read(tmp_path, "pooling_param {", "p" * 100_000 + " { {")


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("kernel_size", "kernel_sise", "'pooling_param.kernel_sise' (line 5, like 'kernel_size')"),
        ("pooling_p", "poling_p", "'poling_param' (line 5, like 'pooling_param')"),
        ("kernel_size", "fork", "'pooling_param.fork' (line 5) is not a parameter of Caffe"),
        (
            '"Pooling"',
            '"Poling"',
            "; did you mean Pooling?",
        ),
    ],
)
def test_an_unknown_parameter_or_type_names_one_that_is_alike(
    old: str, new: str, what: str, tmp_path: Path
) -> None:
    with pytest.raises(UnsupportedModelError, match=re.escape(what)):
        read(tmp_path, old, new)


def test_fields_of_training_and_of_forks_are_no_mistakes(tmp_path: Path) -> None:
    more = "force_backward: true\nlayer { loss_weight: 1 phase: TEST need_backward: true"
    read(tmp_path, "layer {", more)


def test_a_layer_without_a_bottom_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"layer 'p' \(Pooling\) is not valid: it has no bottom"):
        read(tmp_path, 'bottom: "d" ', "")


def test_what_is_no_network_says_what_the_option_takes(tmp_path: Path) -> None:
    path = tmp_path / "net.prototxt"
    path.write_text('{"a": 1}')
    with pytest.raises(ModelError, match=r"1:1: .* found {; --model takes the \.prototxt"):
        read_prototxt(path)


@given(st.integers(0, len(GOOD)), st.sampled_from(['"', "}", "{", ":", "[", "<", "\\", "'", "x "]))
def test_every_mistake_is_a_sentence(place: int, mark: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "net.prototxt"
        path.write_text(GOOD[:place] + mark + GOOD[place:])
        with contextlib.suppress(ModelError):
            read_caffe(path, None, {})
