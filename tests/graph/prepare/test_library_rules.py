"""The library's rules rewrite what they do when the library tries them at every node."""

from __future__ import annotations

import onnx_ir
import pytest
from onnxscript import rewriter

from aoe.frontends.onnx import read_onnx
from aoe.graph.prepare.library_rules import _RULES, LIBRARY_RULES
from tests.graph.models import model, weights

#: A model for each kind of rule, and its constants.
MODELS = {
    "pad": (
        "(float[1,2,5,5] x) => (float[1,3,5,5] y) {"
        " pads = Constant <value = int64[8] {0,0,1,1,0,0,1,1}> ()"
        " padded = Pad(x, pads) y = Conv(padded, w) }",
        {"w": weights(3, 2, 3, 3)},
    ),
    "batch normalization": (
        "(float[1,2,5,5] x) => (float[1,3,3,3] y) {"
        " a = Conv(x, w) y = BatchNormalization(a, s, s, s, s) }",
        {"w": weights(3, 2, 3, 3), "s": abs(weights(3)) + 1},
    ),
    "bounds": (
        "(float[4] x) => (float[4] y) {"
        " a = Max(x, s) b = Max(a, s) c = Min(b, s) d = Min(c, s) e = Relu(d) y = Relu(e) }",
        {"s": weights(1)},
    ),
    "slices": (
        "(float[8,8] x) => (float[8,8] y) {"
        " one = Constant <value = int64[1] {1}> () all = Constant <value = int64[1] {8}> ()"
        " none = Constant <value = int64[1] {0}> ()"
        " a = Slice(x, none, all, one, one) y = Neg(a) }",
        {},
    ),
    "casts": (
        "(float16[4] x) => (float[4] y) { a = Cast <to = 1> (x) b = Cast <to = 11> (a)"
        " y = Cast <to = 1> (b) }",
        {},
    ),
    "nothing": ("(float[4] x) => (float[4] y) { a = Exp(x) y = Tanh(a) }", {}),
}


def rewritten(name: str, rules: rewriter.RewriteRuleSet) -> tuple[int, list[str]]:
    """How often rules applied, and the nodes afterwards."""
    text, constants = MODELS[name]
    made = read_onnx(model(text, **constants))
    count = rules.apply_to_model(made)
    return count, [str(node) for node in onnx_ir.traversal.RecursiveGraphIterator(made.graph)]


@pytest.mark.parametrize("name", MODELS)
def test_rules_apply_where_they_do_in_the_library(name: str) -> None:
    plain = rewritten(name, rewriter.RewriteRuleSet(list(_RULES)))
    assert rewritten(name, LIBRARY_RULES) == plain
    assert (plain[0] > 0) == (name not in ("nothing", "casts"))


def test_every_rule_is_there() -> None:
    assert [rule.name for rule in LIBRARY_RULES.rules] == [rule.name for rule in _RULES]
