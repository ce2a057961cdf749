# The screen one plays on.

play-roll-key = Roll (Space)
play-opening = Roll to see who begins
play-your-roll = Your turn, { $seat }
play-your-move = Choose a plane
play-your-move-keys = click it, or press 1 to 4
play-confirm = Click again, or press Enter
play-thinking = { $seat } is on the move
play-paused = Paused
play-resume = Go on
play-pause = Pause
play-pick = Choose your colour
play-pick-keys = click a colour, or press R, Y, G or B
play-pick-seat = Play { $seat } ({ $key })
play-over = The game is over
play-again = Play again
play-look-back = Look back
play-decided = { $seat } needed { $rolls } rolls, sent { $sent ->
    [one] one plane
   *[other] { $sent } planes
} home and lost { $lost }.
over-house-rule = A house rule ended the game.
play-draw = The players agreed on a draw.
play-place-line = { $place }. { $seats }
play-log = What happened
play-log-empty = Every roll and move will stand here in words.
play-you = you
play-home-count = { $home } of { $all } home
play-changed-rules = { $count ->
    [0] as printed
    [one] one rule changed
   *[other] { $count } rules changed
}
play-trouble = The robot of { $seat } is in trouble: { $message }
play-commitment = Dice promise: { $hash }
play-commitment-lot = Promise of the lot: { $hash }
play-seed = Dice seed: { $hash }
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
menu-resign = Give up
menu-why = Why?
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
play-curtain = { $seat } is to move
play-curtain-hint = Hand the screen over. Nobody else may look.
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
play-house-and = {"; "}
play-house-does = { $list }
play-house-sees-all = Sees what is hidden from players.
play-house-left-out = Left out since step { $step }.
play-house-trouble = { $rule } failed: { $message }
play-house-broken = The house rule "{ $rule }" failed
play-house-broken-about = The game is as it was before the step. Nothing is lost.
play-house-go-on = Go on without it
play-house-leave = Leave the game as it is
play-house-ask = This game came with house rules
play-house-ask-about = They are not among your scripts. A house rule is a small program that cannot reach your files or the network. You may read it before it runs.
play-house-source = Source of { $rule }
play-house-run = Run these rules
play-house-without = Play on without them
play-house-check-without = Check without them
play-house-look = Only look
