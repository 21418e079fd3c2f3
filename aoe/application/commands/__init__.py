"""The words after `aoe` that tune and compile models, and what all commands share on the command
line: `arguments.py` has their options, `pages.py` how help is laid out.

A module here only declares a command. It imports what carries it out when it runs, so that
`aoe --help` starts quickly.
"""
