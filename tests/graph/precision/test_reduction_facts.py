"""What mixed precision remembers of a model holds for the operators of any form of it."""

from __future__ import annotations

import numpy as np

from aoe.backends.registry import backend_named
from aoe.graph.layout import lay_out
from aoe.graph.precision.reduction_facts import ReductionFacts
from aoe.graph.subgraph.variants.variants import with_variants
from tests.graph.models import model, operator_of, weights
from tests.graph.subgraph.variants.test_variants import fused

TARGET = backend_named("reference").machine.target()


def test_means_of_the_plain_form_are_not_taken_for_those_of_a_variant() -> None:
    """The variant reads the channels that the pixels were: there are four times as many."""
    text = """(float[1,16,3,4] x) => (float[1,3,6,8] y) {
        v = Relu(x) s = DepthToSpace <blocksize = 2> (v) y = Conv <pads = [1, 1, 1, 1]> (s, w) }"""
    graph = fused(model(text, w=weights(3, 4, 3, 3)))
    plain = operator_of(lay_out(graph), "Conv")
    other = lay_out(with_variants(graph, {"y": "channel_shuffle_elimination"}))
    variant = operator_of(other, "Conv")
    facts = ReductionFacts(TARGET, {plain.name: np.arange(4, dtype=np.float32)})
    without = ReductionFacts(TARGET)
    for node, constants, means in (plain, graph.constants, True), (variant, other.constants, False):
        constant = constants[node.inputs[1]]
        known = facts.rounded(node, constant, "bfloat16")
        alike = without.rounded(node, constant, "bfloat16")
        assert np.array_equal(known, alike) != means
