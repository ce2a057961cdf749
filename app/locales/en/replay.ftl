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
analysis-robot = A robot
    .about = A robot says what each seat can expect, from that seat's own view. Its script is run for that. Luck and choices are judged by the learned value all the same.
analysis-by-robot = By { $robot }
analysis-begin = Analyse
analysis-again = Analyse again
analysis-stop = Stop
analysis-keep = Keep in the file
    .about = What was found is written into the saved game and is there when it is opened again.
    .long = This game is too long for that.
analysis-forget = Take out of the file
analysis-by-learned = By the learned value
analysis-by-playouts = By { $games } playouts each
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
replay-only = Only: { $what }
replay-all-steps = Show all
replay-start-rule = House rule: { $rule }
replay-dice = Dice
dice-fine = Every roll and every shuffle follows from the seed, and the seed is the one that was promised.
dice-fault = Something is wrong with the dice: { $what }
dice-promise = The promise, made before the first roll: the SHA-256 of the seed
dice-seed = The seed, shown now that the game is over
dice-seed-later = The seed is shown when the game is over: who knows it knows what will be rolled.
dice-from = From step { $step }
dice-copy = Click to copy
dice-none = No die was rolled in this game. The seed decides what is shuffled or drawn, and what robots choose by chance.
dice-rolls = { $count ->
    [one] 1 roll
   *[other] { $count } rolls
}
dice-sixes = Sixes: { $sixes }; { $due } would be usual.
dice-uneven = Of 100 fair games, { $share } are as uneven as this or more so.
dice-uneven-rare = Not one in 100 fair games is as uneven as this.
dice-too-few = Too few rolls to say whether the die was even.
dice-note = The dashed line is where all bars would end if every face fell equally often. By chance alone one player in twenty gets a number of 5 or less.
dice-yourself = Check it yourself
dice-yourself-about = This program in Python needs nothing but the saved game. Save the game, then run: python3 dice.py game.json
dice-copy-program = Copy the program
replay-peek = Does it peek?
    .about = Deals everything this player cannot see anew, takes the coming dice away, and asks the robot again.
replay-peek-waits = Asking it again…
replay-peek-same-hidden = No. All it cannot see was dealt anew { $count ->
    [one] once
   *[other] { $count } times
}, { $differ } of them unlike the real game; it chose the same each time.
replay-peek-same-known = No. Nothing it cannot see could lie otherwise here; asked { $count ->
    [one] once
   *[other] { $count } times
} more, it chose the same each time.
replay-peek-same = No. Nothing is hidden here but the dice to come; asked { $count ->
    [one] once
   *[other] { $count } times
} more without them, it chose the same each time.
replay-peek-other = Asked { $count ->
    [one] once
   *[other] { $count } times
} more, with all it cannot see dealt anew and no roll to come, it chose something else { $others ->
    [one] once
   *[other] { $others } times
}. It is shown the same each time; a robot that goes by the clock may choose differently.
replay-peek-failed = It could not be asked again { $failed ->
    [one] once
   *[other] { $failed } times
}.
replay-verdict-readable = Readable: the file is whole and every line of it is understood.
replay-verdict-unchanged = Unchanged: the marks of all steps and the digest fit what is written.
replay-verdict-legal = Legal: every step follows the rules, and the result is the one they lead to.
replay-verdict-dice = Honest dice: every roll, shuffle and lot follows from the seed that was promised.
replay-verdict-limits = What no check can know: whoever changes a file can work out new marks and a new digest for it. Compare the promise of the dice with the one you saw before the game. Who really sat behind a name is written by whoever saved the game.
replay-verdict-robots = Let the robots choose again
    .about = Runs the robots of this game, from your own scripts, through all their decisions.
replay-verdict-robots-same = The robots were asked again about all { $asked } decisions and chose the same.
replay-verdict-robots-other = The robots were asked again: in { $same } of { $asked } decisions they chose the same, first something else at step { $step }. Somebody may have changed places, or a decision was taken back.
replay-verdict-robots-missing = The robots were not asked again: { $robot } is not here as it was then.
replay-verdict-robots-program = The robots were not asked again: { $robot } is a program, and only scripts are.
replay-verdict-robots-rules = The robots were not asked again: they played under house rules that may not run here.
replay-verdict-robots-failed = The robots could not be asked again: { $what }
landmark-note = Notes
landmark-branch = Branches
replay-verdict-told = One player's view: what that player did not see is filled in, and the dice are not those of the game.
replay-verdict-drawn-elsewhere = Every roll follows from the seed that was promised. The shuffle or the lot was not checked: the game was taken up from the start of another one, which they belong to.
replay-verdict-told-players = What its house rules and robots did cannot be checked: they would be asked about pieces that are made up.
replay-verdict-set-up = It begins from a position set up by hand: what came before is not in the file.
verify-rules-not-run = { $count ->
    [one] One house rule was not run; --run-rules runs it.
   *[other] { $count } house rules were not run; --run-rules runs them.
}
verify-robots-not-asked = The robots were not asked to choose again; --run-robots asks them.
