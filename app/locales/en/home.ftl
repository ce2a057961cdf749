# The first screen: living boards, the game to continue, recent games.
