"""Readers of formats other than plain tables, GraphML, GEXF and GML: one format, or a few alike, per file.

A reader takes a file and limits and returns what it `Found`: nodes by their ids, attributes, edges.
"""
