from pathlib import Path

import pytest

from aoe.errors import UsageError
from aoe.frontends.registry import frontend_for, frontends


def test_onnx_is_framework_5() -> None:
    assert frontends()[5].name == "ONNX"


def test_the_framework_is_inferred_from_the_suffix() -> None:
    assert frontend_for(None, Path("folder/Model.ONNX")).number == 5


def test_a_given_framework_wins_over_the_suffix() -> None:
    assert frontend_for(5, Path("model.bin")).number == 5


def test_an_unknown_framework_lists_those_available() -> None:
    with pytest.raises(UsageError, match=r"--framework=9 .* 5 \(ONNX"):
        frontend_for(9, Path("model.onnx"))


def test_an_unknown_suffix_asks_for_the_framework() -> None:
    with pytest.raises(UsageError, match=r"'\.xyz'.*--framework"):
        frontend_for(None, Path("model.xyz"))
