"""N2N: settings and recipes, encoder, aggregation of positives, InfoNCE, and one training step."""
