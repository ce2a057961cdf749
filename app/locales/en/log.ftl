# What happened, a sentence an event. $seat and $other are seats, $planes are plane numbers,
# $cell is a place on the board.

log-opening-rolled = { $seat } rolls { $die } for the first turn
log-opening-tied = { $seats } are tied and roll again
log-began = { $seat } begins
log-rolled = { $seat } rolls { $die }
log-nothing = { $seat } cannot use the { $die }, the turn passes
log-launched = { $seat } { $planes } takes off to { $cell }
log-moved = { $seat } { $planes } moves to { $cell }
log-bounced = { $seat } { $planes } overshoots and comes back to { $cell }
log-jumped = { $seat } { $planes } jumps to { $cell }
log-flew = { $seat } { $planes } flies to { $cell }
log-captured = { $seat } sends { $other } { $planes } home
log-repelled = { $seat } { $planes } meets a bigger stack and goes home
log-stacked = { $seat } { $planes } move as one from now on
log-finished = { $seat } { $planes } reaches the centre
log-third-six = { $seat } rolls a third six: { $planes } back to the hangar
log-third-six-nothing = { $seat } rolls a third six and loses the turn
log-again-face = { $seat } rolls again
log-again-capture = { $seat } rolls again for the capture
log-again-finish = { $seat } rolls again for the plane that is home
log-again-try = { $seat } tries once more
log-home = { $seat } is home: { $place ->
    [1] first
    [2] second
    [3] third
   *[other] last
} place
log-resigned = { $seat } gives up
log-ended = The game is over

cell-square = square { $number }
cell-lane = the lane, { $number } of 5
cell-apron = the apron
cell-centre = the centre
cell-hangar = the hangar

## Why something cannot be done.

refuse-roll-first = Roll the die first.
refuse-over = The game is over.
refuse-wait = { $seat } is to move.
refuse-robot = { $seat } is played by a robot.
refuse-other = This plane is { $seat }'s. You move { $turn }.
refuse-finished = This plane has arrived.
refuse-takeoff = { $seat } needs { $faces } to take off.
refuse-takeoff-even = { $seat } needs an even number to take off.
refuse-exact = This plane needs an exact roll: { $left } or less.
refuse-blocked = A stack is in the way.
refuse-pick = Choose your colour first.

faces-or = { $list } or { $last }
