"""Fusion: several operators of a graph become one.

`fuse.fuse` is the entry point. `compose` merges a pointwise operator into another; `attention`,
`embedding_bag` and `rows` merge special chains; `normal_form` makes equal operators have equal
signatures.
"""
