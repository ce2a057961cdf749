# Words of Junqi.

## The modes

game-dark = Dark Junqi
    .about = Two armies, each sees only its own pieces
game-mixed = Mixed Junqi
    .about = Like dark, but pieces that have fought are shown to all (our reading of the name)
game-open = Open Junqi
    .about = Two armies, everything seen, for learning
game-flip = Flip Junqi
    .about = All pieces shuffled face down: turn one up or move
game-flip_open = Open flip Junqi
    .about = All pieces shuffled, face up
game-siguo_dark = Four armies, dark
    .about = Two against two, each sees only its own pieces
game-siguo_partner = Four armies
    .about = Two against two, partners see each other's pieces
game-siguo_open = Four armies, open
    .about = Two against two, everything seen
game-siguo_duel = Duel on the large board
    .about = Two armies; the empty sides of the board are open
game-three = Three kingdoms
    .about = Three armies, each for itself (our own design)
game-six = Six armies
    .about = Six armies in alliances; allies see each other's pieces (our design; the sources only name it)
game-six_dark = Six armies, dark
    .about = Six armies, each sees only its own pieces (our design; the sources only name it)
game-six_open = Six armies, open
    .about = Six armies, everything seen (our design; the sources only name it)

## Pieces and cells

junqi-piece = { $seat }, { $piece }
junqi-hidden = hidden piece
junqi-a-piece = a piece
junqi-face-down = face-down piece
junqi-empty = empty
junqi-spoken = { $cell }: { $what }
junqi-spoken-movable = { $cell }: { $what }, can move
junqi-spoken-target = { $cell }: { $what }, can be reached
junqi-card = { $seat }, { $who }, { $progress }
junqi-card-turn = { $seat }, { $who }, { $progress }, to move
junqi-left = { $count ->
    [one] { $count } piece
   *[other] { $count } pieces
}
junqi-no-army = no army yet
junqi-waits-for-engineer = Whoever turns up the first Engineer owns that army.
junqi-out = out
junqi-choose-piece = Choose a piece, then where it goes.
junqi-choose-tile = Turn up any piece.
junqi-choose-target = Where to? Esc cancels.
junqi-mode = Mode

## What happened

junqi-log-moved = { $seat }: { $piece } { $from } to { $to }
junqi-log-attacker = { $seat }: { $piece } { $from } strikes { $to }: attacker survives
junqi-log-defender = { $seat }: { $piece } { $from } strikes { $to }: defender survives
junqi-log-both = { $seat }: { $piece } { $from } strikes { $to }: both fall
junqi-log-flipped = { $seat } turns up { $cell }: { $piece }
junqi-would-flip = { $seat } turns up { $cell }
junqi-would-strike = { $seat }: { $piece } { $from } strikes { $to }
junqi-log-settled = { $seat } plays the { $army } army
junqi-log-revealed = { $seat }'s { $piece } at { $cell } is shown to all
junqi-log-flag-shown = { $seat }'s Field Marshal has fallen: its Flag is at { $cell }
junqi-log-flag-taken = { $seat }'s Flag at { $cell } has fallen
junqi-log-flag-lifted = { $seat }'s Flag is picked up at { $cell }
junqi-log-flag-dropped = { $seat }'s Flag is dropped at { $cell }
junqi-log-flag-brought = { $seat }'s Flag is carried to { $cell }
junqi-log-timeout = { $seat } runs out of time (time-out { $count })
junqi-log-ended = Game over, won by { $seats }
junqi-log-drawn = Game over: a draw
junqi-out-flag = { $seat } is out: the Flag has fallen
junqi-out-no-move = { $seat } is out: no legal move
junqi-log-removed = { $seat }: the piece on { $cell } is removed
junqi-log-shifted = { $seat }: { $piece } { $from } is moved to { $to }
junqi-log-extra-turn = { $seat } gets an extra move
junqi-out-house = { $seat } is out by a house rule
junqi-out-no-pieces = { $seat } is out: no piece left that can move
junqi-out-timeouts = { $seat } is out: too many time-outs
junqi-over-flag = The Flag was captured.
junqi-over-no-move = The last opponent had no legal move.
junqi-over-no-pieces = The last opponent had no piece left that could move.
junqi-over-timeouts = The last opponent had too many time-outs.
junqi-over-dead = A draw: nobody can capture anything any more.
junqi-over-quiet = A draw: nothing was captured for too long.
junqi-over-resigned = The others resigned.

## Why something cannot be done

junqi-refuse-empty = There is no piece here.
junqi-refuse-other = This piece is { $seat }'s.
junqi-refuse-still = This piece cannot move.
junqi-refuse-way = This piece cannot go there.
junqi-refuse-camp = A piece in a camp cannot be attacked.
junqi-refuse-mines = { $left ->
    [one] One Landmine of this army must go before its Flag can be taken.
   *[other] { $left } Landmines of this army must go before its Flag can be taken.
}
junqi-refuse-taker = Only your { $piece } may take this Flag.
junqi-refuse-no-taker = No piece that may take this Flag is left to you.

