# Names and buttons used all over the window.

app-name = Qipan

## The games

game-aeroplane = Aeroplane Chess
    .about = The printed board: jumps, flights and stacks
game-flying = Flying Chess
    .about = The quick one: 56 points, no jumps or flights
game-junqi = Junqi
    .about = Land battle chess with hidden pieces

## The seats: their names, and who plays there

seat-red = Red
seat-yellow = Yellow
seat-blue = Blue
seat-green = Green
seat-south = South
seat-east = East
seat-north = North
seat-west = West
seat-southeast = Southeast
seat-northeast = Northeast
seat-northwest = Northwest
seat-southwest = Southwest
player-nobody = nobody

## Buttons

action-cancel = Cancel
action-back = Back
action-close = Close
action-open = Open
action-save = Save
action-discard = Discard
action-rename = Rename
action-yes = Yes
action-no = No

## Words

word-on = on
word-off = off
word-none = none
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

## Lists: between words, before the last one, between sentences

list-comma = {", "}
list-and = { $list } and { $last }
list-or = { $list } or { $last }
list-clause = {", "}
list-semicolon = {"; "}

## Files: what happened, where, what to do

storage-find = There is no place for saved games: { $why }
storage-make = The folder { $path } cannot be created: { $why }
storage-read = { $path } cannot be opened: { $why }
storage-write = { $path } cannot be saved: { $why }
storage-settings = The settings could not be read and were reset. The old ones are kept in { $path }: { $why }
storage-why-missing = there is no such file or folder. Choose another place.
storage-why-denied = the system does not allow it. Choose another place.
storage-why-full = the disk is full. Make room and try again.
storage-why-exists = there is already a file of that name. Choose another name.
storage-why-folder = it is not a file. Choose another one.
storage-why-too-large = it is too large for a saved game. Choose another one.
storage-why-not-text = it is not a text file. Choose another one.
storage-why-no-home = the system gives no folder for it. Start Qipan with --data-dir and a folder.

## Choosing a file

file-kind = Qipan games
file-open = Open a game
file-bring = Add games of a folder
file-bring-hint = Type the path of a folder, or of one game.
file-save = Save the game
file-share = Save to a file
file-name = File
file-none = No saved games in this folder yet.
file-missing = There is no such file. Choose one from the list, or type its full path.
file-is-folder = This is a folder. Add a file name.
file-no-folder = There is no folder { $path }. Choose another one.
file-replace = There is already a file of that name. Replace it?
file-replace-button = Replace
file-waiting = Waiting for the system's file dialog...
file-type-instead = Type a path instead

## Files that are no games

fault-too-large = The file is too large for a saved game.
fault-not-text = The file is not text.
fault-foreign = This is not a game saved by Qipan.
fault-version = The game was saved by a later version of Qipan.
fault-game = It holds a game of "{ $game }", which this version does not know.
fault-line = Line { $line }: { $what }
fault-steps = The steps do not make a game: { $what }
