# Positions set up by hand.

position-title = Position editor
position-game = Game
position-reset = Starting position
position-clear = Empty board
position-turn = To move
position-moves = { $seat } to move
position-seats = Players in the game
position-takes-part = { $seat } plays
position-die = Die already rolled
position-die-none = none
position-die-face = { $die }
position-together = { $seat }: planes { $planes } move as one
position-plane = { $seat }, plane { $plane }
position-cell = { $cell }: { $what }
position-cell-empty = { $cell }: empty
position-beside = Off the board
position-pieces-of = { $seat }'s pieces
position-spoken-beside = { $piece }, { $count } off the board
position-colours = Colours
position-colours-own = South plays red, North green
position-colours-swapped = South plays green, North red
position-colours-unknown = Not decided yet
position-down = Face down
position-shown = Revealed to all
position-moved = Has moved
position-hint = Click a piece, then its destination, or drag it. Right-click a piece to take it off the board.
    .planes = Click a plane, then its destination, or drag it. Right-click a plane to put it back in its hangar.
position-cannot-stand = This piece cannot be placed here: { $cell }.
position-line = Position as a line of text
position-paste = Paste
position-fine = This position is valid.
position-ask = Open as a replay
    .about = Opens the position as a replay, where you can ask a robot, see the chances and make a picture.
position-play = Play from here

## In the replay

position-menu = Position
    .about = Copy this position as a line of text, or open it in the position editor
position-copy = Copy as text
position-edit = Edit this position
position-none-opening = There is no position to copy before the first turn.
position-none-over = The game is over here, so there is no position to continue from.
position-none-question = A house rule is waiting for an answer here, so the position cannot be copied. Go to the step after the answer.
position-none-told = Hidden pieces were replaced with guesses, so the position cannot be copied.
position-none-unrecorded = Not all pieces of this position were recorded, so it cannot be copied.
position-none-sealed = You cannot copy the position, because some pieces are hidden from you.

## Games that begin from a position

position-begins = The game begins from a position set up by hand.
position-drop = Start normally
position-problem = This position cannot be played. { $why }
position-problem-seats = This position needs exactly these players: { $seats }.

## Why it cannot be played

position-bad-seats = The players in the game do not fit these rules.
position-bad-not-playing = { $seat } is not in the game.
position-bad-planes = { $seat } has more planes than the rules allow.
position-bad-progress = One of { $seat }'s planes is beyond the centre.
position-bad-stack = { $seat }'s planes cannot move as one: { $why }.
position-bad-shared = { $one } and { $other } have planes on the same square; one side's planes would have been captured.
position-bad-die = No die shows { $die }.
position-bad-nothing = { $seat } has no move with a { $die }, so such a roll could not be pending.
position-bad-home = The list of players who have finished does not match { $seat }'s planes.
position-bad-gone = { $seat } has resigned, so its planes must be in the hangar or in the centre.
position-bad-over = The game would already be over.
position-stack-rules = these rules have no stacks
position-stack-single = a stack is two planes or more
position-stack-apart = they are not in one place
position-stack-place = planes stack only on the track and in their lane
position-stack-twice = one of them is in another stack
position-turn-skips = A player can be due to skip at most nine turns.
position-turn-put-off = At most four turns can be postponed.
position-turn-no-sixes = A 6 does not earn another roll under these rules.
position-turn-row = Any roll but a 6 ends a run of 6s.
position-turn-third = The third 6 in a row would have ended the turn.
position-turn-moved = Some planes are listed as moved by a 6 this turn, but no 6 moved them.
position-turn-tries = These rules give only one roll per turn, so tries are not counted.
position-turn-long = No game lasts that long.
position-bad-cell = { $cell } is not on this board.
position-bad-twice = Two pieces stand on { $cell }.
position-bad-too-many = { $seat } has too many of this piece: { $piece }.
position-bad-astray = This piece could never have reached { $cell }: { $piece }.
position-bad-marks = The letters after the piece on { $cell } say something that is impossible under these rules.
position-bad-no-flag = { $seat }'s Flag is missing. Without it the army is out.
position-bad-carried = { $seat }'s Flag cannot be there.
position-bad-out = { $seat } is out, so none of its pieces can be on the board.
position-bad-no-pieces = { $seat } has no piece left that could ever move.
position-bad-no-move = { $seat } is to move but has no legal move.
position-bad-unassigned = Until the colours are decided, all pieces must be on the board, none may have moved, and the pieces that can decide the colours must lie face down.
position-bad-assigned = The colours are decided only once the piece that decides them has been flipped.
position-bad-value = `{ $word }` cannot have that value under these rules.
position-bad-dead = Nobody could ever capture anything again: the game would be a draw.

## Errors in a line of text

position-line-long = This text is too long for a position.
position-line-start = A position begins with { $expected }, not with `{ $found }`.
position-line-preset = There is no game called `{ $found }`. The games are { $expected }.
position-line-unknown = `{ $found }` is not understood here. Expected { $expected }, or a rule option.
position-line-twice = `{ $found }` appears twice.
position-line-missing = `{ $found }` is missing.
position-line-word = `{ $found }`: expected { $expected }.
position-wanted-seat = a side, such as red
position-wanted-seats = a list of sides, such as red,blue
position-wanted-number = a number from { $low } to { $high }
position-wanted-numbers = sides with numbers, such as red:2,blue:1
position-wanted-planes = planes, such as 4,7,-,home (squares travelled; - is the hangar)
position-wanted-stacks = stacks, such as red:1+2,blue:3+4
position-wanted-moved = plane numbers, such as 1+3
position-wanted-pieces = pieces, such as S11F,S12Ps: board space and letter, then if needed d (face down), s (revealed), m (moved) or c (turned a corner)
position-wanted-cells = sides with board spaces, such as south:N23
position-wanted-out = armies with reasons, such as east:flag
position-wanted-colours = own, swapped or unknown
