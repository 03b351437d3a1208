"""`python -m n2n bench …`: how fast the program is, beside other ways to do the same."""
