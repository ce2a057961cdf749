# What is wrong with a saved game. The core has the same sentences for the command line.

fault-changed-rule = the house rule { $file } was changed after the game was saved
fault-changed-start = the rules, the setup or step 1 were changed after the game was saved
fault-changed-step = step { $step } or its mark was changed after the game was saved
fault-changed-line = line { $line } is not as it was written
fault-changed-step-line = step { $step } is not as it was written
fault-changed-end = the end of the file is not as it was written
fault-other-result = the result written is not the one the steps lead to
fault-early-end = the file ends the game with step { $step }, drawn, nobody could remove anything any more; by the rules it continues: not every side keeps a move
fault-other-seed = the seed does not match its commitment
fault-new-seed = the dice have a new seed from here on, although the game was not branched here
fault-other-deal = the shuffle or the first player does not follow from the seed
fault-other-roll = step { $step } rolls { $found }, but its seed gives { $expected }
fault-saved-again = it was saved again after a check had found this: { $what }
fault-branch = branch `{ $name }`: { $what }
fault-cut = the file is incomplete
fault-setup = { $why }
fault-illegal-step = step { $step } is not legal: { $why }
fault-why-over = the game is over
fault-why-turn = it is another player's turn
fault-why-roll-first = the die has to be rolled first
fault-why-move-first = a player has to move first
fault-why-rules = the rules do not allow this here
