"""Training of PyTorch models; needs torch."""
