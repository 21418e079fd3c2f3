"""The repository (AOE also says knowledge base or bank): the best policy known for each operator.

Start at `repository.py` (lookup and store). `location.py` says where a repository lies,
`entry.py` what is known about one operator or subgraph, `bank_file.py` how a file of entries is
read and replaced, `shared_folder.py` how several users write one, `bank_tree.py` which files a
whole repository has, `merge.py` how repositories of several machines become one.
"""
