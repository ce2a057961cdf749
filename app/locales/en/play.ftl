# The screen of a running game.

play-roll-key = Roll (Space)
play-opening = { $seat }, roll to see who goes first
play-your-turn = Your turn, { $seat }
play-your-move = Choose a plane
play-your-move-keys = Click it, or press its number.
play-confirm = Click there again, or press Enter, to play this move.
play-your-answer = You choose, { $seat }
play-answer = { $number } · { $answer }
play-question-private = Only this player sees the question.
play-thinking = { $seat } is thinking
play-moving = { $seat } is moving
play-nothing = You rolled a { $die }, but no plane could move.
play-nothing-takeoff = Your planes take off on a { $rolls }.
play-paused = Paused
play-resume = Resume
play-pause = Pause
play-pick = Choose your colour
play-pick-keys = Click a colour, or press R, Y, G or B.
play-pick-seat = Play { $seat } ({ $key })
play-taken-back =
    { $count ->
        [one] Moves were taken back once, although they had revealed information.
       *[other] Moves were taken back { $count } times, although they had revealed information.
    }
play-pick-open = nobody yet
play-over = Game over
play-over-won = You won!
play-over-lost = You lost
play-again = Play again
play-hints = Hints used: { $count }
play-replay = Replay
play-decided = { $seat } won, having rolled { $rolls ->
    [one] once
   *[other] { $rolls } times
}, captured { $captured ->
    [0] no planes
    [one] 1 plane
   *[other] { $captured } planes
} and lost { $lost ->
    [0] none
   *[other] { $lost }
}.
over-house-rule = A house rule ended the game.
play-draw = The players agreed to a draw.
play-offers-draw = { $seat } offers a draw.
play-offers-draw-you = Do you accept?
play-offers-draw-all = Do all remaining players accept?
play-draw-accept = Accept
play-draw-decline = Decline
play-place-line = { $place }. { $seats }
play-finished = { $place ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $place }th
}
play-result-won = { $seats } won
play-result-lost = { $seats } lost
play-result-drawn = Draw: { $seats }
play-adaptive = Adaptive robot
play-details = Fairness code
play-log = Game log
play-log-empty = Every move will be listed here.
play-log-hint = Hover over a line to see that step on the board.
play-you = you
play-home-count = { $home } of { $all } home
play-changed-rules = { $count ->
    [0] standard rules
    [one] one rule changed
   *[other] { $count } rules changed
}
play-trouble = { $seat }'s robot has a problem: { $message }
play-commitment = Fairness code. With it you can check after the game that the rolls were set before it began:
play-commitment-lot = Fairness code. With it you can check after the game that nothing random was changed:
play-seed = Random seed:
play-swap = Who plays { $seat }
play-swap-me = Me
play-card = { $seat }, { $who }, { $home } of { $all } home
play-card-turn = { $seat }, { $who }, { $home } of { $all } home, to move
play-die = The die shows { $die }
play-die-none = The die

spoken-plane = { $seat } plane { $planes }, { $cell }
spoken-movable = { $seat } plane { $planes }, { $cell }, can move
spoken-slot = { $seat } hangar, slot { $slot }
spoken-place = { $seat }: { $cell }

choice-ask = How should it move?
choice-fly = Fly
choice-jump = Jump
choice-stay = Don't fly
choice-stack = Stack
choice-apart = Don't stack

