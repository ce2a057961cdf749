# How the games are played.

guide-title = How to play: { $game }
guide-rules = This is the game as it comes; every rule can be changed before a game.

## Aeroplane Chess and Flying Chess

guide-race-aim = What you want
    .text = Bring all your planes once round the board and into the centre before the others do. Roll the die when it is your turn (Space), then choose the plane that moves (click it, or press 1 to 4).
guide-aeroplane-start = Taking off
    .text = Your planes begin in the hangar. An even roll brings one out to the apron, where nobody can capture it. A 6 lets you roll again; but at a third 6 in a row the planes that moved on the first two go back.
guide-aeroplane-jump = Jumping and flying
    .text = A plane that lands on a square of its own colour jumps on to the next one of that colour. From the square with the dotted line it can fly across the board instead; a plane on the lane that it crosses goes back to its hangar.
guide-aeroplane-capture = Capturing
    .text = Where your plane lands, all planes of the others go back to their hangars: at the end of a move, and at each jump and flight on the way.
guide-aeroplane-stack = Stacks
    .text = Planes of yours that meet can be stacked. A stack moves as one plane, which is twice as fast for the same roll, and is captured as one.
guide-flying-start = Taking off
    .text = A piece enters only on a 6, on to the start point of its colour. A 6 does not let you roll again, and there are no jumps and no flights.
guide-flying-capture = Capturing
    .text = Where a move ends on the outer path, all pieces of the others on that point go home. Home, lanes and the centre are safe.
guide-flying-stack = Sharing a point
    .text = Any number of your pieces can share a point; each moves by itself.
guide-race-home = Coming home
    .text = The last stretch is a lane of your own colour, where nobody can follow. The centre needs an exact roll: a piece that cannot use the roll stays.
guide-race-first = For your first game
    .text = Get planes out early, capture when you can, and do not rest just in front of somebody else's plane. Point at a plane to see where it would land and whom it would send home.

## Junqi

guide-junqi-aim = What you want
    .text = Take the enemy's Flag, or leave the enemy without a piece that can move.
guide-junqi-pieces = The pieces
    .text = The higher number wins, equal ones fall together. Players talk in these numbers; behind them is how many each army has.
guide-junqi-layout = Laying out your army
    .text = The Flag stands in one of the two headquarters at the back, Landmines in the last two lines, Bombs anywhere but in the first line; the round camps stay empty. A ready-made layout will do at first.
guide-junqi-moves = Moving
    .text = One step along any line, or on a railway as far as the way is free, straight on. Engineers turn corners on the railway, too. Landmines, Flags, and whatever stands in a headquarters never move.
guide-flip-moves = Moving
    .text = One step along any line, or on a railway as far as the way is free, straight on. Engineers turn corners on the railway, too. Landmines and Flags never move.
guide-junqi-camps = Camps
    .text = A piece in a round camp cannot be attacked, but can attack out of it. They are the best places on the board.
guide-junqi-fights = Fighting
    .text = A Bomb takes with it whatever it meets. A Landmine destroys what strikes it and stays, except that an Engineer removes it and a Bomb goes with it.
guide-junqi-hidden = What you see
    .text = The pieces of your enemies are hidden. After a fight you are told who stayed and who went, never what it was: the rest is reckoning. When a Field Marshal falls, its army's Flag is shown.
guide-junqi-shown = What you see
    .text = The pieces of your enemies are hidden until they fight; whatever has fought is shown to all.
guide-junqi-open = What you see
    .text = All pieces are open to everybody.
guide-junqi-allies = Allies
    .text = Allies do not strike each other and stand in each other's way. An army without its Flag or without a move is out, and its pieces leave the board; the last side with an army wins.
guide-junqi-alone = Each for itself
    .text = An army without its Flag or without a move is out, and its pieces leave the board; the last army wins.
guide-flip-aim = What you want
    .text = Remove the enemy's three Landmines, then take its Flag; or leave it without a piece that can move.
guide-flip-turn = Your turn
    .text = All pieces lie face down. Turn one up, or move one of yours. Whoever turns up the first Engineer owns its army; until then only turning up is possible. What lies face down cannot be attacked.
guide-flip-flag = The Flag
    .text = Once all three Landmines of an army are gone, the lowest ranked piece you still have can take its Flag; others cannot.
guide-junqi-first = For your first game
    .text = Strike with middling officers to find out what stands opposite, and keep the Field Marshal back until you know where the Bombs are. Pieces that have never moved may be Landmines. Point at a hidden piece to see what it can still be.
