# The layout editor: where an army's 25 pieces stand before the first move.

layout-title = Layout
layout-open = Lay out an army
layout-unnamed = not saved yet
layout-changed = changed
layout-name = Name
    .hint = name of this layout
layout-save = Save
layout-done = Done
layout-use = Use for { $seat }

## What can be done

layout-mirror = Mirror
layout-random = Random
layout-clear = Clear
layout-undo = Undo
layout-redo = Redo
layout-copy = Copy as text
layout-paste = Paste text
layout-rename = Rename
layout-delete = Delete
layout-keep = Keep it
layout-replace = Replace

## The shelf

layout-shelf = Layouts
layout-shipped = Ready-made
layout-own = My own
layout-own-empty = Nothing here yet. Give this layout a name and save it.
layout-load = Load "{ $name }"
layout-load-half = Load "{ $name }", { $count ->
    [one] { $count } piece left
   *[other] { $count } pieces left
}

## The tray

layout-tray = To place
layout-tray-empty = All 25 pieces placed
layout-tray-left = { $count ->
    [one] { $count } piece left
   *[other] { $count } pieces left
}

## Spoken names: cells and pieces

layout-cell-station = station { $cell }
layout-cell-headquarters = headquarters { $cell }
layout-cell-camp = camp { $cell }
layout-spoken-cell = { $cell }: { $piece }
layout-spoken-empty = { $cell }: empty
layout-spoken-held = { $cell }: { $piece }, in your hand
layout-spoken-allowed = { $spoken }, allowed
layout-spoken-forbidden = { $spoken }, not allowed
layout-spoken-tray = In the tray: { $piece }, { $count }

## What happens, in one line

layout-hint = Drag a piece to its cell, or type its letter to place it at the ring: { $letters }.
layout-holding = { $piece } in hand: choose a cell.
layout-limit-flag = The Flag must stand in a headquarters: 62 or 64.
layout-limit-mine = Landmines may only stand in the last two lines.
layout-limit-bomb = Bombs may not stand in the first line.
layout-limit-camp = Camps stay empty before the first move.
layout-none-left = There is no { $piece } left to place.
layout-nothing-there = This cell is empty. Take a piece from the tray first.
layout-will-place = { $piece } goes to { $cell }.
layout-will-swap = { $piece } and { $other } swap places.
layout-will-push = { $other } goes back to the tray.
layout-will-push-limit = { $other } goes back to the tray: it may not stand on { $cell }.
layout-will-return = { $piece } goes back to the tray.
layout-will-stay = { $piece } stays where it is.
layout-said-mirror = Left and right are swapped.
layout-said-random = Laid out at random, the way people do.
layout-said-clear = All pieces are in the tray. Undo brings them back.
layout-said-loaded = "{ $name }" is on the board.
layout-said-undo = Undone.
layout-said-redo = Redone.
layout-said-no-undo = There is nothing to undo.
layout-said-no-redo = There is nothing to redo.
layout-said-copied = Copied: { $line }
layout-said-pasted = Pasted.
layout-said-saved = Saved as "{ $name }".
layout-said-renamed = Renamed to "{ $name }".
layout-said-deleted = "{ $name }" is deleted.
layout-said-bad-line = This is not a layout: { $why }
layout-said-incomplete = { $count ->
    [one] One piece is still in the tray.
   *[other] { $count } pieces are still in the tray.
} Place all 25 to play with this layout.

## Questions

layout-ask-replace = There is already a layout called "{ $name }". Replace it?
layout-ask-delete = Delete "{ $name }"? Its file is deleted, too.

## What is wrong with a line or a file

layout-bad-length = a layout has 25 pieces, this one has { $count }.
layout-bad-sign = "{ $sign }" is not a piece. Pieces are { $letters }, or their codes.
layout-bad-count = an army has { $count ->
    [one] one { $piece }
   *[other] { $count } of { $piece }
}, this has { $found }.
layout-bad-place = { $piece } may not stand on { $cell }.
layout-file-broken = { $file } cannot be read as a layout: { $why }
layout-file-foreign = { $file } is not a Qipan layout.
layout-file-version = { $file } was written by a later version of Qipan (format { $version }).
layout-file-large = { $file } is too large for a layout.
layout-file-pieces = { $file } is not a layout: { $why }
layout-file-nameless = { $file } has no name in it.
layout-nameless = Give the layout a name first.
layout-exists = There is already a layout called "{ $name }". Choose another name.

## Choosing one for a game

layout-choose = Layout of { $seat }
layout-choose-random = Random
    .about = A new one every game, laid out the way people do.
layout-choose-made = Made by hand
layout-choose-edit = Edit...
