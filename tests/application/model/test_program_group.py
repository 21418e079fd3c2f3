"""Programs of several models that share a device, and their cache."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import onnx_ir
import pytest

from aoe.application.model import program_cache
from aoe.application.model.known_model import known_model
from aoe.application.model.program_group import GroupProgram, ProgramGroup
from aoe.application.model.request.cache_request import CacheRequest
from aoe.application.model.request.compile_request import CompileRequest
from aoe.backends.cpu.compile.compile_pool import CompilePool
from aoe.errors import ModelError
from aoe.frontends.custom_operators import custom_operator
from aoe.graph import PreparedGraph
from aoe.policy import SubgraphPolicy
from aoe.settings import read_settings
from tests.graph.models import model, weights
from tests.watched_lock import WatchedLock

W = weights(6, 4)
X = weights(3, 6, seed=1)
PRODUCT = model("(float[3,6] x) => (float[3,4] y) { y = MatMul(x, w) }", w=W)
SUM = model("(float[3,6] x) => (float[3,6] y) { y = Add(x, x) }")
LARGE = model("(float[3,6] x) => (float[3,6] y) { a = Mul(x, x) y = Softmax(a) }")


@pytest.fixture
def group(tmp_path: Path) -> Iterator[ProgramGroup]:
    made = opened(tmp_path)
    yield made
    made.close()


def opened(folder: Path) -> ProgramGroup:
    request = CompileRequest(
        settings=read_settings(), threads=1, cache=CacheRequest(directory=folder)
    )
    return ProgramGroup(request)


def compiled(group: ProgramGroup, proto: onnx.ModelProto) -> GroupProgram:
    return group.compiled(onnx_ir.from_proto(proto))


def test_programs_take_turns_in_one_arena(group: ProgramGroup) -> None:
    product, doubled, other = (compiled(group, item) for item in (PRODUCT, SUM, LARGE))
    for _ in range(2):
        np.testing.assert_allclose(product.session.run(None, {"x": X})[0], X @ W, rtol=1e-5)
        np.testing.assert_array_equal(doubled.session.run(None, {"x": X})[0], 2 * X)
        assert other.session.run(None, {"x": X})[0].sum() == pytest.approx(3)


def test_models_that_are_begun_together_are_what_they_are_alone(group: ProgramGroup) -> None:
    product, doubled = (group.begin(onnx_ir.from_proto(item)) for item in (PRODUCT, SUM))
    other = compiled(group, LARGE)
    np.testing.assert_array_equal(doubled().session.run(None, {"x": X})[0], 2 * X)
    np.testing.assert_allclose(product().session.run(None, {"x": X})[0], X @ W, rtol=1e-5)
    assert other.session.run(None, {"x": X})[0].sum() == pytest.approx(3)
    assert compiled(group, PRODUCT).cached
    assert compiled(group, SUM).cached


def test_a_model_is_compiled_again_where_its_compiler_has_gone(group: ProgramGroup) -> None:
    begun = group.begin(onnx_ir.from_proto(PRODUCT))
    group._compiler.close()
    np.testing.assert_allclose(begun().session.run(None, {"x": X})[0], X @ W, rtol=1e-5)


def test_a_model_is_compiled_again_after_an_interruption(
    group: ProgramGroup, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = group.begin(onnx_ir.from_proto(PRODUCT))

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(CompilePool, "compile", interrupted)
        with pytest.raises(KeyboardInterrupt):
            begun()
    np.testing.assert_allclose(begun().session.run(None, {"x": X})[0], X @ W, rtol=1e-5)


def test_a_model_that_nobody_waits_for_leaves_no_file_open(group: ProgramGroup) -> None:
    compiled(group, PRODUCT)
    # Garbage of tests before may hold files: it goes before the count, not between the counts.
    gc.collect()
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(3):
        group.begin(onnx_ir.from_proto(SUM))
    gc.collect()
    assert len(list(Path("/proc/self/fd").iterdir())) <= before


def test_several_threads_may_wait_for_a_model(group: ProgramGroup) -> None:
    begun = group.begin(onnx_ir.from_proto(PRODUCT))
    group._compiling = lock = WatchedLock()  # type: ignore[assignment]
    with ThreadPoolExecutor(2) as pool:
        with lock:
            waiting = [pool.submit(begun) for _ in range(2)]
            lock.wait_for(1 + 2)  # this one, too
        for item in waiting:
            found = item.result().session.run(None, {"x": X})[0]
            np.testing.assert_allclose(found, X @ W, rtol=1e-5)


def test_helper_processes_start_ahead_of_a_model(group: ProgramGroup) -> None:
    group.start()
    with group._compiler.use() as compiler:
        pass
    compiled(group, PRODUCT)
    with group._compiler.use() as later:
        assert later is compiler


def test_a_model_is_not_changed(group: ProgramGroup) -> None:
    given = onnx_ir.from_proto(LARGE)
    before = onnx_ir.to_proto(given).SerializeToString()
    group.compiled(given)
    assert onnx_ir.to_proto(given).SerializeToString() == before


def test_the_repository_is_asked_for_each_operator(group: ProgramGroup) -> None:
    found = compiled(group, PRODUCT)
    assert (found.coverage.operators, found.coverage.known) == (1, 0)
    assert not found.cached


def test_operators_of_a_tuned_subgraph_are_known(
    group: ProgramGroup, monkeypatch: pytest.MonkeyPatch
) -> None:
    def known(graph: PreparedGraph, lookup: object) -> dict[str, SubgraphPolicy]:
        return {item.key: item.policy(graph.decisions) for item in graph.subgraphs}

    monkeypatch.setattr(PreparedGraph, "known", known)
    coverage = compiled(group, LARGE).coverage
    assert coverage.known == coverage.operators > 0


def test_another_process_finds_the_program_in_the_cache(
    group: ProgramGroup, tmp_path: Path
) -> None:
    first = compiled(group, PRODUCT)
    later = opened(tmp_path)
    again = compiled(later, PRODUCT)
    assert again.cached
    assert again.coverage == first.coverage
    assert again.session.model.manifest == first.session.model.manifest
    np.testing.assert_allclose(again.session.run(None, {"x": X})[0], X @ W, rtol=1e-5)
    assert not compiled(later, SUM).cached
    later.close()


def test_a_program_without_its_note_is_made_again(
    group: ProgramGroup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled(group, PRODUCT)
    monkeypatch.setattr(program_cache.ProgramCache, "note", lambda *_: '{"other": 1}')
    later = opened(tmp_path)
    assert not compiled(later, PRODUCT).cached
    later.close()


def test_a_model_that_cannot_be_computed_is_refused(group: ProgramGroup) -> None:
    unknown = model("(float[3,6] x) => (float[3,6] y) { y = other.Unknown(x) }")
    with pytest.raises(ModelError, match="Unknown"):
        compiled(group, unknown)


def test_weights_of_the_model_are_not_stored_again(group: ProgramGroup, tmp_path: Path) -> None:
    heavy = weights(64, 64)
    product = model("(float[3,64] x) => (float[3,64] y) { y = MatMul(x, w) }", w=heavy)
    compiled(group, product)
    stored = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert heavy.tobytes() not in stored
    later = opened(tmp_path)
    again = compiled(later, product)
    assert again.cached
    x = weights(3, 64, seed=2)
    np.testing.assert_allclose(
        again.session.run(None, {"x": x})[0], x @ heavy, rtol=1e-4, atol=1e-4
    )
    later.close()


def test_a_model_whose_program_is_in_the_cache_is_not_read(
    group: ProgramGroup, tmp_path: Path
) -> None:
    first = onnx_ir.from_proto(LARGE)
    group.compiled(first)
    known = replace(known_model(first), read=unread)
    later = opened(tmp_path)
    found = later.compiled(known)
    assert found.cached
    assert found.session.run(None, {"x": X})[0].sum() == pytest.approx(3)
    with pytest.raises(AssertionError, match="read"):
        later.compiled(replace(known, digest="of another model"))
    later.close()


def unread() -> onnx_ir.Model:
    raise AssertionError("the model was read")


def test_the_body_of_a_custom_operator_is_in_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    given = onnx_ir.from_proto(model("(float[3,6] x) => (float[3,6] y) { y = digested.Twice(x) }"))
    monkeypatch.setattr(custom_operator, "_REGISTERED", {})
    digests = []
    for kind in ("Add", "Mul"):
        node = onnx.helper.make_node(kind, ["x", "x"], ["y"])
        opset = [onnx.helper.make_opsetid("", 20)]
        body = onnx.helper.make_function("digested", "Twice", ["x"], ["y"], [node], opset)
        custom_operator.register_operator(body)
        digests.append(known_model(given).digest)
    assert digests[0] != digests[1]
