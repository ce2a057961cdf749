# What happened, a few words an event, joined to a line a step. $seat and $other are seats,
# $planes are plane numbers, $cell is a place on the board.

log-opening-rolled = { $seat } rolls { $die } for the first turn
log-opening-tied = { $seats } tie and roll again
log-began = { $seat } goes first
log-rolled = { $seat } rolls { $die }
log-nothing = { $seat } rolls { $die }: nothing can move
log-launched = { $seat } { $planes } takes off to { $cell }
log-moved = { $seat } { $planes }: { $die }, from { $from } to { $cell }
log-bounced = { $seat } { $planes }: { $die }, too far and back to { $cell }
log-jumped = jumps to { $cell }
log-flew = flies to { $cell }
log-captured = sends { $other } { $planes } home
log-repelled = meets a bigger stack and goes home itself
log-stacked = { $planes } move as one from now on
log-finished = { $planes } reaches the centre
log-third-six = { $seat } rolls a third six: { $planes } back to the hangar
log-third-six-nothing = { $seat } rolls a third six and loses the turn
log-again-face = rolls again
log-again-capture = rolls again for the capture
log-again-finish = rolls again for reaching the centre
log-again-try = has another try
log-home = { $seat } is home: { $place ->
    [1] first
    [2] second
    [3] third
   *[other] last
} place
log-resigned = { $seat } resigns
log-sent-home = { $seat } { $planes } goes back to the hangar
log-placed = { $seat } { $planes } is put on { $cell }
log-extra-turn = { $seat } gets an extra turn
log-turn-skipped = { $seat } skips a turn
log-nothing-left = { $seat }: { $die }, no move is allowed
log-won = { $seat } wins
log-ended = Game over
log-house = { $rule }: { $what }
log-taken-back = Steps { $first } to { $last } were taken back, though hidden pieces had fought or been shown
log-house-left-out = From here on without { $rule }

cell-square = square { $number }
cell-lane = the lane, { $number } of 5
cell-apron = the apron
cell-centre = the centre
cell-hangar = the hangar

## Why something cannot be done.

refuse-roll-first = Roll the die first.
refuse-over = The game is over.
refuse-wait = It is { $seat }'s turn.
refuse-other = This plane is { $seat }'s. It is { $turn }'s turn.
refuse-finished = This plane has reached the centre.
refuse-takeoff = { $seat } needs { $faces } to take off.
refuse-takeoff-even = { $seat } needs an even number to take off.
refuse-exact = This plane needs an exact roll: { $left } or less.
refuse-blocked = A stack is in the way.
refuse-pick = Choose your colour first.
refuse-house = A house rule does not allow this.
