# Setting up a game: preset, seats, rules.
