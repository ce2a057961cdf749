# Setting up a game: preset, seats, rules.

new-title = New game
new-start = Start
new-more = More
new-seed = Dice
    .hint = any number
    .about = With the same number the dice fall the same way again.

## Who sits where

new-seats = Players
new-way-seats = Set up the seats
new-way-pick = One person, three robots
new-pick = You pick your colour at the board, with a click or with R, Y, G or B. Nobody rolls before.
new-pick-robot = Robots
who-nobody = Nobody
    .about = The seat stays empty.
who-me = Me
    .about = Playing with mouse or keyboard.
who-person = Another person
    .about = Taking turns with you at this screen.
who-name = Name
    .hint = name
who-of = Who plays { $seat }
who-tune = Tune
    .about = Change how this robot plays.
who-default = As its author set it
who-broken = This robot has an error and cannot play: { $error }
who-by = by { $author }
who-gone = Its file is missing
new-easy-seat = { $seat } has the easiest way: nobody's flight crosses its lane. Among robots that play at random it wins about 40 % of games for three.

## The rules

rules-head = Rules
rules-as-printed = as usual
rules-changed = { $count ->
    [one] { $count } changed
   *[other] { $count } changed
}
rules-reset-all = Reset all
rules-reset = Back to the usual: { $rule }
rules-takeoff = Taking off
rules-again = Rolling again
rules-moves = Moving
rules-captures = Capturing
rules-stacks = Stacks
rules-game = The game
rules-choose = Choose
rules-done = Done
rules-square = Square { $number }

## Why a game cannot begin yet

problem-too-few = A game needs two players. Give another seat to somebody.
problem-teams = A game of teams needs all four seats. Fill them, or switch teams off.
problem-army = Every army needs a player. Give the empty seat to somebody.
problem-robot = The robot { $robot } cannot play. Choose another one.
problem-seed = The number for the dice has digits only. Correct it or leave it empty.
problem-range = "{ $rule }" goes from { $low } to { $high } here.
problem-safe = Square { $odd } is not on the track, where squares go from { $low } to { $high }.
problem-takeoff = No plane could ever take off. Choose at least one roll.
problem-extra-roll = A turn would never end. Leave one roll out.
problem-no-flights = A jump after a flight needs flights. Allow them, or switch it off.
problem-no-jumps = A jump after a flight needs jumps. Allow them, or switch it off.
problem-no-stacks = "{ $rule }" needs stacks. Allow them, or set it back.
problem-board = "{ $rule }" means nothing on this board. Set it back.
