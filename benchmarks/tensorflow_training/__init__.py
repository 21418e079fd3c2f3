"""Training steps of Keras with open-aoe, TensorFlow and XLA; `networks.py` has what is trained."""
