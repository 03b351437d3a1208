"""Results for other programs: embeddings, graphs, tables, a report, the lines of Python.

Text from datasets never becomes a formula, a tag or code on the way out.
"""
