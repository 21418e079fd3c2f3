"""Arguments are checked against annotations: what fits, and what is said of what does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

import aoe
from aoe.arguments import check_value, checked_call, checked_fields, described, fits
from aoe.errors import UsageError


@pytest.mark.parametrize(
    ("value", "annotation", "right"),
    [
        (1, int, True),
        (np.int64(1), int, True),
        (True, int, False),
        (1.0, int, False),
        (np.array(1), int, False),
        (1, float, True),
        (np.float32(1), float, True),
        (False, float, False),
        (1, bool, False),
        ("a", str, True),
        (None, str, False),
        (None, str | None, True),
        (Path("a"), str | Path, True),
        (["a"], Sequence[str], True),
        (("a", 1), Sequence[str], False),
        ("ab", Sequence[str], False),
        (b"ab", Sequence[int], False),
        ({"a": 1}, Sequence[str], False),
        ({"a"}, Sequence[str], False),
        (np.array([1, 2]), Sequence[int], True),
        (np.array([[1, 2]]), Sequence[Sequence[int]], True),
        (np.array(1), Sequence[int], False),
        ({"a": (1, 2)}, Mapping[str, Sequence[int]], True),
        ({1: (1, 2)}, Mapping[str, Sequence[int]], False),
        ({"a": 1}, Mapping[str, Sequence[int]], False),
        ([("a", (1,))], Mapping[str, Sequence[int]], False),
        (onnx.ModelProto(), onnx.ModelProto, True),
        (Path, Path, False),
        (None, object, True),
        (None, Any, True),
    ],
)
def test_a_value_fits_its_annotation_with_all_its_items(
    value: object, annotation: Any, right: bool
) -> None:
    assert fits(value, annotation) is right


@pytest.mark.parametrize(
    ("annotation", "words"),
    [
        (str | Path | None, "text, a path or None"),
        (Mapping[str, Sequence[int]] | str | None, "a mapping of texts to sequences of whole "),
        (Sequence[Sequence[int]], "a sequence of sequences of whole numbers"),
        (Mapping[str, np.ndarray], "a mapping of texts to numpy.ndarray objects"),
        (bytes | onnx.ModelProto, "bytes or an onnx.ModelProto"),
        (float | bool, "a number or True or False"),
    ],
)
def test_types_are_told_in_words(annotation: Any, words: str) -> None:
    assert described(annotation).startswith(words)


@checked_call("area")
def area(width: int, height: float = 1.0, *, unit: str = "m", **rest: object) -> str:
    """As if it were public."""
    return f"{width * height:g} {unit}"


@pytest.mark.parametrize(
    ("args", "kwargs", "words"),
    [
        ((), {}, "missing a required argument: 'width'; it takes width, height, unit"),
        (("2",), {}, "area\\(\\): width='2' must be a whole number, not str"),
        ((2, None), {}, "height=None must be a number, not NoneType"),
        ((2,), {"unit": " "}, "unit is empty; give one or leave it out"),
        ((2,), {"unit": "\0"}, "unit=.* has a NUL character"),
        ((2, 3, 4), {}, "too many positional arguments"),
    ],
)
def test_a_call_is_checked_before_it_is_made(
    args: tuple[Any, ...], kwargs: dict[str, Any], words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        area(*args, **kwargs)


def test_a_right_call_is_made_as_it_is() -> None:
    assert area(2, 3, unit="cm") == "6 cm"
    assert area.__name__ == "area"


@checked_fields("Box")
@dataclass(frozen=True, slots=True)
class Box:
    """As if it were public."""

    width: int = 1
    names: Sequence[str] | None = None


def test_a_dataclass_is_checked_when_it_is_made() -> None:
    assert Box(2, ["a"]) == Box(width=2, names=["a"])
    with pytest.raises(UsageError, match="names='a' must be a sequence of texts or None"):
        Box(names="a")
    with pytest.raises(UsageError, match=r"Box\(\) has no argument 'widht'; did you mean width"):
        Box(widht=1)  # type: ignore[call-arg]
    with pytest.raises(UsageError, match="no argument 'z'; it takes width, names"):
        Box(z=1)  # type: ignore[call-arg]


def test_long_values_are_shortened() -> None:
    with pytest.raises(UsageError) as caught:
        check_value("x", "a" * 5000, int)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("value", "end"),
    [
        ({"a": 1}, "sequences of whole numbers, text or None"),
        ([1], "text or None, not list"),
        (5, "text or None, not int"),
    ],
)
def test_the_type_of_a_container_is_told_if_it_is_wrong_itself(value: object, end: str) -> None:
    with pytest.raises(UsageError) as caught:
        check_value("x", value, Mapping[str, Sequence[int]] | str | None)
    assert str(caught.value).endswith(end)


class OtherPath:
    """A path of another library."""

    def __init__(self, text: str | bytes) -> None:
        self._text = text

    def __fspath__(self) -> str | bytes:
        return self._text


def test_every_path_of_another_library_is_taken_as_one() -> None:
    @checked_call("f")
    def function(model: str | Path, *, where: Path | None = None, text: str | None = None) -> Any:
        return model, where, text

    other: Any = OtherPath("a/b")
    assert function(other, where=other) == (Path("a/b"), Path("a/b"), None)
    assert aoe.CacheOptions(directory=other).directory == Path("a/b")
    with pytest.raises(UsageError, match=r"text=.* must be text or None, not OtherPath"):
        function("a", text=other)
    wrong: Any = OtherPath(b"a")
    with pytest.raises(UsageError, match=r"model=.* must be text or a path, not OtherPath"):
        function(wrong)
    with pytest.raises(UsageError, match="no argument 'whre'"):
        function("a", whre=other)  # type: ignore[call-arg]
