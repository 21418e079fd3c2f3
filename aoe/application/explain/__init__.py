"""`aoe explain`: the operators of a model, their time, and the reasons for their policies."""
