"""What `import aoe as ort` needs beside `aoe.InferenceSession`: the classes and functions of ONNX
Runtime's Python API that programs for inference use, under its names.

`session_methods.py` has the methods that a session has for them.
"""
