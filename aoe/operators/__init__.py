"""Operators: what each operator type computes, how it is imported from ONNX, and its reference.

`operator.py` is an operator as data. `operator_graph.py` is a model made of operators. Each type is
a module of `types` that defines `OPERATOR`; `definition.py` says what it holds, and `registry.py`
finds it. A backend (`aoe.backends`) decides how a device computes an operator.
"""
