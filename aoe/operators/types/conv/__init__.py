"""Types of convolution."""
