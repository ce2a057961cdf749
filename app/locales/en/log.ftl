# The log: a few words for each event, joined to one line for each step. $seat and $other are seats,
# $planes are plane numbers, $cell is a place on the board.

log-opening-rolled = { $seat } rolls { $die ->
    [8] an 8
   *[other] a { $die }
} to see who goes first
log-opening-tied = { $seats } tie and roll again
log-began = { $seat } goes first
log-rolled = { $seat } rolls { $die ->
    [8] an 8
   *[other] a { $die }
}
log-nothing = { $seat } rolls { $die ->
    [8] an 8
   *[other] a { $die }
} but cannot move
log-launched = { $seat } { $planes } takes off to { $cell }
log-moved = { $seat } { $count ->
    [one] { $planes }
   *[other] stack { $planes }
} moves { $die ->
    [one] 1 square
   *[other] { $die } squares
} from { $from } to { $cell }
log-bounced = { $seat } { $count ->
    [one] { $planes }
   *[other] stack { $planes }
} moves { $die ->
    [one] 1 square
   *[other] { $die } squares
}, overshoots and bounces back to { $cell }
log-jumped = jumps to { $cell }
log-flew = flies to { $cell }
log-captured = captures { $other } { $planes }
log-repelled = is sent back to the hangar by a bigger stack
log-stacked = joins a stack ({ $planes } now move as one)
log-finished = gets home ({ $planes })
log-third-six = { $seat } rolls a third 6, which sends { $seat } { $planes } back to the hangar
log-third-six-nothing = { $seat } rolls a third 6 and loses the turn
log-again-face = earns another roll
log-again-capture = earns another roll for the capture
log-again-finish = earns another roll by reaching the centre
log-again-try = tries again
log-seat-finished = { $seat } finishes { $place ->
    [1] first
    [2] second
    [3] third
   *[other] last
}
log-resigned = { $seat } resigns
log-sent-to-hangar = { $seat } { $planes } { $count ->
    [one] goes
   *[other] go
} back to the hangar
log-placed = { $seat } { $planes } { $count ->
    [one] is
   *[other] are
} moved to { $cell }
log-extra-turn = { $seat } gets an extra turn
log-turn-skipped = { $seat } skips a turn
log-nothing-left = { $seat } rolls { $die ->
    [8] an 8
   *[other] a { $die }
}: a house rule leaves no move
log-won = { $seat } wins
log-ended = Game over
    .after = game over
log-house = { $rule }: { $what }
log-taken-back = { $count ->
    [1] Step { $first } was taken back, although it had revealed information
    [2] Steps { $first } and { $last } were taken back, although they had revealed information
   *[other] Steps { $first } to { $last } were taken back, although they had revealed information
}
log-asked = { $seat } is asked: { $question }
log-asked-private = { $seat } has to decide something that only this player sees
log-answered = { $seat } answers: { $answer }
log-answered-private = { $seat } has decided
log-house-left-out = { $rule } is switched off from here on

cell-square = square { $number }
cell-lane = lane square { $number }
cell-apron = the apron
cell-centre = the centre
cell-hangar = the hangar

## Why something cannot be done.

refuse-roll-first = Roll the die first.
refuse-over = The game is over.
refuse-wait = It is { $seat }'s turn.
refuse-other = This plane is { $seat }'s. It is { $turn }'s turn.
refuse-finished = This plane has reached the centre.
refuse-takeoff = { $seat } needs a { $faces } to take off.
refuse-takeoff-even = { $seat } needs an even number to take off.
refuse-exact = The roll is too high: this plane needs exactly { $left } to reach the centre.
refuse-blocked = A stack is in the way.
refuse-answer = Answer the question first.
refuse-pick = Choose your colour first.
refuse-house = A house rule does not allow this.
