# What is wrong with a saved game. The core has the same sentences for the command line.

fault-changed-rule = the house rule { $file } was changed after the game was saved
fault-changed-start = the rules, the setup or step 1 was changed after the game was saved
fault-changed-step = step { $step } or its checksum was changed after the game was saved
fault-changed-line = line { $line } was changed after it was written
fault-changed-step-line = step { $step } was changed after it was written
fault-changed-end = the end of the file was changed after it was written
fault-result-mismatch = the recorded result does not follow from the steps
fault-early-end = the file ends the game at step { $step } as a draw because nobody could capture anything any more; under the rules it would continue, since one side could still run out of moves
fault-seed-mismatch = the seed does not match its fairness code
fault-new-seed = the dice change to a new seed during the game, at a step where the game was not branched
fault-deal-mismatch = the shuffle or the first player does not follow from the seed
fault-roll-mismatch = step { $step } rolls { $found }, but its seed gives { $expected }
fault-saved-again = it was saved again after a check had found this: { $what }
fault-branch = branch `{ $name }`: { $what }
fault-cut = the file is incomplete
fault-setup = { $why }
fault-illegal-step = step { $step } is not legal: { $why }
fault-why-over = the game is over
fault-why-turn = it is another player's turn
fault-why-roll-first = the die has to be rolled first
fault-why-move-first = the player has to make a move first
fault-why-rules = the rules do not allow this here
