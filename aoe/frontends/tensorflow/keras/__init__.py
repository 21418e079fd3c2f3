"""Reads `.keras` files of Keras 3: Sequential and functional models of standard layers.

Keras is not needed. `archive.py` opens the file, `network.py` makes the nodes of a graph of it, one
for each call of a layer, and `layers/` says what each layer computes. Code in a file is never run:
layers of your own and Lambda are refused.
"""
