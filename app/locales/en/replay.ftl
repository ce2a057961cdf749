# Looking back at a game.

replay-title = Replay
replay-first = To the start
replay-previous = Step back
replay-play = Play
replay-halt = Pause
replay-next = Step forward
replay-last = To the end
replay-at = { $at } of { $all }
replay-timeline = Timeline
replay-play-on = Continue from here
replay-play-on-hint = Starts a new game at this step, with a new seed.
replay-told = This game is told by one player, who did not see all of it: it cannot be played on.
replay-start = The game begins
replay-steps = Steps
replay-unfinished = This game is not finished.
eyes-all = Everything
eyes-public = Spectators
eyes-of = { $seat }'s view
replay-check = Check this game
replay-verdict = What the check found
replay-verdict-running = Running the house rules again: step { $at } of { $steps }
replay-verdict-stop = Stop
replay-verdict-fine = Unchanged, every step follows the rules, and chance fits the seed.
replay-verdict-fault = Something is wrong: { $what }
replay-verdict-rules = The house rules were run again and did the same.
replay-verdict-rules-differ = The house rules were run again and did something else: { $what }
replay-verdict-rules-not-run = { $count ->
    [one] One house rule was not run.
   *[other] { $count } house rules were not run.
}
replay-verdict-step = at step { $step }
replay-ask = Ask a robot
    .about = What a robot would do here: its move and notes on the board, its fuel and what it prints.
replay-branch-name = Branch { $number }
replay-speed = Speed of the replay
replay-repeat = Repeat
    .about = Plays a section again and again (L). Drag its ends on the timeline, or set them with [ and ].
replay-next-capture = To the next one (C, back with Shift+C). { $count } in this game.
replay-next-battle = To the next one (B, back with Shift+B). { $count } in this game.
replay-next-sign = To the next one. { $count } in this game.
landmark-capture = Captures
landmark-battle = Battles
landmark-flag = Flags
landmark-flight = Flights
landmark-six = Sixes
landmark-finish = Planes home
landmark-house = House rules
