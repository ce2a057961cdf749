# Replays: analysis, notes, branches, dice and checks.

replay-title = Replay
replay-first = To the start
replay-previous = Step back
replay-play = Play
replay-pause = Pause
replay-next = Step forward
replay-last = To the end
replay-at = { $at } of { $all }
replay-timeline = Timeline
replay-play-on = Continue from here
replay-play-on-hint = Continues the game from this step as a new branch, with a new seed.
replay-told = This file is one player's view of the game. Pieces that this player could not see were replaced with guesses, so the game cannot be continued.
replay-start = The game begins
replay-steps = Steps
replay-unfinished = This game is not finished.
eyes-all = Everything
# A menu of points of view; $who is the current one.
eyes-menu = View: { $who }
eyes-public = Spectators
eyes-of = { $seat }'s view
replay-check = Check this game
replay-verdict = Check result
replay-verdict-running = Running the house rules again: step { $at } of { $steps }
replay-verdict-stop = Stop
replay-verdict-fine = No problems found.
replay-verdict-fault = Something is wrong: { $what }
replay-verdict-rules = { $count ->
    [one] The house rule was run again, with the same result.
   *[other] The house rules were run again, with the same result.
}
replay-verdict-rules-differ = { $count ->
    [one] The house rule was run again, with a different result: { $what }
   *[other] The house rules were run again, with a different result: { $what }
}
replay-verdict-rules-not-run = { $count ->
    [one] One house rule was not run.
   *[other] { $count } house rules were not run.
}
replay-verdict-step = at step { $step }
replay-ask = Ask a robot
    .about = What a robot would do here: its move, its thoughts on the board (notes in its script), how much it computed (fuel), and what it prints.
# $what says which move the robot would play.
replay-ask-move = It would play: { $what }
replay-branch-name = Branch { $number }
replay-speed = Replay speed
replay-repeat = Loop
    .about = Plays a section over and over (L). Drag its ends on the timeline, or set them with [ and ].
replay-next-capture = Next capture (C; Shift+C goes back). { $count } in this game.
replay-next-battle = Next battle (B; Shift+B goes back). { $count } in this game.
replay-next-event = Go to the next one. { $count } in this game.
landmark-capture = Captures
landmark-taken = Captures
landmark-battle = Battles
landmark-flag = Flags
landmark-flight = Flights
landmark-six = Sixes
landmark-finish = Planes home
landmark-house = House rules
replay-analysis = Analysis
analysis-about = How everyone's chances changed, what luck did, and what each move cost. Luck and skill are separated: each roll or other random event is compared with the average, each move with the best one.
analysis-hidden = Analysis uses all pieces, so it is shown only in the “Everything” view. It is not available while you are still playing, or for a file that holds only one player's view.
analysis-source = Evaluate with
analysis-network = Neural network
    .about = Qipan's own evaluation, trained by playing against itself.
analysis-rollouts = Rollouts
    .about = Plays { $games } games from each position. Luck and mistakes are still judged by the neural network.
analysis-robot = A robot
    .about = A robot estimates each player's chances, seeing only what that player sees. This runs its script. Luck and mistakes are still judged by the neural network.
analysis-by-robot = By { $robot }
analysis-begin = Analyse
analysis-again = Analyse again
analysis-stop = Stop
analysis-save = Save with the game
    .about = Stores the analysis in the saved game, so it is there when you open it again.
    .long = This game is too long for that.
analysis-unsave = Remove from the saved game
analysis-by-network = By the neural network
analysis-by-rollouts = By { $games } rollouts per position
analysis-running = { $at } of { $all } positions
analysis-rules = Analysis ignores house rules, so it may recommend a move they forbid.
analysis-luck = Luck
    .about = How much luck helped or hurt: all changes in the chance of winning that came from luck, added up over the game. Over many games it averages out to zero.
analysis-skill = Skill
    .about = How much this player's moves lost compared with the best ones: all losses in the chance of winning, added up over the game. 0% is perfect play.
analysis-errors = Mistakes
    .about = Moves that cost 2 percentage points or more.
analysis-sum =
    Start: { $start }
    Luck: { $luck }
    Skill ({ $choices ->
        [one] 1 move
       *[other] { $choices } moves
    }): { $skill }
    Others' moves: { $gifts }
    House rules, clocks, resignations: { $other }
    Evaluation error: { $rest }
    End: { $end }
