# How the games are played.

guide-title = How to play: { $game }
guide-rules = These are the standard rules; you can change many of them before a game.
guide-changed = Changed in this game
guide-house-rule = { $rule }: { $about }
guide-rules-below = Where this text differs from the changes at the top, the changes apply.

## Aeroplane Chess and Flying Chess

guide-race-aim = Goal
    .text = Bring all your planes round the board and into the centre before the others do. When it is your turn, roll the die (Space), then choose the plane to move (click it, or press its number).
guide-aeroplane-start = Taking off
    .text = Your planes begin in the hangar. An even roll brings one out to the apron, where it is safe. A 6 lets you roll again, but on a third 6 in a row the planes you moved with the first two go back to the hangar.
guide-aeroplane-jump = Jumping and flying
    .text = A plane that lands on a square of its own colour jumps on to the next square of that colour. From its flight square, where the dashed line begins, it can fly across the board instead. A flight crosses the lane of the opposite side and captures any plane on the square it crosses.
guide-aeroplane-capture = Capturing
    .text = Landing on opponents' planes sends them back to their hangars: at the end of a move, and at every jump and flight on the way.
guide-aeroplane-stack = Stacks
    .text = Your planes can stack when they meet. A stack moves as one, so every roll counts for each plane in it, and it is captured as one.
guide-flying-start = Taking off
    .text = A plane takes off only on a 6, onto the start square of its colour. A 6 does not let you roll again, and there are no jumps or flights.
guide-flying-capture = Capturing
    .text = If your move ends on a square of the track, all opponents' planes there go back to their hangars. Hangars, lanes and the centre are safe.
guide-flying-stack = Sharing a square
    .text = Any number of your planes can share a square; each moves on its own.
guide-flying-home = Reaching the centre
    .text = The last stretch is a lane of your own colour where nobody can follow. The centre needs an exact roll: a plane that cannot use the roll stays where it is.
guide-aeroplane-home = Reaching the centre
    .text = The last stretch is a lane of your own colour where nobody can follow; only a flight that crosses it can capture there. The centre needs an exact roll: a plane that cannot use the roll stays where it is.
guide-race-first = Tips for your first game
    .text = Get planes out early, capture when you can, and avoid stopping just ahead of an opponent's plane. Hover over a plane to see where it would land and what it would capture.

## Junqi

guide-junqi-aim = Goal
    .text = Take the enemy's Flag, or leave the enemy with no piece that can move.
guide-junqi-aim-many = Goal
    .text = Put every enemy army out of the game: take its Flag, or leave it with no piece that can move.
guide-junqi-pieces = The pieces
    .text = The higher rank wins; if the ranks are equal, both are lost. Players often call a piece by its code. Below each name you find its code and how many of that piece each army has.
guide-junqi-piece = { $code } · { $count ->
    [one] 1 piece
   *[other] { $count } pieces
}
guide-junqi-ranks = From the highest rank to the lowest:
guide-junqi-layout = Laying out your army
    .text = The Flag goes in one of the two headquarters at the back, Landmines in the back two rows, Bombs anywhere but the front row; the round camps stay empty. To begin with, use a ready-made layout.
guide-junqi-moves = Moving
    .text = One step along any line, or any distance straight along a clear railway. Engineers may also turn corners on the railway. Landmines, the Flag and anything in a headquarters never move.
    .curves = One step along any line, or any distance straight along a clear railway; a curved railway counts as straight. Engineers may also turn corners on the railway. Landmines, the Flag and anything in a headquarters never move.
guide-flip-moves = Moving
    .text = One step along any line, or any distance straight along a clear railway. Engineers may also turn corners on the railway. Landmines and the Flag never move. Pieces may leave a headquarters.
guide-junqi-camps = Camps
    .text = A piece in a round camp cannot be attacked, but can attack from there. Camps are the best places on the board.
guide-flip-camps = { guide-junqi-camps }
    .text = A piece in a round camp cannot be attacked, but can attack face-up pieces from there. Camps are the best places on the board.
guide-junqi-battles = Battles
    .text = A Bomb destroys itself and whatever it meets. A Landmine destroys its attacker and stays on the board, with two exceptions: an Engineer clears it and survives, and a Bomb destroys it and is lost, too.
guide-junqi-hidden = What you see
    .text = Pieces that show you only their backs are hidden. After a battle you learn which piece survived, if any, but never what the enemy's piece was: the rest is deduction. When a Field Marshal is lost, that army's Flag is revealed.
guide-junqi-shown = What you see
    .text = Enemy pieces are hidden until their first battle; after that everyone can see them. When a Field Marshal is lost, that army's Flag is revealed.
guide-junqi-open = What you see
    .text = Everyone can see all the pieces.
guide-junqi-allies = Allies
    .text = Allies cannot attack each other, and they block each other's way. An army that loses its Flag or cannot move is out, and its pieces leave the board; the last side standing wins.
guide-junqi-partners = Partners
    .text = Partners cannot attack each other, and they block each other's way. An army that loses its Flag or cannot move is out, and its pieces leave the board; the last side standing wins.
guide-junqi-alone = Free-for-all
    .text = An army that loses its Flag or cannot move is out, and its pieces leave the board; the last army standing wins.
guide-flip-aim = Goal
    .text = Clear the enemy's three Landmines, then take its Flag; or leave the enemy with no piece that can move.
guide-flip-turn = Your turn
    .text = All pieces lie face down. Flip one, or move one of yours. Whoever flips the first Engineer plays its colour; until then you can only flip. Face-down pieces cannot be attacked.
guide-flip-flag = The Flag
    .text = A Flag can be taken only after all three Landmines of its army are gone, and only by the lowest-ranked piece that you have left.
guide-junqi-first = Tips for your first game
    .text = Probe with mid-rank officers to find out what you are facing, and keep the Field Marshal back until you know where the Bombs are. Pieces that have never moved may be Landmines. Hover over a hidden piece to see what it could still be.
    .open = Occupy the camps early, and before you move a piece, look at what could attack it there. Keep your Engineers for the Landmines.
    .flip = Occupy the camps early. Flip pieces next to your strong ones, so that you can attack a weaker enemy there on your next turn. Keep your Engineers for the Landmines.
guide-junqi-sources = About the rules
    .mixed = The name “Mixed Junqi” is traditional. Qipan takes it to mean that pieces stay hidden until they have fought.
    .three = The three-player board and its rules are Qipan's own design.
    .six = Old sources mention six-player Junqi but do not describe it. The board and the rules are Qipan's own design.
