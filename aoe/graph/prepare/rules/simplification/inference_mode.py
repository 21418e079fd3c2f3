"""Removes Dropout, and names what inference does not support: training modes.

`aoe.graph.import_graph` refuses these for the reason given here.
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Replacement,
    Rule,
    has_shape,
    operand,
    scalar_of,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for

_RANDOM = frozenset(
    {
        "Bernoulli",
        "Multinomial",
        "RandomNormal",
        "RandomNormalLike",
        "RandomUniform",
        "RandomUniformLike",
    }
)


def draws_random_numbers(node: onnx_ir.Node) -> bool:
    """Whether every run of a node gives other values."""
    return node.domain == "" and node.op_type in _RANDOM


def training_problem(node: onnx_ir.Node) -> str | None:
    """Why a node is no part of inference; None if it is."""
    if draws_random_numbers(node):
        return "the shape or type of the random numbers that it draws is not known or not computed"
    training = operand(node, 2) if node.op_type == "Dropout" else None
    if training is not None and scalar_of(training) != 0.0:
        return "its training mode is not computed; export the model for inference"
    return None


@rule_for("Dropout")
def drop_dropout(node: onnx_ir.Node, build: Builder) -> Replacement:
    """Dropout becomes its input, and its mask becomes true everywhere."""
    value = operand(node, 0)
    if value is None or not has_shape(value):
        return None
    if training_problem(node) is not None:
        return None
    mask = None
    if len(node.outputs) > 1:
        mask = build.constant(np.broadcast_to(np.asarray(True), shape_of(value)))
    return [value, mask]


RULES: tuple[Rule, ...] = (drop_dropout,)
