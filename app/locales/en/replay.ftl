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
replay-check = Check this game
replay-verdict = What the check found
replay-verdict-fine = Unchanged, every step by the rules, chance as its seed has it.
replay-verdict-fault = Something is wrong: { $what }
replay-verdict-rules = The house rules, run once more, did the same again.
replay-verdict-rules-differ = The house rules, run once more, did something else: { $what }
replay-verdict-rules-not-run = { $count ->
    [one] One house rule was not run.
   *[other] { $count } house rules were not run.
}
replay-verdict-step = at step { $step }
