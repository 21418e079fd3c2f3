"""Types whose results depend on the order or the value of elements."""
