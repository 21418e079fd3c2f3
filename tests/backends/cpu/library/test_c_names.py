"""Names for C."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoe.backends.cpu.library.c_names import distinct_names, model_name
from aoe.errors import UsageError


def test_a_model_is_named_after_its_header() -> None:
    assert model_name(Path("out/res-net.v1.h")) == "res_net_v1"


@pytest.mark.parametrize("name", ["double.h", "2fast.h", "_t.h", "é.h"])
def test_what_is_no_name_in_c_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="choose another name"):
        model_name(Path(name))


def test_names_of_tensors_stay_distinct() -> None:
    assert distinct_names(["x:0", "x.0", "é", ""]) == ["X_0", "X_0_2", "_", "VALUE"]
