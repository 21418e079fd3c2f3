"""Times of training steps of PyTorch models beside eager PyTorch and Inductor."""
