"""What the user asks for, as typed and checked data: `tune_request.py` is a whole job, the other
modules are about single options. All that can be refused is refused here, before any work.
"""
