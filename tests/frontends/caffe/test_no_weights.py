"""Networks that are read without a file of weights."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoe.errors import UsageError
from aoe.frontends.caffe.network import read_caffe
from tests.frontends.caffe import test_elementwise, test_layers, test_regions
from tests.frontends.caffe.cases import Case

CASES = [*test_elementwise.CASES, *test_layers.CASES, *test_regions.CASES]


def written(case: Case, folder: Path) -> Path:
    path = folder / "net.prototxt"
    path.write_text(case.text, encoding="utf-8")
    return path


@pytest.mark.parametrize("case", [c for c in CASES if c.blobs], ids=lambda case: case.title)
def test_a_layer_that_needs_weights_is_named(case: Case, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=rf"layer 'l' \({case.kind}\) needs weights; "):
        read_caffe(written(case, tmp_path), None, {})


@pytest.mark.parametrize("case", [c for c in CASES if not c.blobs], ids=lambda case: case.title)
def test_a_layer_without_weights_needs_no_file(case: Case, tmp_path: Path) -> None:
    read_caffe(written(case, tmp_path), None, {})
