# Words of Junqi.

## The modes

game-dark = Dark Junqi
    .about = Two armies; you see only your own pieces
game-mixed = Mixed Junqi
    .about = Like Dark Junqi, but every battle reveals both pieces
game-open = Open Junqi
    .about = Two armies, all pieces visible: good for learning
game-flip = Flip Junqi
    .about = Pieces are shuffled face down: each turn, flip one or move one
game-flip_open = Shuffled Junqi, face up
    .about = Like Flip Junqi, but all pieces lie face up from the start
game-siguo_dark = Four Nations, dark
    .about = Two against two: you see only your own pieces
game-siguo_partner = Four Nations
    .about = Known as Siguo in Chinese. Two against two; partners see each other's pieces
game-siguo_open = Four Nations, open
    .about = Two against two: all pieces visible
game-siguo_duel = Four Nations, duel
    .about = Two armies on the Four Nations board; pieces may also enter its two empty arms
game-three = Three Kingdoms
    .about = Three armies, free-for-all
game-six = Six Armies
    .about = Three against three: every second army is your ally, and allies see each other's pieces
game-six_dark = Six Armies, dark
    .about = Six armies; you see only your own pieces
game-six_open = Six Armies, open
    .about = Six armies, all pieces visible

## Pieces and cells

junqi-piece = { $seat }, { $piece }
junqi-owned-piece = { $seat }'s { $piece }
junqi-hidden = hidden piece
junqi-a-piece = hidden piece
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
junqi-face-up = { $count } face up
junqi-no-army = no army yet
junqi-waits-for-tile = Whoever flips the first piece plays its colour.
junqi-waits-for-engineer = Whoever flips the first Engineer plays its colour.
junqi-out = out
junqi-choose-piece = Choose a piece, then its destination.
junqi-choose-any = Flip a piece, or choose one of yours and then its destination.
junqi-choose-tile = Flip any piece.
junqi-choose-target = Where to? Esc cancels.
new-mode = Mode

## What happened

junqi-log-moved = { $seat }'s { $piece } on { $from } moves to { $to }
junqi-log-attacker = { $seat }'s { $piece } on { $from } attacks { $target } on { $to }; the attacker wins
junqi-log-defender = { $seat }'s { $piece } on { $from } attacks { $target } on { $to }; the defender wins
junqi-log-both = { $seat }'s { $piece } on { $from } attacks { $target } on { $to }; both are lost
junqi-log-flipped = { $seat } flips { $cell }: { $piece }
junqi-would-flip = { $seat } flips { $cell }
junqi-would-attack = { $seat }'s { $piece } on { $from } attacks { $target } on { $to }
junqi-plays = plays { $army }
junqi-log-armies-assigned = { $seat } plays { $army }
junqi-land-south = south
junqi-land-north = north
junqi-colour-red = red
    .piece = red
junqi-colour-green = green
    .piece = green
junqi-log-revealed = { $seat }'s { $piece } on { $cell } is revealed
junqi-log-flag-shown = { $seat } loses its Field Marshal and reveals its Flag on { $cell }
junqi-log-flag-taken = { $seat }'s Flag on { $cell } is captured
junqi-log-flag-lifted = { $seat }'s Flag is picked up on { $cell }
junqi-log-flag-dropped = { $seat }'s Flag is dropped on { $cell }
junqi-log-flag-brought = { $seat }'s Flag is carried to { $cell }
junqi-log-timeout = { $seat } runs out of time (timeout { $count })
junqi-log-ended = Game over: { $seats } won
    .after = game over: { $seats } won
junqi-log-drawn = The game is a draw
    .after = the game is a draw
junqi-out-flag = { $seat } is out because its Flag was captured
junqi-out-no-move = { $seat } has no legal move and is out
junqi-log-removed = { $seat }'s piece on { $cell } is removed
junqi-log-shifted = { $seat }'s { $piece } on { $from } is moved to { $to }
junqi-log-extra-turn = { $seat } gets an extra turn
junqi-out-house = { $seat } is out because of a house rule
junqi-out-no-pieces = { $seat } has no movable piece left and is out
junqi-out-timeouts = { $seat } has run out of time too often and is out
junqi-over-flag = { $seat }'s Flag was captured.
junqi-over-no-move = { $seat } had no legal move.
junqi-over-no-pieces = { $seat } had no movable piece left.
junqi-over-timeouts = { $seat } ran out of time too often.
junqi-over-dead = A draw: nobody can capture anything any more.
junqi-over-quiet = A draw: too many moves without a capture.
junqi-over-quiet-flip = A draw: too many moves without a capture or a flip.
junqi-over-resigned = { $seat } resigned.

## Why something cannot be done

junqi-refuse-empty = There is no piece here.
junqi-refuse-other = This piece is { $seat }'s.
junqi-refuse-still = This piece cannot move now.
junqi-refuse-fixed = Landmines and the Flag never move.
junqi-refuse-hq = Pieces in a headquarters never move.
junqi-refuse-way = This piece cannot go there.
junqi-refuse-camp = A piece in a camp cannot be attacked.
junqi-refuse-mines =
    { $left ->
        [one] Clear this army's last Landmine before you take its Flag.
       *[other] Clear this army's { $left } remaining Landmines before you take its Flag.
    }
junqi-refuse-mines-lost = Not all of this army's Landmines were cleared by Engineers, so its Flag can no longer be taken.
junqi-refuse-taker = Only a piece of this kind may take this Flag: { $piece }.
junqi-refuse-no-taker = You have no piece left that may take this Flag.

