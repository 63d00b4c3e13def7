"""Boxes that are drawn, focused and pressed."""
