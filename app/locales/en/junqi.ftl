# Words of Junqi.

## The modes

game-dark = Dark Junqi
    .about = Two armies, each sees only its own pieces
game-mixed = Mixed Junqi
    .about = As dark, but pieces that have fought are seen by all (our reading of the name)
game-open = Open Junqi
    .about = Two armies, everything seen, for learning
game-flip = Flip Junqi
    .about = All pieces mixed and face down: turn them up or move
game-flip_open = Open flip Junqi
    .about = All pieces mixed, face up
game-siguo_dark = Four armies, dark
    .about = Two against two, each sees only its own pieces
game-siguo_partner = Four armies
    .about = Two against two, partners see each other's pieces
game-siguo_open = Four armies, open
    .about = Two against two, everything seen
game-siguo_duel = Duel on the large board
    .about = Two armies, the land between them is open
game-three = Three kingdoms
    .about = Three armies, each for itself (our own design)

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
junqi-out = out
junqi-choose-piece = Choose a piece, then where it goes.
junqi-choose-tile = Turn up any piece.
junqi-choose-target = Where to? Esc puts it back.
junqi-mode = Mode

## What happened

junqi-log-moved = { $seat }: { $piece } { $from } to { $to }
junqi-log-attacker = { $seat }: { $piece } { $from } strikes { $to }: attacker stays
junqi-log-defender = { $seat }: { $piece } { $from } strikes { $to }: defender stays
junqi-log-both = { $seat }: { $piece } { $from } strikes { $to }: both fall
junqi-log-flipped = { $seat } turns up { $cell }: { $piece }
junqi-log-settled = { $seat } plays the army of { $army }
junqi-log-revealed = { $seat }'s { $piece } at { $cell } is seen by all
junqi-log-flag-shown = { $seat }'s Field Marshal fell: its Flag is at { $cell }
junqi-log-flag-taken = { $seat }'s Flag at { $cell } falls
junqi-log-flag-lifted = { $seat }'s Flag is taken up at { $cell }
junqi-log-flag-dropped = { $seat }'s Flag lies at { $cell }
junqi-log-flag-brought = { $seat }'s Flag is brought to { $cell }
junqi-log-timeout = { $seat } runs out of time, the { $count }. time
junqi-log-ended = The game is over, first: { $seats }
junqi-out-flag = { $seat } is out: the Flag has fallen
junqi-out-no-move = { $seat } is out: no legal move
junqi-log-removed = { $seat }: the piece on { $cell } leaves the board
junqi-log-shifted = { $seat }: { $piece } { $from } is put on { $to }
junqi-log-extra-turn = { $seat } moves next
junqi-out-house = { $seat } is out by a house rule
junqi-out-no-pieces = { $seat } is out: no piece can move any more
junqi-out-timeouts = { $seat } is out: too often out of time
junqi-over-flag = The Flag was taken.
junqi-over-no-move = The last army had no legal move.
junqi-over-no-pieces = The last army had no piece left that could move.
junqi-over-timeouts = The last army ran out of time too often.
junqi-over-dead = A draw: nobody could remove anything any more.
junqi-over-quiet = A draw: nothing was captured for too long.
junqi-over-resigned = The others gave up.

## Why something cannot be done

junqi-refuse-empty = There is no piece here.
junqi-refuse-other = This piece is { $seat }'s.
junqi-refuse-still = This piece cannot move.
junqi-refuse-way = The piece cannot go there.

## Rules

rules-junqi-moves = Moving
rules-junqi-fights = Fighting and seeing
rules-junqi-flag = The Flag
rules-junqi-end = The game
rule-mine = Landmines
    .about = What becomes of those who strike one.
rule-mine-spring = the attacker goes, the mine stays
rule-mine-bomb = both go, the Engineer too
rule-mine-bomb_engineer_digs = both go, but the Engineer digs
rule-hq_exit = Out of headquarters
    .about = Whether a piece may leave a headquarters again.
rule-bomb_moves_as_engineer = Flying Bombs
    .about = A Bomb turns corners on rails like an Engineer.
rule-rail_turns = Corners on rails
    .about = Every piece may turn corners on rails.
rule-extra_lines = Crossing lines
    .about = Two diagonal rails over the front; our reading of a house rule.
rule-flag_win = To win by the Flag
    .about = What has to be done with the enemy's Flag.
rule-flag_win-take = take it
rule-flag_win-carry_over_front = carry it over the front
rule-flag_win-carry_home = carry it home
rule-scout = Scouting Engineers
    .about = An Engineer that strikes a ranked piece dies and shows it to all.
rule-contact_reveals = Contact reveals
    .about = A piece that has fought is seen by all.
rule-marshal_reveals_flag = The Field Marshal's fall shows the Flag
    .about = Whether all see where the Flag is from then on.
rule-flip_flag = Taking the Flag
    .about = Whose work it is when pieces were mixed.
rule-flip_flag-smallest = the smallest piece's
rule-flip_flag-engineer_carries_home = an Engineer carries it home
rule-flip_mines = Clearing the mines
    .about = Who has to remove them before the Flag can be taken.
rule-flip_mines-any = anybody
rule-flip_mines-engineers_only = Engineers only
rule-first-lot = by lot
rule-first-flip_engineer = turn up an Engineer
rule-first-south = South
rule-first-east = East
rule-first-north = North
rule-first-west = West
rule-turn_order = The turn goes
    .about = Which way round the board.
rule-turn_order-anticlockwise = anticlockwise
rule-turn_order-clockwise = clockwise
rule-draw_after_quiet_plies = Drawn without captures
    .about = After so many moves; 0 for never.
rule-clock_seconds = Seconds for a move
    .about = 0 for no clock.
rule-timeouts_lose = Times out of time
    .about = So often loses; 0 for any number.
rule-draw_by_agreement = Draws by agreement
    .about = Whether all who still play can agree on a draw.

# What is printed on the board
junqi-print-front = Front
junqi-print-mountain = Mountain
junqi-print-hq = HQ
junqi-print-camp = Camp
# Marks on hidden pieces
junqi-marks = What could it be?
junqi-marks-none = Wipe it off

# On the cards
junqi-partner = partner
junqi-previous = previous
junqi-next = next
junqi-lost = Lost: { $pieces }
junqi-lost-hidden = +{ $count }
junqi-late = late { $count }×
junqi-late-of = late { $count } of { $most }
# The referee
junqi-referee-attacker = Referee: { $seat }'s attacker stays
junqi-referee-defender = Referee: { $seat }'s attacker falls, the defender stays
junqi-referee-both = Referee: both fall
