"""Models of one image or text become models of several that give the same for each."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import onnx
import pytest
from onnx.reference import ReferenceEvaluator

from benchmarks.cuda.batches import BatchError, with_batch
from tests.graph.models import model, weights

_TOKENS = """
    (int64[1,4] ids, int64[1,4] mask) => (float[1,5,6] y) {
        x = Gather<axis=0>(table, ids)
        kept = Cast<to=1>(mask)
        some = GatherND(kept, places)
        rows = Reshape(x, two)
        dense = Gemm(rows, w)
        back = Reshape(dense, three)
        scaled = Mul(back, some)
        moved = Transpose<perm=[0,2,1]>(scaled)
        again = Transpose<perm=[0,2,1]>(moved)
        y = Concat<axis=1>(token, again)
    }
"""
_PLACES = np.stack([np.zeros(4, np.int64), np.arange(4)], axis=-1).reshape(1, 4, 1, 2)


def tokens(two: tuple[int, ...], three: tuple[int, ...]) -> onnx.ModelProto:
    return model(
        _TOKENS,
        table=weights(9, 6),
        places=_PLACES,
        two=np.array(two, np.int64),
        w=weights(6, 6),
        three=np.array(three, np.int64),
        token=weights(1, 1, 6),
    )


def outputs_of(proto: onnx.ModelProto, feed: Mapping[str, np.ndarray]) -> np.ndarray:
    outputs: list[np.ndarray] = ReferenceEvaluator(proto).run(None, dict(feed))  # type: ignore[assignment]
    return outputs[0]


@pytest.mark.parametrize(
    ("two", "three"), [((4, 6), (1, 4, 6)), ((-1, 6), (1, -1, 6)), ((4, -1), (-1, 4, 6))]
)
def test_each_of_several_texts_gives_what_it_gives_alone(
    two: tuple[int, ...], three: tuple[int, ...]
) -> None:
    one = tokens(two, three)
    several = with_batch(one, 3)
    onnx.checker.check_model(several, full_check=True)
    random = np.random.default_rng(0)
    feed = {"ids": random.integers(0, 9, (3, 4)), "mask": random.integers(0, 2, (3, 4))}
    found = outputs_of(several, feed)
    assert found.shape == (3, 5, 6)
    for number in range(3):
        alone = {name: array[number : number + 1] for name, array in feed.items()}
        np.testing.assert_allclose(found[number : number + 1], outputs_of(one, alone), rtol=1e-6)


@pytest.mark.parametrize(
    ("nodes", "words"),
    [
        ("y = Concat<axis=0>(x, x)", "joins images"),
        ("y = Transpose<perm=[1,0]>(x)", "moves the images"),
        ("s = Shape(x) y = Reshape(x, s)", "is computed, and a batch changes it"),
    ],
)
def test_what_mixes_images_is_refused(nodes: str, words: str) -> None:
    proto = model(f"(float[1,4] x) => (float[a,b] y) {{ {nodes} }}")
    with pytest.raises(BatchError, match=words):
        with_batch(proto, 2)
