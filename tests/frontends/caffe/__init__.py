"""Tests of the frontend for Caffe."""
