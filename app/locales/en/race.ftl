# Words of the two race games.

race-plane = plane
race-piece = piece
race-hangar = hangar
race-apron = apron
race-start = start point
race-track = track
race-lane = home lane
race-centre = centre
race-launch = take off
race-jump = jump
race-flight = flight
race-stack = stack
race-capture = capture
race-die = die
race-roll = Roll

## The log: what happened. $seat is a translated seat name.

log-rolled = { $seat } rolls { $die }
log-launched = { $seat } { $plane } takes off
log-moved = { $seat } { $plane } moves to { $square }
log-jumped = { $seat } { $plane } jumps to { $square }
log-flew = { $seat } { $plane } flies to { $square }
log-stacked = { $seat } { $plane } stacks
log-captured = { $seat } sends { $victim } { $plane } home
log-finished = { $seat } { $plane } is home
log-passed = { $seat } has no move
log-three-sixes = { $seat } rolls a third six and loses the turn
log-placed = { $seat } takes { $place ->
    [1] first
    [2] second
    [3] third
   *[other] last
} place