## Rules

rules-junqi_armies = Alliances
rules-junqi_moves = Moving
rules-junqi_fights = Fighting and seeing
rules-junqi_flag = The Flag
rules-junqi_end = The game
# What this option does here; its name is that of the races' option.
rule-junqi-teams = Alliances: every second army. Pairs: those opposite.
rule-teams-alliances = alliances
rule-teams-pairs = pairs
rule-teams-each = each alone
rule-mine = Landmines
    .about = What happens when a piece strikes one.
rule-mine-spring = the attacker dies, the mine stays
rule-mine-bomb = both go, even with an Engineer
rule-mine-bomb_engineer_digs = both go, but Engineers dig
rule-hq_exit = Leaving headquarters
    .about = Whether a piece may leave a headquarters again.
rule-bomb_moves_as_engineer = Flying Bombs
    .about = Bombs turn corners on rails like Engineers.
rule-rail_turns = Corners on rails
    .about = Every piece may turn corners on rails.
rule-extra_lines = Crossing lines
    .about = Two diagonal rails across the front; our reading of a house rule.
rule-flag_win = Winning by the Flag
    .about = What has to be done with the enemy's Flag.
rule-flag_win-take = take it
rule-flag_win-carry_over_front = carry it over the front
rule-flag_win-carry_home = carry it home
rule-scout = Scouting Engineers
    .about = An Engineer that strikes a ranked piece dies and shows it to all.
rule-contact_reveals = Contact reveals
    .about = A piece that has fought is shown to all.
rule-marshal_reveals_flag = Field Marshal's fall shows the Flag
    .about = Whether all see where the Flag is from then on.
rule-flip_flag = Taking the Flag
    .about = Which piece may do it when the pieces were shuffled.
rule-flip_flag-smallest = the smallest piece
rule-flip_flag-engineer_carries_home = an Engineer carries it home
rule-flip_mines = Clearing the mines
    .about = Who has to clear them before the Flag can be taken.
rule-flip_mines-any = any piece
rule-flip_mines-engineers_only = Engineers only
rule-first-lot = by lot
rule-first-flip_engineer = first to turn up an Engineer
rule-first-south = South
rule-first-east = East
rule-first-north = North
rule-first-west = West
rule-first-southeast = Southeast
rule-first-northeast = Northeast
rule-first-northwest = Northwest
rule-first-southwest = Southwest
rule-turn_order = Turn order
    .about = Which way round the board.
rule-turn_order-anticlockwise = anticlockwise
rule-turn_order-clockwise = clockwise
rule-draw_after_quiet_plies = Draw without captures
    .about = After this many moves; 0 for never.
rule-clock_seconds = Seconds per move
    .about = 0 for no clock.
rule-timeouts_lose = Time-outs until a loss
    .about = An army with this many is out; 0 for no limit.
rule-draw_by_agreement = Draws by agreement
    .about = Whether all who are still playing can agree on a draw.

# What is printed on the board
junqi-print-front = Front
junqi-print-mountain = Mountain
junqi-print-hq = HQ
junqi-print-camp = Camp
# Marks on hidden pieces, and what they can be
junqi-marks = What could it be?
junqi-marks-none = Clear
junqi-can-be = It can be: { $pieces }
junqi-chance = { $percent } %
junqi-chance-hardly = under 1 %
# Names of sets of pieces: what a hidden piece can be. The style is "codes" or "names".
pieces-any = anything
pieces-range = { $low } to { $high }
pieces-most = { $style ->
    [codes] { $piece } or less
   *[names] { $piece } or below
}
pieces-least = { $style ->
    [codes] { $piece } or more
   *[names] { $piece } or above
}
pieces-or = { $list } or { $last }
pieces-not = not { $piece }
pieces-not-two = not { $first } or { $second }
pieces-more = { $pieces } …
pieces-bomb = Bomb
pieces-mine = Mine
pieces-flag = Flag

# On the cards
junqi-partner = partner
junqi-ally = ally
junqi-previous = previous
junqi-next = next
junqi-lost = Lost: { $pieces }
junqi-lost-hidden = +{ $count }
junqi-late = { $count ->
    [one] 1 time-out
   *[other] { $count } time-outs
}
junqi-late-of = time-outs { $count }/{ $most }
# The referee
junqi-referee-attacker = Referee: { $seat } attacks, attacker survives
junqi-referee-defender = Referee: { $seat } attacks, defender survives
junqi-referee-both = Referee: both fall
junqi-could-be = To { $seat } it could have been
