"""The repository, which AOE also calls knowledge base or bank: the best known policy of each
operator.

Start at `repository.py` for lookup and store. `location.py` says where a repository lies, and
`opening.py` opens those that the environment names. `entry.py` is one entry, `bank_file.py` reads
and replaces a file of entries, and `shared_folder.py` lets several users write to it.
`bank_tree.py` lists the files of a whole repository. `merge.py` merges repositories of several
machines. `gradient_file.py` keeps the profiles of gradient tuning in AOE's form, and
`gradient_merge.py` merges those.
"""