menu-menu = Menu
menu-new = New game
menu-open = Open…
menu-save = Save
menu-save-as = Save as…
menu-take-back = Take back
menu-redo = Redo
menu-resign = Resign
menu-hint = Hint
menu-coach-on = Turn the coach on
menu-coach-off = Turn the coach off
hint-thinking = Looking for a good move…
hint-failed = There is no hint for this position.
hint-race-capture = Captures { $count ->
    [one] one of { $seat }'s planes
   *[other] { $count } of { $seat }'s planes
}.
hint-only-move = This is your only move.
hint-race-home = Brings a plane to the centre.
hint-race-escape = Makes a plane safer: the chance that it is captured drops from { $before }% to { $after }%.
hint-race-flight = Takes the flight, which saves many squares.
hint-race-launch = Brings a plane out of the hangar.
hint-race-jump = Lands a plane on a square of its own colour, so that it jumps ahead.
hint-race-stack = Joins planes into a stack.
hint-race-safe = Moves a plane ahead to a square where no opponent can capture it next turn.
hint-race-advance = Moves ahead. The other moves gain less or risk more.
hint-junqi-flip-first = Flips a piece. Nobody has an army yet, so any piece will do.
hint-junqi-flip = Flips a piece that may turn out to be yours.
hint-junqi-flag = Captures the Flag.
hint-junqi-take = The { $piece } takes the { $other }.
hint-junqi-clear = The { $piece } clears the Landmine.
hint-junqi-take-deduced = The hidden piece there can only be the { $other }; the { $piece } takes it.
hint-junqi-trade = Trades the { $piece } for the enemy's { $other }.
hint-junqi-wins = The { $piece } beats anything that the piece there could be.
hint-junqi-bomb = The Bomb removes the piece there, whatever it is, and is lost with it.
hint-junqi-at-worst-trade = Chance that the { $piece } wins the battle: { $percent }%. At worst, both pieces are lost.
hint-junqi-no-landmine = The enemy piece has moved, so it cannot be a Landmine. Chance that the { $piece } wins the battle: { $percent }%.
hint-junqi-probably-wins = Chance that the { $piece } wins the battle: { $percent }%.
hint-junqi-scout = Tests how strong the piece there is. Chance that the { $piece } wins the battle: { $percent }%.
hint-junqi-escape = Gets the { $piece } away from the piece on { $cell }, which probably beats it.
hint-junqi-escape-known = Gets the { $piece } away from the { $other } on { $cell }, which would remove it.
hint-junqi-camp = Brings the { $piece } into a camp, where it cannot be attacked.
hint-junqi-threat = From there, the { $piece } threatens the piece on { $cell }, which it probably beats.
hint-junqi-threat-known = From there, the { $piece } threatens the { $other } on { $cell }.
hint-junqi-guard = The { $piece } guards the Flag.
hint-junqi-other = Improves the position of the { $piece }.
hint-junqi-move = A good move here.
coach-thinking = The coach is looking at this move…
coach-ask = Are you sure?
coach-cost = Your chance of winning would drop from { $best } to { $chosen }.
coach-better = Another move is much better.
coach-race-danger = This move raises the chance that the plane is captured from { $before }% to { $after }%.
coach-junqi-attack-lost = You would lose the { $piece } in this attack.
coach-junqi-attack = Chance that you lose the { $piece } in this attack: { $percent }%.
coach-junqi-flag = The { $piece } no longer guards your Flag.
coach-junqi-exposed = The piece on { $cell } could attack the { $piece } there, and would probably beat it.
coach-junqi-exposed-known = The { $other } on { $cell } can remove the { $piece } there.
coach-again = Choose another move
coach-play = Play it anyway
result-decided = { $what }. This was the biggest swing of the game: { $seats }'s chance of winning rose from { $before } to { $after }.
result-look = Show it
result-captures-race = { $seat } captured { $captured ->
    [0] no planes
    [one] 1 plane
   *[other] { $captured } planes
} and lost { $lost ->
    [0] none
   *[other] { $lost }
}.
result-captures-junqi = { $seat } captured { $captured ->
    [0] no pieces
    [one] 1 piece
   *[other] { $captured } pieces
} and lost { $lost ->
    [0] none
   *[other] { $lost }
}.
result-mistakes = Find my mistakes
result-mistakes-head = Your mistakes
result-mistakes-kept = Added to your puzzles.
result-searching = Checking your moves: { $done } of { $all }…
result-search-failed = The moves could not be checked.
result-no-mistakes = No mistakes found.
result-won-well = No mistakes found. Well played!
result-mistake = { $what }. Your chance of winning dropped from { $before } to { $after }. The best move: { $better }.
result-play-from = Play again from here
result-other-side = Change sides
result-other-level = Change level
menu-thoughts = Robots' thoughts
why-numbers = The numbers on the board are { $seat }'s scores for the moves it could choose from. The highest is best.
why-empty = { $seat } recorded no thoughts on its last move.
why-hidden = Robots' thoughts are not shown while pieces are hidden.
why-over = The game is over, so there are no thoughts to show.
why-none = A robot's thoughts will appear on the board after its next move.
play-at-once = Skip to my turn (Space)
    .about = Plays the robots' moves without animation until your next turn.
play-to-end = Skip to the end (Space)
play-you-resigned = You have resigned. The others play on.
play-resigned = resigned
menu-names = Change piece labels
menu-guide = How to play
menu-shortcuts = Keyboard shortcuts
menu-fullscreen = Full screen
menu-sound = Sound and speed
menu-settings = Settings
menu-home = Home
menu-quit = Quit
menu-draw = Offer a draw
play-clock = { $seconds ->
    [one] 1 second left
   *[other] { $seconds } seconds left
}
play-curtain = { $seat } is next
play-curtain-hint = Hand over the screen. No peeking!
play-uncover = Show my pieces
play-seconds = { $seconds } s

## House rules

play-house-rules = { $count ->
    [one] one house rule
   *[other] { $count } house rules
}
play-house-rule = House rule: { $rule }.
play-house-by = by { $author }
play-house-sets = Changes: { $list }
play-house-does = Effect: { $list }
play-house-sees-all = Sees what is hidden from the players.
play-house-left-out = Switched off from step { $step } on.
play-house-trouble = { $rule } failed: { $message }
play-house-broken = The house rule “{ $rule }” failed
play-house-broken-about = The game is back at the previous step. Nothing is lost.
play-house-continue = Continue without it
play-house-leave = Keep the game as it is
play-house-ask = This game uses house rules
play-house-ask-about = They are missing from your scripts, or yours differ. A house rule is a small program that cannot reach your files or the network. You can read it before it runs.
play-house-source = Source of { $rule }
play-house-run = Run house rules
play-house-without = Continue without house rules
play-house-check-without = Check without house rules
play-house-look = View only
test-step = Next turn (.)
    .about = Plays on to the robots' next decision.
test-again = Ask the robot again (T)
    .about = Takes back the last turn and asks the robot again with the same random numbers. Change and save its script first to see what difference it makes.
test-lines = Lines that used the most fuel
console-line = Console
    .hint = Luau, for example view.seat
test-nothing = No robot has moved yet.
test-turn = { $seat }: { $fuel } fuel, { $notes ->
    [0] no notes
    [one] 1 note on the board
   *[other] { $notes } notes on the board
}
