"""Programs of models with open shapes in the compile cache."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aoe.application.model import program_cache
from aoe.application.model.open_shapes.open_file import opened
from aoe.application.model.open_shapes.specialization import Specializer
from aoe.application.model.own_constants import Recipe
from aoe.application.model.program_cache import MOST_BYTES, ProgramCache
from aoe.application.model.request.cache_request import CacheRequest
from aoe.application.model.request.compile_request import CompileRequest
from aoe.application.model.session import InferenceSession
from aoe.application.model.source import read_model
from aoe.backends.backend import CompiledPlan
from aoe.backends.compile_cache import CompileCache
from aoe.frontends.frontend import ModelOrigin
from aoe.runtime.plan import Plan, TensorInfo
from aoe.settings import read_settings
from tests.graph.models import model, weights

W = weights(64, 32)
PRODUCT = model("(float[m,64] x) => (float[m,32] y) { y = MatMul(x, w) }", w=W)
OTHER = model("(float[m,64] x) => (float[m,32] y) { y = MatMul(x, w) }", w=W + 1)
SHAPES = {"x": (2, 64)}
PROGRAM = CompiledPlan(
    Plan((TensorInfo("x", "float32", (2, 64)),), (), (), (), 0, 0, 0, 0, scattered=True),
    {"plan": b"code"},
)


@pytest.fixture(autouse=True)
def _one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TE_PARALLEL_COMPILER", "1")


def cache(folder: Path, model: str = "a", most_bytes: int = MOST_BYTES) -> ProgramCache:
    return ProgramCache(CompileCache(folder, "enable"), model, most_bytes)


def test_a_program_comes_back(tmp_path: Path) -> None:
    constants: dict[str, np.ndarray | bytes] = {"w": W, "n": np.array(3), "known": b"digest"}
    cache(tmp_path).put(SHAPES, {"s": np.array([1, 2])}, PROGRAM, constants, 1.0)
    found = cache(tmp_path).get(SHAPES, {"s": np.array([1, 2])})
    assert found is not None
    assert found[0] == PROGRAM
    assert found[1]["known"] == b"digest"
    for name in ("w", "n"):
        array = found[1][name]
        assert isinstance(array, np.ndarray)
        np.testing.assert_array_equal(array, constants[name])


def test_another_shape_value_or_model_has_another_program(tmp_path: Path) -> None:
    value = {"s": np.array([1, 2])}
    cache(tmp_path).put(SHAPES, value, PROGRAM, {}, 1.0)
    assert cache(tmp_path).get({"x": (3, 64)}, value) is None
    assert cache(tmp_path).get(SHAPES, {"s": np.array([2, 1])}) is None
    assert cache(tmp_path).get(SHAPES, {}) is None
    assert cache(tmp_path, "b").get(SHAPES, value) is None


def test_a_recipe_comes_back(tmp_path: Path) -> None:
    recipe = Recipe(b"all", (b"one", b"other"))
    cache(tmp_path).put(SHAPES, {}, PROGRAM, {"w": recipe}, 1.0)
    found = cache(tmp_path).get(SHAPES, {})
    assert found is not None
    assert found[1] == {"w": recipe}


@pytest.mark.parametrize(("spare", "stored"), [(0, True), (-1, False)])
def test_large_constants_are_not_stored(tmp_path: Path, spare: int, stored: bool) -> None:
    cache(tmp_path, most_bytes=W.nbytes + spare).put(SHAPES, {}, PROGRAM, {"w": W}, 1.0)
    assert (cache(tmp_path).get(SHAPES, {}) is not None) == stored


def test_more_than_64_megabytes_are_not_stored(tmp_path: Path) -> None:
    large = np.zeros((64 << 20) + 1, np.uint8)  # memory that nothing touches
    cache(tmp_path).put(SHAPES, {}, PROGRAM, {"w": large}, 1.0)
    assert cache(tmp_path).get(SHAPES, {}) is None


@pytest.mark.parametrize("data", [b"", b"\xff" * 7, b"\x02" + bytes(7) + b"{}", bytes(8)])
def test_other_content_is_no_program(tmp_path: Path, data: bytes) -> None:
    found = cache(tmp_path)
    found._cache.put(found._key(SHAPES, {}), data)
    assert found.get(SHAPES, {}) is None


def run(folder: Path, proto: object, *rows: int) -> None:
    assert isinstance(proto, type(PRODUCT))
    request = CompileRequest(read_settings(), 1, cache=CacheRequest(directory=folder))
    wanted = W if proto is PRODUCT else W + 1
    with InferenceSession(opened(read_model(ModelOrigin(proto)), request, 1)) as session:
        for count in rows:
            x = np.random.default_rng(count).standard_normal((count, 64)).astype(np.float32)
            found = session.run(None, {"x": x})[0]
            np.testing.assert_allclose(found, x @ wanted, rtol=1e-4, atol=1e-4)


def test_a_later_process_prepares_nothing_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path, PRODUCT, 3, 4)
    run(tmp_path, OTHER, 3)
    monkeypatch.setattr(Specializer, "compiled", None)  # calling it would fail
    run(tmp_path, PRODUCT, 3, 4)
    run(tmp_path, OTHER, 3)


def test_constants_of_the_model_are_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored: list[object] = []
    put = ProgramCache.put

    def noted(self: ProgramCache, *arguments: Any) -> None:
        stored.extend(arguments[3].values())
        put(self, *arguments)

    monkeypatch.setattr(ProgramCache, "put", noted)
    run(tmp_path, PRODUCT, 3, 4)
    assert stored
    assert not [item for item in stored if isinstance(item, np.ndarray)]
    monkeypatch.setattr(Specializer, "compiled", None)  # calling it would fail
    run(tmp_path, PRODUCT, 4, 3)


def test_what_needs_a_missing_constant_is_compiled_again(tmp_path: Path) -> None:
    run(tmp_path, PRODUCT, 3, 4)
    run(tmp_path, PRODUCT, 4, 3)


@pytest.mark.parametrize("change", ["content", "name", "place", "further"])
def test_the_digest_of_the_package_changes_with_its_modules(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, change: str
) -> None:
    monkeypatch.setattr("aoe.__file__", str(tmp_path / "__init__.py"))
    module = tmp_path / "part" / "module.py"
    module.parent.mkdir()
    module.write_text("x = 1\n")
    digest = program_cache.package_digest.__wrapped__
    before = digest()
    (tmp_path / "part" / "notes.txt").write_text("no module")
    assert digest() == before
    if change == "content":
        module.write_text("x = 2\n")
    elif change == "name":
        module.rename(module.with_name("other.py"))
    elif change == "place":
        module.rename(tmp_path / "module.py")
    else:
        (tmp_path / "empty.py").touch()
    assert digest() != before
