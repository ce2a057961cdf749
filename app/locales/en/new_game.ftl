# Setting up a game: preset, seats, rules.

new-title = New game
new-coach = Coach
    .about = Asks before you make a costly move.
new-invite = Invite…
    .about = Play this game with people on other devices.
new-start = Start
new-seed = Random seed
    .hint = a whole number
    .about = The same number gives the same random results again.

## Players

new-seats = Players
new-way-seats = Choose who plays
new-way-pick = You against three robots
new-pick = You will choose your colour on the board before the first roll.
new-pick-robot = Robots
new-strength = Level of all robots
who-nobody = Nobody
    .about = Nobody plays this side.
who-me = Me
    .about = Playing with mouse or keyboard.
who-adaptive = Adaptive robot
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
new-easy-seat = { $seat } has it easiest: no opponent's flight crosses its lane. When all three players move at random, it wins about 40% of the time.

## The rules

rules-head = Rules
rules-change = Change the rules
    .about = Shows every rule, house rules and the random seed.
rules-standard = standard
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

## Ready sets of rules

new-mode-players = { $count } players
ready-printed = Standard
ready-families = Family rules
ready-quick = Short game
ready-own = Custom rules
    .about = You have changed some rules or added house rules.
ready-aeroplane-printed = Planes take off on any even roll and need an exact roll to reach the centre.
ready-aeroplane-families = Planes take off on a 5 or 6, must stack and fly whenever they can, and bounce back if they overshoot the centre.
ready-aeroplane-quick = Two planes each and three tries to take off; the first player home ends the game.
ready-flying-printed = Planes take off only on a 6 and need an exact roll to reach the centre.
ready-flying-families = Planes take off on a 5 or 6, a 6 earns another roll, and planes that overshoot the centre bounce back.
ready-flying-quick = Two planes each and take-off on any even roll; the first player home ends the game.
ready-two-printed = Take the enemy's Flag, or leave the enemy without a move.
ready-more-printed = An army that loses its Flag is out; the last side left wins.
ready-junqi-families = A Landmine and its attacker are both lost, unless an Engineer clears the Landmine; pieces may leave a headquarters.
ready-two-quick = Every piece turns corners on railways, and attacking Engineers reveal what they attack. You have 20 seconds a move, and the game is drawn sooner than usual if nothing is captured.
ready-more-quick = Every battle reveals both pieces, and Bombs turn corners on railways. You have 20 seconds a move, and the game is drawn sooner than usual if nothing is captured.
ready-open-quick = Every piece turns corners on railways. You have 20 seconds a move, and the game is drawn sooner than usual if nothing is captured.
ready-flip-printed = The first Engineer flipped decides the colours; clear the three Landmines, then take the Flag.
ready-flip_open-printed = Clear the enemy's three Landmines, then take its Flag.
ready-flip-families = The first piece flipped decides the colours; a Landmine and its attacker are both lost, unless an Engineer clears the Landmine.
ready-flip_open-families = A Landmine and its attacker are both lost, unless an Engineer clears the Landmine.
ready-flip-quick = Every piece turns corners on railways. You have 20 seconds a move, and the game is drawn sooner than usual if nothing is captured.

## Why a game cannot begin yet

problem-too-few = A game needs at least two players. Add another player.
problem-teams = A team game needs all four players. Add the missing ones, or switch teams off.
problem-army = Every army needs a player. Choose one for the empty side.
problem-robot = The robot { $robot } cannot play. Choose another one.
problem-seed = The random seed must be a whole number of up to 19 digits, or 64 hexadecimal digits. Correct it or leave it empty.
problem-range = “{ $rule }” must be between { $low } and { $high } here.
problem-safe = Square { $invalid } is not on the track, which goes from { $low } to { $high }.
problem-takeoff = No plane could ever take off. Choose at least one roll.
problem-extra-roll = If every roll earned another one, a turn would never end. Leave out at least one number.
problem-no-flights = “Fly, then jump” needs flights. Allow flights, or switch it off.
problem-no-jumps = “Fly, then jump” needs jumps. Allow jumps, or switch it off.
problem-no-stacks = “{ $rule }” needs stacks. Allow them, or reset it.
problem-board = “{ $rule }” has no effect on this board. Reset it.
