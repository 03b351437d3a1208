"""Tests of the reading of files."""
