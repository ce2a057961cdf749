# Names and buttons used all over the window.

app-name = Qipan
app-tagline = Chinese family board games

## The games

game-aeroplane = Aeroplane Chess
    .about = The printed board: jumps, flights and stacks
game-flying = Flying Chess
    .about = The simple one: 56 waypoints, no jumps, no flights
game-junqi = Junqi
    .about = Land battle chess with hidden pieces

## The seats: their names, their shapes, and who plays there

seat-red = Red
seat-yellow = Yellow
seat-blue = Blue
seat-green = Green
seat-south = South
seat-east = East
seat-north = North
seat-west = West
seat-shape-circle = circle
seat-shape-square = square
seat-shape-triangle = triangle
seat-shape-diamond = diamond
player-you = you
player-human = person
player-robot = robot
player-nobody = nobody

## Buttons

action-ok = OK
action-cancel = Cancel
action-back = Back
action-close = Close
action-open = Open
action-save = Save
action-save-as = Save as…
action-delete = Delete
action-rename = Rename
action-copy = Copy
action-retry = Try again
action-continue = Continue
action-quit = Quit
action-undo = Take back
action-redo = Redo
action-help = Help
action-settings = Settings
action-home = Home
action-yes = Yes
action-no = No

## Words

word-on = on
word-off = off
word-none = none
word-default = default
word-all = all
word-error = Something went wrong
word-loading = Loading…
word-saved = Saved
count-seconds = { $count ->
    [one] { $count } second
   *[other] { $count } seconds
}
count-rolls = { $count ->
    [one] { $count } roll
   *[other] { $count } rolls
}
count-moves = { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
place-of = { $place ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $place }th
}
