"""Rewrite rules for convolutions. `convolution_node` has the guards that they share."""
