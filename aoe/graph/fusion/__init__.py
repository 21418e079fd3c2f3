"""Fusion: several operators of a graph become one.

`fuse.fuse` is the entry point. `compose` merges a pointwise operator into another; `attention` and
`embedding_bag` merge special chains; `normal_form` makes equal operators have equal signatures.
"""
