# Looking back at a game.

replay-title = Looking back
replay-first = To the start
replay-previous = A step back
replay-play = Play
replay-halt = Halt
replay-next = A step on
replay-last = To the end
replay-at = { $at } of { $all }
replay-timeline = Timeline
replay-play-on = Play on from here
replay-play-on-hint = A new game begins at this step, with dice of its own.
replay-start = The game begins
replay-steps = Steps
replay-unfinished = This game is not finished.
eyes-all = Everything
eyes-public = Onlookers
eyes-of = { $seat }'s view