## Rules

rules-junqi_armies = Teams
rules-junqi_moves = Moving
rules-junqi_fights = Battles and visibility
rules-junqi_flag = The Flag
rules-junqi_end = Draws and time limits
# What this option does here; its name is that of the races' option.
rule-junqi-teams = Alliances: alternate armies are allies, three against three. Pairs: armies that face each other are partners, two against two against two.
rule-teams-alliances = alliances
rule-teams-pairs = pairs
rule-teams-each = free-for-all
rule-mine = Attacks on a Landmine
    .about = What happens when a piece attacks one.
rule-mine-spring = the attacker is lost; an Engineer clears the mine
rule-mine-bomb = attacker and mine are lost, even if an Engineer attacks
rule-mine-bomb_engineer_digs = attacker and mine are lost; an Engineer clears the mine
rule-hq_exit = Leaving headquarters
    .about = Pieces in a headquarters may leave it, except Landmines and the Flag.
rule-bomb_moves_as_engineer = Flying Bombs
    .about = Bombs turn corners on railways, like Engineers.
rule-rail_turns = Corners on railways
    .about = Every piece may turn corners on railways.
rule-extra_lines = Diagonal railways
    .about = Two diagonal railways across the front.
rule-flag_win = Winning with the Flag
    .about = What you have to do with the enemy's Flag to win. “Carry it home” means into one of your own headquarters.
rule-flag_win-take = take it
rule-flag_win-carry_over_front = carry it across the front into your own land
rule-flag_win-carry_home = carry it home
rule-scout = Scouting Engineers
    .about = An Engineer that attacks a ranked piece is lost, but that piece is revealed to all.
rule-contact_reveals = Battles reveal pieces
    .about = Every battle reveals both pieces to all.
rule-marshal_reveals_flag = Lost Field Marshal reveals Flag
    .about = Everyone sees where the Flag is once the Field Marshal is lost.
rule-flip_flag = Taking the Flag
    .about = Which piece may take it, and whether it must be carried into one of your headquarters.
rule-flip_flag-smallest = the lowest-ranked piece
rule-flip_flag-engineer_carries_home = an Engineer carries it home
rule-flip_mines = Clearing the mines
    .about = How an army's Landmines have to be removed before its Flag can be taken.
rule-flip_mines-any = in any way
rule-flip_mines-engineers_only = by Engineers only
rule-flip_armies = Who plays which colour
    .about = Whoever flips this piece plays its colour.
rule-flip_armies-engineer = the first Engineer
rule-flip_armies-first_tile = the first piece
rule-first-lot = at random
rule-first-flip_engineer = the first to flip an Engineer from a shuffled pile
rule-first-south = South
rule-first-east = East
rule-first-north = North
rule-first-west = West
rule-first-southeast = Southeast
rule-first-northeast = Northeast
rule-first-northwest = Northwest
rule-first-southwest = Southwest
rule-turn_order = Turn order
    .about = Which way play goes round the board. With two armies it has no effect.
rule-turn_order-anticlockwise = anticlockwise
rule-turn_order-clockwise = clockwise
rule-draw_after_quiet_plies = Moves without a capture before a draw
    .about = The game is drawn after this many moves without a capture; in Flip Junqi, without a capture or a flip. 0 means never.
rule-clock_seconds = Seconds per move
    .about = If the time runs out, the turn passes to the next player. 0 means no clock.
rule-timeouts_lose = Timeout limit
    .about = An army is out after this many timeouts; 0 means no limit.
rule-draw_by_agreement = Draws by agreement
    .about = The players still in the game can agree to a draw.

# What is printed on the board
junqi-print-front = Front
junqi-print-mountain = Mountain
junqi-print-hq = HQ
junqi-print-camp = Camp
# Marks on hidden pieces, and what they could be
junqi-marks = Mark this piece as
junqi-marks-none = Remove the mark
junqi-beats = Beats the { $piece } and all lower ranks.
junqi-beats-all = Beats all other ranks.
junqi-beats-engineers = Beats only Engineers.
junqi-beats-engineer = The lowest rank. It clears Landmines and turns corners on railways.
junqi-beats-bomb = Destroys itself and whatever it meets.
junqi-beats-landmine = Cannot move. Destroys its attackers, but under most rules Engineers clear it.
junqi-beats-flag = Cannot move. An army that loses its Flag is out.
junqi-can-be = It could be: { $pieces }
junqi-can-only-be = It can only be: { $piece }
junqi-chance = { $percent }%
junqi-chance-hardly = under 1%
# Names of sets of pieces: what a hidden piece could be. The style is "codes", "short" or "names".
pieces-any = anything
pieces-range = { $low } to { $high }
pieces-any-rank = any rank
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
junqi-enemy = enemy
junqi-previous = plays before you
junqi-next = plays after you
junqi-lost = Lost: { $pieces }
junqi-lost-hidden = { $count ->
        [one] { $count } hidden piece
       *[other] { $count } hidden pieces
    }
    .after = { $known } and { $count } hidden
junqi-late = { $count ->
    [one] 1 timeout
   *[other] { $count } timeouts
}
junqi-late-of = timeouts { $count }/{ $most }
# The referee
junqi-referee-attacker = Referee: { $seat } attacks; the attacker wins
junqi-referee-defender = Referee: { $seat } attacks; the defender wins
junqi-referee-both = Referee: { $seat } attacks; both are lost
junqi-could-be = What it could be, as far as { $seat } knows:
