"""Functions of Ascend's operator types, one file for each kind of operator."""
