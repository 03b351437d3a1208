"""Results for other programs: embeddings, graphs, tables, a report, lines of Python.

Text from datasets never becomes a formula, a tag or code on its way out.
"""
