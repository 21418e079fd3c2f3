"""What PyTorch asks for while it makes a graph, and this backend does not use: most of it of
Inductor. To load and read all takes a second.

`values.py` replaces functions for one thread, `stand_ins.py` stands in for modules, `cache_key.py`
says what PyTorch's key of a graph has instead, and `installation.py` what tells its files.
"""
