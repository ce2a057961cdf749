# The layout editor: where an army's 25 pieces stand before the first move.

layout-title = Layout
layout-open = Lay out an army
layout-unnamed = not saved yet
layout-changed = changed
layout-name = Name
    .hint = layout name
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
layout-export = Export…
    .about = Saves this layout as a file that others can open with Qipan.
    .needs = Place all 25 pieces and save the layout first.
layout-keep = Keep it
layout-replace = Replace

## The list of layouts

layout-collection = Layouts
layout-shipped = Ready-made
layout-own = My layouts
layout-own-empty = Nothing here yet. Give this layout a name and save it.
layout-load = Load “{ $name }”
layout-load-incomplete = Load “{ $name }”, { $count ->
    [one] { $count } piece still to place
   *[other] { $count } pieces still to place
}

## The tray

layout-tray = Tray
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
layout-spoken-tray = In the tray: { $piece }, { $count }, key { $letter }

## What happens, in one line

layout-hint = Drag a piece to a space, or select a space and type the letter shown on the piece.
layout-holding = Holding the { $piece }: choose a space.
layout-limit-flag = The Flag must be in one of the two headquarters (HQ), 62 or 64.
layout-limit-mine = Landmines may only stand in the back two rows.
layout-limit-bomb = Bombs may not stand in the front row.
layout-limit-camp = Camps stay empty before the first move.
layout-none-left = The tray has no more of this piece: { $piece }.
layout-nothing-there = This space is empty. Take a piece from the tray first.
layout-will-place = The { $piece } goes to { $cell }.
layout-will-swap = The { $piece } and the { $other } swap places.
layout-will-push = The { $other } goes back to the tray.
layout-will-push-limit = The { $other } goes back to the tray: it may not stand on { $cell }.
layout-will-return = The { $piece } goes back to the tray.
layout-will-stay = The { $piece } stays where it is.
layout-said-mirror = Left and right are swapped.
layout-said-random = A random layout, modelled on those of real players.
layout-said-clear = All pieces are in the tray. Undo brings them back.
layout-said-loaded = “{ $name }” is on the board.
layout-said-undo = Undone.
layout-said-redo = Redone.
layout-said-no-undo = There is nothing to undo.
layout-said-no-redo = There is nothing to redo.
layout-said-copied = Copied: { $line }
layout-said-pasted = Pasted.
layout-said-saved = Saved as “{ $name }”.
layout-said-renamed = Renamed to “{ $name }”.
layout-said-deleted = “{ $name }” was deleted.
layout-said-bad-line = This is not a layout: { $why }
layout-said-incomplete = { $count ->
    [one] One piece is still in the tray.
   *[other] { $count } pieces are still in the tray.
} Place all 25 to play with this layout.

## Questions

layout-ask-replace = A layout called “{ $name }” already exists. Replace it?
layout-ask-delete = Delete “{ $name }”? Its file will be deleted as well.

## What is wrong with a line or a file

layout-bad-length = a layout has 25 pieces, but this one has { $count }.
layout-bad-sign = “{ $sign }” is not a piece. Pieces are { $letters }, or their codes.
layout-bad-count = an army has { $count } × { $piece }, but this one has { $found }.
layout-bad-place = the { $piece } may not stand on { $cell }.
layout-file-broken = { $file } cannot be read as a layout: { $why }
layout-file-foreign = { $file } is not a Qipan layout.
layout-file-version = { $file } was written by a newer version of Qipan (format { $version }).
layout-file-large = { $file } is too large to be a layout.
layout-file-pieces = { $file } is not a layout: { $why }
layout-file-nameless = { $file } does not name its layout.
layout-nameless = Give the layout a name first.
layout-exists = A layout called “{ $name }” already exists. Choose another name.

## Choosing one for a game

layout-choose = { $seat }'s layout
layout-choose-random = Random
    .about = A new random layout every game, modelled on those of real players.
layout-choose-made = Made by hand
layout-choose-edit = Edit…
