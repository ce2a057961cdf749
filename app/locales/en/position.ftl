# Positions set up by hand.

position-title = Set up a position
position-game = Game
position-begin = As games begin
position-clear = Empty board
position-turn = To move
position-moves = { $seat } to move
position-seats = In the game
position-takes-part = { $seat } in the game
position-die = Roll waiting to be used
position-die-none = none
position-die-face = a { $die } waits
position-together = { $seat }: planes { $planes } move as one
position-plane = { $seat }, plane { $plane }
position-cell = { $cell }: { $what }
position-cell-empty = { $cell }: empty
position-beside = Off the board
position-pieces-of = Pieces of { $seat }
position-spoken-beside = { $piece }, { $count } off the board
position-colours = Armies
position-colours-own = South plays red, North blue
position-colours-swapped = South plays blue, North red
position-colours-unknown = Nobody owns an army yet
position-down = lies face down
position-shown = has been shown to all
position-moved = has moved
position-hint = Click a piece, then where it goes, or drag it. A right click takes it off the board.
position-cannot-stand = It cannot stand there: { $cell }.
position-line = The position as a line of text
position-paste = Paste
position-fine = This position can be played.
position-ask = Look at it
    .about = Opens it as a replay: ask a robot, see the chances, make a picture.
position-play = Play from here

## In the replay

position-menu = Position
    .about = This position as a line of text, or on the page where positions are set up
position-copy = Copy as text
position-edit = Set up from here
position-none-opening = Before the first turn there is no position to copy.
position-none-over = The game is over here: there is no position to play on from.
position-none-told = What this player did not see is made up, so the position is not copied.
position-none-unrecorded = What all of its pieces are is not on record.
position-none-sealed = Only who may see everything can copy the position.

## When a game begins from one

position-begins = The game begins from a position that was set up by hand.
position-drop = Begin as usual
position-problem = The position: { $why }
position-problem-seats = The position needs these seats taken, and no others: { $seats }.

## Why it cannot be played

position-bad-seats = These rules need other seats to be taken.
position-bad-not-playing = { $seat } is not in the game.
position-bad-planes = { $seat } has more planes than the rules give.
position-bad-progress = A plane of { $seat } is beyond the centre.
position-bad-stack = Planes of { $seat } cannot move as one: { $why }.
position-bad-shared = { $one } and { $other } stand on the same square; one of them would have been captured.
position-bad-die = No die shows { $die }.
position-bad-nothing = { $seat } can move nothing with a { $die }, so the roll would not wait.
position-bad-home = Who is home does not agree with the planes of { $seat }.
position-bad-gone = { $seat } gave up, so its planes are in the hangar or in the centre.
position-bad-over = The game would be over.
position-stack-rules = these rules have no stacks
position-stack-single = a stack is two planes or more
position-stack-apart = they are not in one place
position-stack-place = planes stack only on the track and the lane
position-stack-twice = one of them is in another stack
position-turn-skips = At most nine turns of a seat can be skipped.
position-turn-put-off = At most four turns can be put off.
position-turn-no-sixes = A 6 gives no other roll under these rules.
position-turn-row = A roll that is no 6 ends a row of 6s.
position-turn-third = The third 6 in a row would have ended the turn.
position-turn-moved = No 6 of this turn moved these planes.
position-turn-tries = These rules give one roll, so tries are not counted.
position-turn-long = No game goes on for so long.
position-bad-cell = { $cell } is not on this board.
position-bad-twice = Two pieces stand on { $cell }.
position-bad-too-many = { $seat } has too many of this piece: { $piece }.
position-bad-astray = This piece can never have come to { $cell }: { $piece }.
position-bad-seen = What was seen of the piece on { $cell } cannot be under these rules.
position-bad-no-flag = The Flag of { $seat } is missing. Without it the army is out.
position-bad-carried = The Flag of { $seat } cannot be carried or lie there.
position-bad-out = { $seat } is out, so none of its pieces is on the board.
position-bad-no-pieces = { $seat } has no piece left that could ever move.
position-bad-no-move = { $seat } is to move and has nothing to move.
position-bad-unsettled = While nobody owns an army, all pieces are on the board and every Engineer lies face down.
position-bad-settled = Before armies are owned, an Engineer must have been turned up.
position-bad-count = `{ $word }` cannot be that under these rules.
position-bad-dead = Nobody could ever take anything again: the game would be drawn.

## Why a line is none

position-line-long = This text is too long for a position.
position-line-start = A position begins with { $wanted }, not with `{ $found }`.
position-line-preset = There is no preset `{ $found }`; there are { $wanted }.
position-line-unknown = `{ $found }` says nothing here. Words are { $wanted }, and the options of the rules.
position-line-twice = `{ $found }` comes twice.
position-line-missing = `{ $found }` is missing.
position-line-word = `{ $found }`: { $wanted } is expected.
position-wanted-seat = a seat
position-wanted-seats = a list of seats, as in red,blue,
position-wanted-number = a number from { $low } to { $high }
position-wanted-numbers = seats with numbers, as in red:2,blue:1,
position-wanted-planes = planes as in 4,7,-,home (steps gone, - in the hangar)
position-wanted-stacks = stacks as in red:1+2,blue:3+4
position-wanted-moved = planes by their numbers, as in 1+3,
position-wanted-pieces = pieces as in S11F,S12Ps (cell, letter, then d, s, m or c)
position-wanted-cells = seats with cells, as in south:N23,
position-wanted-out = armies with reasons, as in east:flag,
position-wanted-colours = own, swapped or unknown
