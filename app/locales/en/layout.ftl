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
layout-copy = Copy line
layout-paste = Paste line
layout-rename = Rename
layout-delete = Delete
layout-keep = Keep it
layout-replace = Replace
layout-tools = Tools

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
layout-half = { $count } to place

## The tray

layout-tray = To place
layout-tray-empty = All 25 pieces stand
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

layout-hint = Drag a piece to its cell. Letters place it at the ring: { $letters }.
layout-holding = { $piece } in hand: choose a cell.
layout-limit-flag = The Flag stands in a headquarters: 62 or 64.
layout-limit-mine = Landmines stand in the last two lines only.
layout-limit-bomb = Bombs do not stand in the first line.
layout-limit-camp = Camps stay empty before the first move.
layout-none-left = No { $piece } is left in the tray.
layout-nothing-there = This cell is empty. Take a piece from the tray first.
layout-will-place = { $piece } goes to { $cell }.
layout-will-swap = { $piece } and { $other } change places.
layout-will-push = { $other } goes back to the tray.
layout-will-push-limit = { $other } goes back to the tray: it may not stand on { $cell }.
layout-will-return = { $piece } goes back to the tray.
layout-will-stay = { $piece } stays where it is.
layout-said-mirror = Left and right have changed places.
layout-said-random = Laid out at random, as people do.
layout-said-clear = All pieces are in the tray. Undo brings them back.
layout-said-loaded = "{ $name }" is on the board.
layout-said-undo = Undone.
layout-said-redo = Done again.
layout-said-no-undo = There is nothing to undo.
layout-said-no-redo = There is nothing to do again.
layout-said-copied = Copied: { $line }
layout-said-pasted = Pasted.
layout-said-saved = Saved as "{ $name }".
layout-said-renamed = It is called "{ $name }" now.
layout-said-deleted = "{ $name }" is deleted.
layout-said-bad-line = This is no layout: { $why }
layout-said-incomplete = { $count ->
    [one] One piece is still in the tray.
   *[other] { $count } pieces are still in the tray.
} Place all 25 to play with this layout.

## Questions

layout-ask-replace = There is a layout "{ $name }" already. Replace it?
layout-ask-rename = New name for "{ $name }"
layout-ask-delete = Delete "{ $name }"? Its file goes, too.

## What is wrong with a line or a file

layout-bad-length = a layout has 25 pieces, this has { $count }.
layout-bad-sign = "{ $sign }" is no piece. Pieces are { $letters }, or their codes.
layout-bad-count = an army has { $count ->
    [one] one { $piece }
   *[other] { $count } of { $piece }
}, this has { $found }.
layout-bad-place = { $piece } may not stand on { $cell }.
layout-file-broken = { $file } cannot be read as a layout: { $why }
layout-file-foreign = { $file } is no layout of Qipan.
layout-file-version = { $file } was written by a later Qipan (version { $version }).
layout-file-large = { $file } is too large for a layout.
layout-file-pieces = { $file } is no layout: { $why }
layout-file-nameless = { $file } has no name in it.
layout-nameless = Give the layout a name first.
layout-exists = There is a layout "{ $name }" already. Choose another name.

## Choosing one for a game

layout-choose = Layout of { $seat }
layout-choose-random = Random
    .about = A new one every game, as people lay out.
layout-choose-made = Made by hand
layout-choose-edit = Edit...
