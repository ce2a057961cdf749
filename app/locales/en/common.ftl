# Names and buttons used all over the window. The words of all files are settled in ../TERMS.md.

app-name = Qipan

## The games

game-aeroplane = Aeroplane Chess
    .about = Chinese Ludo with jumps, flights and stacks
game-flying = Flying Chess
    .about = Simpler: 56 squares, no jumps or flights
game-junqi = Junqi
    .about = Like Stratego, for two, three, four or six armies

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
place-won = won
place-lost = lost
place-drawn = draw
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
list-last-clause = { $list } and { $last }
list-sentence = {"; "}
list-semicolon = {"; "}

## Errors of files: what happened, where, what to do

storage-find = No folder for saved games was found: { $why }
storage-make = Cannot create the folder { $path }: { $why }
storage-read = Cannot open { $path }: { $why }
storage-write = Cannot save { $path }: { $why }
storage-delete = Cannot delete { $path }: { $why }
storage-settings = The settings could not be read and were reset. The old ones are kept in { $path }. The reason: { $why }
storage-drill = Your puzzle record could not be read, so a new one was started. The old one is kept in { $path }. The reason: { $why }
storage-why-missing = no such file or folder.
storage-why-denied = permission denied. Check the permissions of the file and its folder.
storage-why-full = the disk is full. Make room and try again.
storage-why-exists = a file with that name already exists.
storage-why-folder = it is a folder or a device, not a file.
storage-why-not-folder = part of the path is a file, not a folder.
storage-why-too-large = the file is too large.
storage-why-not-text = it is not a text file.
storage-why-no-home = the system has no data folder. Start Qipan with --data-dir FOLDER.

## Choosing a file

file-kind = Qipan games
file-open = Open a game
file-bring = Add games from a folder
file-bring-hint = Type the path to a folder or to one game.
file-save = Save the game
file-share = Save to a file
file-name = File
file-none = No files of this kind in this folder yet.
file-missing = File not found. Choose one from the list, or type its full path.
file-is-folder = This is a folder. Add a file name.
file-no-folder = The folder { $path } does not exist. Choose another one.
file-replace = A file with that name already exists. Replace it?
file-replace-button = Replace
file-waiting = Waiting for the system's file dialog…
file-type-instead = Type a path instead

## Files that are not games

fault-unreadable = The file cannot be read: { $why }
fault-too-large = The file is too large to be a saved game.
fault-not-text = The file is not a text file.
fault-foreign = This is not a game saved by Qipan.
fault-version = This game was saved by a newer version of Qipan.
fault-game = This file holds a game of “{ $game }”, which this version does not support.
fault-line = Line { $line }: { $what }
fault-steps = The recorded steps do not form a valid game: { $what }
