"""Operators that several formats have, as nodes of ONNX or as the numbers these need.

Formats that go back to TensorFlow share most of them: strided slices, resized images, windows of
convolutions and pools, the selection of boxes.
"""
