"""`aoe report`: one HTML page about a model, the job that tuned it, or both.

`command.py` carries it out. `collect/` finds out what there is to say (`contents.py`), `page/`
makes the page of it. `comparison.py` puts two reports side by side, `server.py` shows a running
job.
"""
