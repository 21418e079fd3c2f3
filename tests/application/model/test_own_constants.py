"""Constants of programs are found again among those of their model."""

from __future__ import annotations

import hashlib

import numpy as np

from aoe.application.model.own_constants import OwnConstants, Recipe
from aoe.frontends.onnx import read_onnx
from tests.graph.models import model, weights

A, B = weights(64, 32), weights(64, 48) + 1
PROTO = model(
    "(float[m,64] x) => (float[m,32] y, float[m,48] z) { y = MatMul(x, a) z = MatMul(x, b) }",
    a=A,
    b=B,
)


def digest(array: np.ndarray) -> bytes:
    return hashlib.sha256(str(array.shape).encode() + array.tobytes()).digest()


OWN = OwnConstants(read_onnx(PROTO), digest)


def test_a_constant_of_the_model_is_found() -> None:
    assert OWN.recipe(A.copy()) == Recipe(digest(A), (digest(A),))


def test_constants_side_by_side_are_found_and_made_again() -> None:
    joined = np.concatenate([B, A, A], axis=1)
    recipe = OWN.recipe(joined)
    assert recipe == Recipe(digest(joined), (digest(B), digest(A), digest(A)))
    made = OWN.made(recipe)
    assert made is not None
    np.testing.assert_array_equal(made, joined)


def test_others_have_no_recipe() -> None:
    assert OWN.recipe(A + 1) is None
    assert OWN.recipe(np.concatenate([A, B[:, :-1]], axis=1)) is None
    assert OWN.recipe(A[:4, :4]) is None  # small


def test_a_recipe_of_another_model_makes_nothing() -> None:
    assert OWN.made(Recipe(b"", (digest(A), b"unknown"))) is None
