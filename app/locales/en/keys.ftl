# The sheet of keys.

keys-title = Keys
keys-roll = roll; finish what is moving
keys-move = move this plane
keys-fly = fly; jump instead
keys-stack = stack; stay apart
keys-colour = choose your colour before the first roll
keys-focus = go from one thing to the next
keys-enter = press what has the ring; confirm a move
keys-back = close; one screen back
keys-pause = halt the robots
keys-why = what the robots thought
keys-undo = take back
keys-save = save
keys-save-as = save as...
keys-open = open
keys-new = new game
keys-quit = close the window
keys-step = a step back, a step on (looking back)
keys-ends = start, end (looking back)
keys-scripts = scripts: robots and house rules
keys-sheet = this sheet
keys-continue = back to the running game
keys-fullscreen = full screen
keys-eyes = through whose eyes the game is seen
keys-draw = offer a draw
