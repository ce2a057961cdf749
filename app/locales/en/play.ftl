# The screen one plays on.

play-roll-key = Roll (Space)
play-opening = Roll to see who goes first
play-your-roll = Your turn, { $seat }
play-your-move = Choose a plane
play-your-move-keys = click it, or press 1 to 4
play-confirm = Click again, or press Enter
play-thinking = { $seat } is moving
play-paused = Paused
play-resume = Resume
play-pause = Pause
play-pick = Choose your colour
play-pick-keys = click a colour, or press R, Y, G or B
play-pick-seat = Play { $seat } ({ $key })
play-taken-back =
    { $count ->
        [one] Once a move was taken back after hidden pieces had fought or been shown.
       *[other] { $count } times moves were taken back after hidden pieces had fought or been shown.
    }
play-pick-open = to be chosen
play-over = Game over
play-again = Play again
play-look-back = Replay
play-decided = { $seat } needed { $rolls } rolls, sent { $sent ->
    [one] one plane
   *[other] { $sent } planes
} home and lost { $lost }.
over-house-rule = A house rule ended the game.
play-draw = The players agreed to a draw.
play-place-line = { $place }. { $seats }
play-log = Game log
play-log-empty = Every roll and move will be listed here.
play-you = you
play-home-count = { $home } of { $all } home
play-changed-rules = { $count ->
    [0] standard rules
    [one] one rule changed
   *[other] { $count } rules changed
}
play-trouble = { $seat }'s robot has a problem: { $message }
play-commitment = Dice commitment: { $hash }
play-commitment-lot = Seed commitment: { $hash }
play-seed = Random seed: { $hash }
play-swap = Who plays { $seat }
play-swap-me = I do
play-card = { $seat }, { $who }, { $home } of { $all } home
play-card-turn = { $seat }, { $who }, { $home } of { $all } home, to move
play-die = The die shows { $die }
play-die-none = The die

spoken-plane = { $seat } plane { $planes }, { $cell }
spoken-movable = { $seat } plane { $planes }, { $cell }, can move
spoken-slot = { $seat } hangar, slot { $slot }
spoken-place = { $seat }: { $cell }

choice-ask = How?
choice-fly = Fly
choice-jump = Jump
choice-stay = Stay
choice-stack = Stack
choice-apart = Apart

menu-menu = Menu
menu-new = New game
menu-open = Open...
menu-save = Save
menu-save-as = Save as...
menu-undo = Take back
menu-resign = Resign
menu-why = Why?
menu-names = Names on the pieces
menu-guide = How to play
menu-keys = Keys
menu-fullscreen = Full screen
menu-settings = Settings
menu-home = Home
menu-quit = Quit
menu-draw = Offer a draw
play-clock = { $seconds ->
    [one] 1 second left
   *[other] { $seconds } seconds left
}
play-curtain = { $seat } is next
play-curtain-hint = Hand over the screen. Nobody else may look.
play-uncover = Show my pieces
play-seconds = { $seconds } s

## House rules

play-house-rules = { $count ->
    [one] one house rule
   *[other] { $count } house rules
}
play-house-rule = House rule: { $rule }.
play-house-by = by { $author }
play-house-sets = Sets { $list }
play-house-does = { $list }
play-house-sees-all = Sees what is hidden from the players.
play-house-left-out = Not used since step { $step }.
play-house-trouble = { $rule } failed: { $message }
play-house-broken = The house rule "{ $rule }" failed
play-house-broken-about = The game is as it was before that step. Nothing is lost.
play-house-go-on = Continue without it
play-house-leave = Leave the game as it is
play-house-ask = This game comes with house rules
play-house-ask-about = They are not among your scripts. A house rule is a small program that cannot reach your files or the network. You can read it before it runs.
play-house-source = Source of { $rule }
play-house-run = Run these rules
play-house-without = Continue without them
play-house-check-without = Check without them
play-house-look = Just look
test-step = Next turn (.)
    .about = The robots go on up to the next decision.
test-again = Think again (T)
    .about = Takes the last turn back and has the robot decide anew with the same luck: save another version of it first, and see what changes.
test-lines = Most fuel went to these lines
console-line = Console
    .hint = Lua, such as view.seat
test-nothing = No robot has decided anything yet.
test-turn = { $seat }: { $fuel } steps of fuel, { $notes ->
    [0] no notes
    [one] 1 note
   *[other] { $notes } notes
}
