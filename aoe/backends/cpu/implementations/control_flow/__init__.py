"""How loops are computed."""
