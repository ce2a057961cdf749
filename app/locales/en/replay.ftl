# Looking back at a saved game.
