"""Compressed weights: layers of a prepared model, the forms that they may have, and the rewrite.

`layers` finds the layers, `forms` stores weights in fewer bits, `rewrite` changes a model.
`aoe.application.model.compression.compression` decides which layer gets which form.
"""
