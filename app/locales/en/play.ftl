# A running game: dice, moves, the log, the end.
