"""Why gradients are packed as the script says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from aoe.repository.gradient_file import gradient_path, store_gradients
from aoe.settings import read_settings
from tests.repository.test_gradient_file import GRADIENTS, MODEL, SOC, entry, link_plan

LINK = "gloo, 2 workers"


@pytest.mark.parametrize(
    ("link", "ends", "reason"),
    [
        (None, (), f"no entry {MODEL}"),
        ("another link", (2, 3), f"they were not tuned on {LINK}"),
        (LINK, (1, 3), "has a plan that TensorFlow cannot make"),
    ],
)
def test_a_miss_says_why_and_what_to_do(
    link: str | None, ends: tuple[int, ...], reason: str, tmp_path: Path
) -> None:
    from aoe.tensorflow.gradients.decisions import Place, _known

    settings = read_settings({"TUNE_BANK_PATH": str(tmp_path), "HOME": str(tmp_path)})
    if link is not None:
        plan = replace(link_plan(link), ends=ends)
        store_gradients(gradient_path(tmp_path, SOC), entry(plan))
    sizes = [size for _, size in reversed(GRADIENTS)]
    reduction: Any = SimpleNamespace(model=MODEL, gradients=GRADIENTS, sizes=sizes)
    workers: Any = SimpleNamespace()
    is_known, size, text = _known(Place(reduction, workers, settings, SOC), LINK)
    assert (is_known, size) == (False, None)
    assert text.startswith("gradients are packed as the script says: ")
    assert reason in text
    assert text.endswith(". Tune with AOE_MODE=4")
