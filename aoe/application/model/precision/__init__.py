"""The precision of a model: where fewer bits are read, and the error that this causes."""
