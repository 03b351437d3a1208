"""What pages are built from: frame, figures, theme, controls, forms."""
