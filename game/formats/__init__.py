"""Positions, plays and matches as other programs and people write them."""
