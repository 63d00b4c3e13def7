"""For builders: makes every sound of the game, from numbers alone. The game itself never comes here."""
