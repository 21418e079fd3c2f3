"""Options of custom operators, as the library of FlexBuffers writes them, and damaged ones."""

from __future__ import annotations

import pytest

from aoe.frontends.tflite.flatbuffer import DamagedError
from aoe.frontends.tflite.flexbuffer import numbers_of_map
from tests.frontends.tflite.files import flexbuffer

#: What `flexbuffers.Dumps` of flatbuffers 25.12.19 makes of
#: {"a": 3, "b": 0.5, "flag": True, "text": "x", "wide": 70000, "less": -2}.
_WRITTEN = bytes.fromhex(
    "61006200666c616700746578740001780077696465006c65737300061c1b1a091710000008000000"
    "0100000006000000030000000000003f01000000feffffff3100000070110100060e6a0614061e26"
    "01"
)


def test_numbers_of_a_map_that_the_library_has_written() -> None:
    assert numbers_of_map(_WRITTEN) == {"a": 3, "b": 0.5, "flag": 1, "wide": 70000, "less": -2}


def test_numbers_that_are_written_here() -> None:
    given = {"some": 3, "less": -70000, "part": 0.25, "flag": True, "off": False}
    assert numbers_of_map(flexbuffer(given)) == given
    assert numbers_of_map(b"") == {}


def test_damaged_options_are_an_error_and_nothing_else() -> None:
    whole = flexbuffer({"some": 3, "part": 0.25})
    for place in range(len(whole)):
        for value in (0, 1, 0x7F, 0xFF):
            damaged = whole[:place] + bytes([value]) + whole[place + 1 :]
            try:
                numbers_of_map(damaged)
            except (DamagedError, ValueError):
                continue


def test_options_that_are_no_map_are_refused() -> None:
    with pytest.raises(ValueError, match="its options are no map"):
        numbers_of_map(bytes([5, 1 << 2, 1]))
