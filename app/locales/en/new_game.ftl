# Setting up a game: preset, seats, rules.

new-title = New game
new-start = Start
new-more = More
new-seed = Dice
    .hint = any number
    .about = The same number gives the same dice again.

## Who sits where

new-seats = Players
new-way-seats = Set up the seats
new-way-pick = One person, three robots
new-pick = Pick your colour on the board: click it, or press R, Y, G or B. Nobody rolls until then.
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
who-default = Back to the author's values
who-broken = This robot has an error and cannot play: { $error }
who-by = by { $author }
who-gone = Its file is missing
who-level-beginner = Beginner
who-level-easy = Easy
who-level-medium = Medium
who-level-strong = Strong
who-level-master = Master
who-at-level = { $level } · { $robot }
who-others = Other robots
new-easy-seat = { $seat } has the easiest seat: nobody's flight crosses its lane. In random games for three it wins about 40% of the time.

## The rules

rules-head = Rules
rules-as-printed = standard
rules-changed = { $count } changed
rules-reset-all = Reset all
rules-reset = Reset: { $rule }
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

problem-too-few = A game needs at least two players. Fill another seat.
problem-teams = A team game needs all four seats. Fill them, or switch teams off.
problem-army = Every army needs a player. Fill the empty seat.
problem-robot = The robot { $robot } cannot play. Choose another one.
problem-seed = The number for the dice may only have digits. Correct it or leave it empty.
problem-range = "{ $rule }" has to be from { $low } to { $high } here.
problem-safe = Square { $odd } is not on the track, which goes from { $low } to { $high }.
problem-takeoff = No plane could ever take off. Choose at least one roll.
problem-extra-roll = A turn would never end. Leave out at least one roll.
problem-no-flights = A jump after a flight needs flights. Allow them, or switch it off.
problem-no-jumps = A jump after a flight needs jumps. Allow them, or switch it off.
problem-no-stacks = "{ $rule }" needs stacks. Allow them, or reset it.
problem-board = "{ $rule }" has no effect on this board. Reset it.
