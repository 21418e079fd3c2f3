"""Operators: what each operator type computes, its import from ONNX and its reference.

`operator.py` is the operator as data, `operator_graph.py` a model made of them. Each type is a
module of `types` that defines `OPERATOR` (`definition.py` says what that holds), found by
`registry.py`. How a device computes them is up to its backend (`aoe.backends`).
"""
