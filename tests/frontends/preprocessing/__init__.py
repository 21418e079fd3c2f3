"""Preprocessing of images in front of a model."""
