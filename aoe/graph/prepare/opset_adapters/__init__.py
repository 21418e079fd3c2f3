"""Adapters: how a node of an older ONNX operator set gets the form of a later one.

A module is a subject. It defines `ADAPTERS`, and `registry` finds it. `aoe.graph.prepare.opset`
applies the adapters of one operator set after another. What changed is in ONNX's "Changelog", what
the old forms mean is told by ONNX Runtime, which computes them.
"""
