"""Subgraphs: regions of a graph whose fusion, layout and parallelism are decided separately.

`partition` cuts a graph into `Subgraph`s. A `SubgraphPolicy` holds the decisions about one;
`decisions.formed` carries decisions out. `mutations.neighbours` lists the policies one decision
away, for a search.
"""
