# The sheet of keys.

keys-title = Keys
keys-roll = roll; skip what is moving
keys-move = move that plane
keys-fly = fly; jump instead
keys-stack = stack; stay apart
keys-colour = choose your colour before the first roll
keys-focus = go to the next item
keys-enter = press the selected item; confirm a move
keys-back = close; one screen back
keys-pause = pause the robots
keys-why = what the robots thought
keys-undo = take back
keys-save = save
keys-save-as = save as...
keys-open = open
keys-new = new game
keys-quit = close the window
keys-step = one step back, one step forward (replay)
keys-ends = start, end (replay)
keys-scripts = scripts: robots and house rules
keys-sheet = this list
keys-continue = back to the running game
keys-fullscreen = full screen
keys-eyes = whose view of the game is shown
keys-names = what is written on Junqi pieces
keys-draw = offer a draw
