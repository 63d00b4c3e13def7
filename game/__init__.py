"""Shesh Besh: backgammon, tavla and tavli at one table."""
