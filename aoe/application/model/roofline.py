"""The roofline of operators and models: the least time that the arithmetic of an operator takes at
the device's peak, or reading its operands once (Williams, Waterman and Patterson, "Roofline: an
insightful visual performance model", 2009).
"""

from __future__ import annotations

from aoe.backends.registry import backend_of
from aoe.operators.graph_json import graph_from_json, policies_from_json
from aoe.operators.operator import Operator
from aoe.operators.useful_work import multiply_adds
from aoe.policy import Policy
from aoe.runtime.offline_model import OfflineModel, static_models
from aoe.target import Target


def lower_bound_of(operator: Operator, policy: Policy, target: Target) -> float:
    """The lower bound of a policy's time; 0 if its implementation is unknown."""
    item = backend_of(target).implementations().get(policy.impl)
    return 0.0 if item is None else item.lower_bound(operator, policy, operator.target(target))


def model_lower_bound(model: OfflineModel, target: Target) -> float:
    """The lower bound of a model's time in seconds: the sum over its operators, at all of its
    shapes. 0 if that of an operator that multiplies is not known, such as a product of bytes;
    others whose bound is not known count as 0.
    """
    seconds = 0.0
    for item in static_models(model):
        policies = policies_from_json(item.graph, item.policies)
        for node in graph_from_json(item.graph, item.constants).operator_nodes:
            operator = node.operator
            bound = lower_bound_of(operator, policies[operator.key], target)
            if not bound and multiply_adds(operator):
                return 0.0
            seconds += bound
    return seconds
