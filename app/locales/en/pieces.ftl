# The names of Junqi's pieces, cells and ready-made layouts.

## Pieces

piece-field_marshal = Field Marshal
piece-general = General
piece-major_general = Major General
piece-brigadier = Brigadier
piece-colonel = Colonel
piece-major = Major
piece-captain = Captain
piece-lieutenant = Lieutenant
piece-engineer = Engineer
piece-bomb = Bomb
piece-landmine = Landmine
piece-flag = Flag

## The cells of an army's land by row and column, left and right as its owner sees them

cell-11 = 11
cell-12 = 12
cell-13 = 13
cell-14 = 14
cell-15 = 15
cell-21 = 21
cell-22 = 22
cell-23 = 23
cell-24 = 24
cell-25 = 25
cell-31 = 31
cell-32 = 32
cell-33 = 33
cell-34 = 34
cell-35 = 35
cell-41 = 41
cell-42 = 42
cell-43 = 43
cell-44 = 44
cell-45 = 45
cell-51 = 51
cell-52 = 52
cell-53 = 53
cell-54 = 54
cell-55 = 55
cell-61 = 61
cell-62 = 62
cell-63 = 63
cell-64 = 64
cell-65 = 65

## The nine cells of the centre

cell-c11 = C11
cell-c12 = C12
cell-c13 = C13
cell-c21 = C21
cell-c22 = C22
cell-c23 = C23
cell-c31 = C31
cell-c32 = C32
cell-c33 = C33
cell-six-11 = C11
cell-six-12 = C12
cell-six-13 = C13
cell-six-21 = C21
cell-six-22 = C22
cell-six-31 = C31
cell-six-32 = C32
cell-six-33 = C33
cell-six-41 = C41
cell-six-42 = C42
cell-six-51 = C51
cell-six-52 = C52
cell-six-53 = C53

## Ready-made layouts

shipped-steady_wall = Steady wall
    .plan = Strong pieces are lined up along both edges; Landmines seal off the Flag's corner.
shipped-left_storm = Left-flank assault
    .plan = All the strength is in the left column; the Flag stays far from it, behind Landmines.
shipped-two_wings = Two wings
    .plan = Both edges are equally strong, so the first blow can fall on either side.
shipped-triangle_mines = Triangle of mines
    .plan = The Flag's three neighbours are Landmines: only Engineers and Bombs can get to it.
shipped-bombs_behind_38 = Backed by Bombs
    .plan = A Major General at each front corner with a Bomb behind him: a piece that takes him meets the Bomb.
shipped-empty_fort = Empty fort
    .plan = The Landmines guard the headquarters without the Flag; the Flag itself has none beside it.
shipped-hidden_flag = Hidden Flag
    .plan = The Landmines are laid the same way on both sides, so they do not give the Flag away.
shipped-engineers_first = Engineers first
    .plan = Three Engineers in the middle of the front row rush out as soon as the railways are open.
shipped-marshal_in_ambush = Marshal in ambush
    .plan = The General leads and is mistaken for the Field Marshal, who waits in the fourth row.
shipped-sunken_bombs = Buried Bombs
    .plan = Both Bombs wait at the ends of the fifth row and attack along the railways.
shipped-centre_thrust = Centre thrust
    .plan = The strongest pieces are massed around the middle column, with both Bombs close by.
shipped-mines_in_a_row = Mines in a row
    .plan = Three Landmines side by side cut the fifth-row railway in front of both headquarters.
