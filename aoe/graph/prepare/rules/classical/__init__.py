"""Rewrite rules for the operators of `ai.onnx.ml`: trees, linear models, scalers and encoders."""
