"""The functions of the module `aoe`, and what they return and take.

`single_model.py` has `aoe.tune` and `aoe.compile`, `folder.py`, `operators.py` and `pretrained.py`
those for a folder of models, for single operators, and for a folder of Hugging Face's tools.
`option_groups.py` has the groups of options, which `option_texts.py` turns into options of the
command. How a message names an argument is in `aoe.application.api_names`, because all of the
application raises errors.
"""