analysis-worst = Costliest moves
analysis-none = No move cost anything.
analysis-better = The best move: { $what }
analysis-show = Show the best move
analysis-hide = Hide
analysis-here = Next: { $what }. Cost: { $cost }.
analysis-here-best = Next: { $what }. The best move.
analysis-here-roll = Next: { $what }. Luck for { $seat }: { $luck }.
analysis-curve = Chances over the game
analysis-at-two = Step { $step }: chances of winning
analysis-at = Step { $step }: chances of finishing { $place ->
    [1] first
    [2] second
    [3] third
    [4] fourth
    [5] fifth
   *[other] sixth
}
replay-notes = Notes
replay-branches = Branches
notes-comment = Your note on this step
notes-hint = What do you think of this step?
notes-draw = Right-click the board to mark a place; drag with the right button to draw an arrow.
notes-clear-drawings = Clear the drawing
notes-drawing = a drawing
notes-unsaved = Not saved yet
notes-none = No notes yet. Go to a step and write one.
notes-brilliant = Brilliant
notes-good = Good
notes-interesting = Interesting
notes-doubtful = Dubious
notes-bad = Mistake
notes-blunder = Blunder
branches-none = No branches yet. Continue from any step, and both lines are kept here and in the file.
branches-as-played = Main line
branches-from = from step { $step }
branches-steps = { $count ->
    [one] one step
   *[other] { $count } steps
}
branches-open = not finished
branches-name = Branch name
branches-show = Show
branches-rename = Rename
branches-delete = Delete
branches-delete-sure = Delete permanently?
replay-only = Showing only: { $what }
replay-all-steps = Show all
replay-start-rule = House rule: { $rule }
replay-dice = Dice
replay-seed = Seed
dice-fine = The rolls match the seed, and the seed matches the fairness code, so no roll was changed after the game began.
seed-fine = The seed matches the fairness code, so nothing random was changed after the game began.
dice-fault = Something does not match: { $what }
dice-commitment = Fairness code (the SHA-256 of the seed), shown before the first move
dice-seed = The seed, shown now that the game is over
dice-seed-later = The seed is shown when the game is over: anyone who knows it can predict every roll and shuffle.
dice-from = From step { $step }
dice-copy = Click to copy
dice-none = The seed decides everything random: the shuffle or random layouts, who goes first and the robots' random moves.
dice-rolls = { $count ->
    [one] 1 roll
   *[other] { $count } rolls
}
dice-sixes = Sixes: { $sixes } (expected: { $due })
dice-uneven = About { $share } in 100 fair games would be at least this uneven.
dice-uneven-rare = Fewer than 1 in 100 fair games would be this uneven.
dice-too-few = Too few rolls to say whether the die was fair.
dice-note = The dashed line shows where every bar would end if all faces came up equally often. Rolls that decided who went first count too.
dice-note-rare = A low figure alone proves nothing: even with a fair die, one player in twenty gets “5 in 100” or less.
dice-verifier = Check it yourself
dice-verifier-about = Save the game, and save this Python program as dice.py. Then run it with the game's file name, for example: python3 dice.py game.json
dice-copy-program = Copy the program
replay-peek = Does it cheat?
    .about = Replaces all pieces hidden from this player, and all future rolls, with random ones, then asks the robot again.
replay-peek-waits = Asking it again…
replay-peek-same-hidden = No. Everything this player could not see was replaced at random { $count ->
    [1] once
    [2] twice
   *[other] { $count } times
}. The hidden pieces differed from the real ones { $differ ->
    [1] once
    [2] twice
   *[other] { $differ } times
}, and the robot still made the same decision every time.
replay-peek-same-known = No. The hidden pieces can only be arranged one way here. Asked { $count ->
    [one] once more
   *[other] { $count } more times
}, the robot made the same decision every time.
replay-peek-same = No. Nothing is hidden here except the future rolls. Asked { $count ->
    [one] once more
   *[other] { $count } more times
} with other rolls to come, the robot made the same decision every time.
replay-peek-other = Hidden pieces and future rolls were replaced at random, and the robot was asked { $count ->
    [one] once more
   *[other] { $count } more times
}: it chose differently { $others ->
    [1] once
    [2] twice
   *[other] { $others } times
}. What it is allowed to see was the same every time; a robot that watches the clock may vary.
replay-peek-failed = { $failed ->
    [one] One of the attempts failed and was not counted.
   *[other] { $failed } of the attempts failed and were not counted.
}
replay-verdict-readable = Readable: the file is complete and every line was understood.
replay-verdict-unchanged = Unmodified: every checksum matches.
replay-verdict-legal = Legal: every step follows the rules, and together they lead to the recorded result.
replay-verdict-legal-unfinished = Legal: every step follows the rules.
replay-verdict-dice = Fair: everything random follows from the seed that was set before the game.
replay-verdict-limits = No check finds everything: anyone who edits a file can recompute its checksums, so compare the fairness code with the one you saw before the game. The player names are whatever the person who saved the game typed in.
replay-verdict-robots = Ask the robots again
    .about = Runs the copies of these robots on this computer through all their decisions again.
replay-verdict-robots-same = { $asked ->
    [one] The robots were asked again about their only decision and made the same one.
   *[other] The robots were asked again about all { $asked } decisions and made the same ones.
}
replay-verdict-robots-other = The robots were asked again: { $same } of { $asked } decisions were the same; the first difference is at step { $step }. A robot may have had less time, a player may have been replaced, or a decision taken back.
replay-verdict-robots-missing = The robots were not asked again: your copy of { $robot } is not the one that played.
replay-verdict-robots-unhashed = The robots were not asked again: the file does not say which version of { $robot } played.
replay-verdict-robots-program = The robots were not asked again: { $robot } is a program, and only scripts can be asked.
replay-verdict-robots-rules = The robots were not asked again: they played under house rules that you have not allowed to run.
replay-verdict-robots-failed = The robots could not be asked again: { $what }
landmark-note = Notes
landmark-branch = Branches
replay-verdict-redacted = One player's view: hidden pieces were replaced with guesses, and the seed is not the original one.
replay-verdict-drawn-elsewhere = Everything random follows from the seed that was set before the game. The shuffle was not checked: it belongs to the game this one was continued from.
replay-verdict-redacted-players = What house rules and robots did in this game cannot be checked: hidden pieces were replaced with guesses.
replay-verdict-set-up = The game begins from a position set up by hand: what came before is not in the file.
verify-rules-not-run = { $count ->
    [one] One house rule was not run; use --run-rules to run it.
   *[other] { $count } house rules were not run; use --run-rules to run them.
}
verify-robots-not-asked = The robots were not asked again; use --run-robots to ask them.
