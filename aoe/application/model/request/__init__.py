"""What is asked of the compiler, as checked values: options, and the files that they name.

`compile_request.py` is the whole request. `precision_request.py`, `compression_request.py` and
`cache_request.py` are its parts. The other modules read the files of single options.
"""
