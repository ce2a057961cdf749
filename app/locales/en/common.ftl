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
action-save-as = Save as...
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
word-loading = Loading...
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

## Files: what happened, where, what to do

storage-find = No place for saved games was found: { $why }
storage-make = The folder { $path } cannot be made: { $why }
storage-read = { $path } cannot be opened: { $why }
storage-write = { $path } cannot be saved: { $why }
storage-settings = The settings could not be read and are as at first; the old ones are kept in { $path }: { $why }
storage-why-missing = there is no such file or folder. Choose another place.
storage-why-denied = the system does not allow it. Choose another place.
storage-why-full = the disk is full. Make room and try again.
storage-why-exists = there is a file of that name already. Choose another name.
storage-why-folder = it is not a file. Choose another one.
storage-why-too-large = it is too large for a saved game. Choose another one.
storage-why-not-text = it is not a text file. Choose another one.
storage-why-no-home = the system names no folder for it. Start with --data-dir and a folder.

## Choosing a file

file-kind = Qipan games
file-open = Open a game
file-save = Save the game
file-name = File
file-none = No saved games in this folder yet.
file-missing = There is no such file. Choose one of the list, or type its whole path.
file-is-folder = This is a folder. Add a file name.
file-no-folder = There is no folder { $path }. Choose another one.
file-replace = There is a file of that name already. Replace it?
file-replace-button = Replace
file-waiting = Waiting for the system's file window...
file-type-instead = Type a path instead
