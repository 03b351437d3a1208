"""`python -m n2n bench …`: how fast the program is, compared with other ways to do the same."""
