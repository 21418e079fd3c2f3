"""Preprocessing of images in front of a model: `--insert_op_conf`, AOE's AIPP.

`config_text.py` reads the blocks of the file, and `settings.py` the meaning of its keys.
`insertion.py` changes the inputs of a model, with the nodes of `image_nodes.py`. These are ordinary
nodes of ONNX, so everything after them treats them as part of the model.
"""
