"""A convolution of a scaled image as a convolution with scaled weights.

Squeeze-and-excite blocks end in it: each channel of the image has a factor. Where the image is
larger than the weights, it takes less time to scale and pack the weights in every inference than to
scale the image.
"""

from __future__ import annotations

from dataclasses import replace

from aoe.graph.subgraph.variants.replacement import Replacement
from aoe.loops.expression import Accumulator, Apply, Load, apply
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.operators.types.conv import conv
from aoe.operators.types.elementwise.pointwise import pointwise


def scaled_weights(graph: OperatorGraph, node: OperatorNode) -> Replacement | None:
    """The convolution of the image without factors.

    Returns None unless the image of the operator is a product of an image and factors per channel.
    """
    operator = node.operator
    if not conv.OPERATOR.describes(operator) or operator.integer("group") > 1:
        return None
    found = _image_and_factors(graph, node.inputs[0])
    if found is None or operator.prologue != Accumulator():
        return None
    image, factors = found
    made = Replacement(graph, node)
    weights = made.operand(node.inputs[1])
    product = pointwise(
        apply("mul", Load(0), Load(1)),
        (weights, made.operand(factors)),
        replace(weights, constant=False),
    )
    scaled = made.compute(product, (node.inputs[1], factors), "weights")
    inputs = (image, scaled, *node.inputs[2:])
    operands = (made.operand(image), made.operand(scaled), *operator.inputs[2:])
    made.finish(replace(operator, inputs=operands), inputs)
    return made


def _image_and_factors(graph: OperatorGraph, name: str) -> tuple[str, str] | None:
    """The image and the factors that a value is the product of: one factor per channel, batch 1."""
    maker = next((node for node in graph.operator_nodes if node.output == name), None)
    if maker is None or not maker.operator.is_pointwise:
        return None
    operator = maker.operator
    whole = operator.output
    channels = (1, whole.shape[1], *(1 for _ in whole.shape[2:]))
    match operator.epilogue:
        case Apply(function="mul", arguments=(Load(operand=a), Load(operand=b))):
            for image, factors in ((a, b), (b, a)):
                shapes = operator.inputs[image].shape, operator.inputs[factors].shape
                if shapes == (whole.shape, channels) and whole.shape != channels:
                    return maker.inputs[image], maker.inputs[factors]
    return None
