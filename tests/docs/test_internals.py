"""The example files of the pages about internals work as those pages say: as one new file, or one
new package, that is found without an edit elsewhere.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.backends.cpu.implementations import registry as cpu_registry
from aoe.backends.reference import backend as reference_backend
from aoe.backends.registry import backend_named
from aoe.frontends.registry import frontends
from aoe.operators.registry import definitions, definitions_by_onnx_type
from aoe.policy import Policy
from tests.docs.pages import ROOT, blocks

OPERATOR = ("add-operator.md", "aoe.operators.types.elementwise", "swiglu")
IMPLEMENTATION = (
    "add-implementation.md",
    "aoe.backends.cpu.implementations.elementwise",
    "swiglu",
)
FRONTEND = ("add-frontend.md", "aoe.frontends", "onnx_text")
SWIGLU = onnx.parser.parse_model(
    """<ir_version: 10, opset_import: ["": 28]>
    g (float[3,20] a, float[3,20] b) => (float[3,20] y) {
        s = SwiGLU <alpha = 1.5> (a, b) y = Relu(s) }"""
)
FEED = dict(zip("ab", np.random.default_rng(0).normal(size=(2, 3, 20)).astype("f"), strict=True))
EXPECTED = np.maximum(FEED["a"] / (1 + np.exp(-1.5 * FEED["a"])) * FEED["b"], 0)


def example(page: str, language: str = "python") -> str:
    """The first block of a language in a page."""
    return blocks(ROOT / "docs/internals" / page, language)[0].text


def forget() -> None:
    """Empties the caches of what was found in folders."""
    found = (
        definitions,
        definitions_by_onnx_type,
        frontends,
        cpu_registry.implementations,
        reference_backend._implementations,
    )
    for function in found:
        function.cache_clear()


@pytest.fixture
def files(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """The examples of some pages as files of their packages: (page, package, name) each."""
    monkeypatch.setenv("TE_PARALLEL_COMPILER", "1")
    monkeypatch.setenv("ASCEND_CACHE_PATH", str(tmp_path / "cache"))
    for number, (page, package, name) in enumerate(request.param):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / f"{name}.py").write_text(example(page))
        parent = importlib.import_module(package)
        monkeypatch.setattr(parent, "__path__", [*parent.__path__, str(folder)])
    forget()
    yield
    for _, package, name in request.param:
        sys.modules.pop(f"{package}.{name}", None)
        vars(sys.modules[package]).pop(name, None)
    forget()


@pytest.mark.parametrize("files", [(OPERATOR,)], indirect=True)
@pytest.mark.usefixtures("files")
def test_the_operator_is_imported_and_computed_by_the_reference_backend() -> None:
    with aoe.compile(SWIGLU, device="reference") as session:
        assert "numpy_swiglu" in str(session.model.policies)
        np.testing.assert_allclose(session.run(None, FEED)[0], EXPECTED, rtol=1e-5)


@pytest.mark.parametrize("files", [(OPERATOR,)], indirect=True)
@pytest.mark.usefixtures("files")
def test_the_operator_without_an_implementation_is_refused_by_name() -> None:
    with pytest.raises(aoe.UnsupportedModelError, match="SwiGLU"):
        aoe.compile(SWIGLU)


@pytest.mark.parametrize("files", [(OPERATOR, IMPLEMENTATION)], indirect=True)
@pytest.mark.usefixtures("files")
def test_the_implementation_is_found_and_computes_the_operator() -> None:
    with aoe.compile(SWIGLU) as session:
        policies = [Policy.from_json(policy) for policy in session.model.policies.values()]
        assert [policy.impl for policy in policies] == ["swiglu"]
        np.testing.assert_allclose(session.run(None, FEED)[0], EXPECTED, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("files", [(FRONTEND,)], indirect=True)
@pytest.mark.usefixtures("files")
def test_the_frontend_is_found_by_its_suffix(tmp_path: Path) -> None:
    path = tmp_path / "model.onnxtxt"
    path.write_text(onnx.printer.to_text(SWIGLU))
    with aoe.compile(path, device="reference") as session:
        np.testing.assert_allclose(session.run(None, FEED)[0], EXPECTED, rtol=1e-5)
    path.write_text("no model")
    with pytest.raises(aoe.ModelError, match=r"model\.onnxtxt as ONNX text"):
        aoe.compile(path)


def test_the_backend_of_another_package_compiles_and_tunes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "abacus.py").write_text(example("add-backend.md"))
    group, line = example("add-backend.md", "toml").split("\n")[:2]
    assert group == '[project.entry-points."open_aoe.backends"]'
    name, value = line.split(" = ")
    metadata = tmp_path / "abacus-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: abacus\nVersion: 1.0\n")
    points = f"[open_aoe.backends]\n{name} = {value.strip(chr(34))}\n"
    (metadata / "entry_points.txt").write_text(points)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TUNE_BANK_PATH", str(tmp_path))
    backend_named.cache_clear()
    try:
        with aoe.compile(SWIGLU, device="abacus") as session:
            assert session.model.manifest.target.model == "wooden"
            np.testing.assert_allclose(session.run(None, FEED)[0], EXPECTED, rtol=1e-5)
        result = aoe.tune(SWIGLU, device="abacus", budget=5, output="tuned")
        with result.session() as session:
            np.testing.assert_allclose(session.run(None, FEED)[0], EXPECTED, rtol=1e-5)
    finally:
        sys.modules.pop("abacus", None)
        backend_named.cache_clear()
