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
replay-analysis = Analysis
analysis-about = How the chances went, what luck did and what each choice cost. Luck and choices are told apart: a roll is held against the average of all faces, a choice against the best one.
analysis-hidden = An analysis looks at all pieces: it is shown while you see everything.
analysis-telling = Chances
analysis-learned = Learned value
    .about = As the program judges positions: it learned that from games against itself.
analysis-playouts = Playouts
    .about = { $games } games are played on from each position. Luck and choices are judged by the learned value all the same.
analysis-begin = Analyse
analysis-again = Analyse again
analysis-stop = Stop
analysis-running = { $at } of { $all } positions
analysis-rules = House rules do not run here: what they forbid can be called best.
analysis-luck = Luck
    .about = What dice and hidden pieces brought the seat beside what was to be expected, in chances of the first place. In the long run it comes to nothing.
analysis-skill = Choices
    .about = What the seat's choices cost it beside the best ones, in chances of the first place.
analysis-errors = Mistakes
    .about = Choices that cost 2 % or more.
analysis-account =
    At the start { $start }
    { $luck } by luck
    { $skill } by { $choices ->
        [one] one choice of its own
       *[other] { $choices } choices of its own
    }
    { $gifts } by choices of others
    { $other } by house rules, clocks and resignations
    { $rest } where the judgement was wrong
    At the end { $end }
analysis-worst = The worst choices
analysis-none = No choice cost anything.
analysis-better = Better: { $what }
analysis-show = Show me better
analysis-hide = Hide it again
analysis-here = { $what }. This costs { $cost }.
analysis-here-best = { $what }. Nothing was better.
analysis-here-roll = { $what }. To { $seat } this brings { $luck }.
analysis-curve = Chances along the game
analysis-at = { $place ->
    [1] After { $step } steps: chances of the first place
    [2] After { $step } steps: chances of the second place
   *[other] After { $step } steps: chances of place { $place }
}
replay-notes = Notes
replay-branches = Branches
notes-words = What you think of this step
notes-hint = What do you think of this step?
notes-draw = Draw on the board with the right button: press for a mark, drag for an arrow.
notes-wipe = Wipe the drawing off
notes-drawing = a drawing
notes-unsaved = Not saved yet
notes-none = Nothing written yet. Go to a step and begin.
notes-brilliant = Brilliant
notes-good = Good
notes-interesting = Worth a thought
notes-doubtful = Doubtful
notes-bad = A mistake
notes-blunder = A blunder
branches-none = This game went one way. Continue from any step, and both ways are kept here and in the file.
branches-as-played = As it was played
branches-from = from step { $step }
branches-steps = { $count ->
    [one] one step
   *[other] { $count } steps
}
branches-open = not finished
branches-name = Name of the branch
branches-show = Show
branches-rename = Rename
branches-delete = Delete
branches-delete-sure = Delete for good?
