"""Custom operators: not ONNX's, given by a body of operators that are.

`custom_operator.py` registers them. `function_checks.py` checks bodies before they are inlined,
`reference_check.py` compares a body with its reference in NumPy, `function_calls.py` puts calls
into graphs that readers build.
"""
