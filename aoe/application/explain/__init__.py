"""`aoe explain`: what a model's operators are, what they take, and why they are computed so."""
