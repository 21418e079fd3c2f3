"""How operators are taken apart before they are translated. `table` names what takes each apart;
the other modules are functions of it, by subject.
"""
