# Setting up a game: preset, seats, rules.

new-title = New game
new-start = Start
new-more = More
new-seed = Random seed
    .hint = any number
    .about = The same number gives the same random results again.

## Players

new-seats = Players
new-way-seats = Choose who plays
new-way-pick = You against three robots
new-pick = Pick your colour on the board: click it, or press R, Y, G or B. Nobody rolls until then.
new-pick-robot = Robots
who-nobody = Nobody
    .about = Nobody plays this side.
who-me = Me
    .about = Playing with mouse or keyboard.
who-adaptive = Adapts to you
who-adaptive-strength = Now plays at about level { $number } of 5 ({ $level }). After each game it becomes a little stronger or weaker.
who-person = Another person
    .about = Taking turns with you at this screen.
who-name = Name
    .hint = name
who-of = Who plays { $seat }
who-tune = Tune
    .about = Change how this robot plays.
who-default = Reset to defaults
who-broken = This robot has an error and cannot play: { $error }
who-by = by { $author }
who-gone = Script file missing
who-level-beginner = Beginner
who-level-easy = Easy
who-level-medium = Medium
who-level-strong = Strong
who-level-master = Master
who-at-level = { $level } · { $robot }
who-others = Other robots
new-easy-seat = { $seat } has it easiest: no opponent's flight crosses its lane. In random three-player games it wins about 40% of the time.

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
rules-game = Winning and turn order
rules-choose = Choose
rules-done = Done
rules-square = Square { $number }

## Why a game cannot begin yet

problem-too-few = A game needs at least two players. Add another player.
problem-teams = A team game needs all four players. Add the missing ones, or switch teams off.
problem-army = Every army needs a player. Choose one for the empty side.
problem-robot = The robot { $robot } cannot play. Choose another one.
problem-seed = The random seed may contain only digits. Correct it or leave it empty.
problem-range = “{ $rule }” must be between { $low } and { $high } here.
problem-safe = Square { $odd } is not on the track, which goes from { $low } to { $high }.
problem-takeoff = No plane could ever take off. Choose at least one roll.
problem-extra-roll = If every roll earned another one, a turn would never end. Leave out at least one.
problem-no-flights = “Fly, then jump” needs flights. Allow flights, or switch it off.
problem-no-jumps = “Fly, then jump” needs jumps. Allow jumps, or switch it off.
problem-no-stacks = “{ $rule }” needs stacks. Allow them, or reset it.
problem-board = “{ $rule }” has no effect on this board. Reset it.
