# Short messages at the foot of the window.

notice-saved = Saved as { $file }.
notice-nothing-to-save = There is no game to save yet.
notice-opened-changed = { $file } did not pass the check: { $what }
notice-opened-ended-early = { $file }: { $what }
notice-open-failed = Cannot open { $file }: { $why }
notice-no-opener = no program on this system can open it.
notice-coach-on = The coach is on. It asks before you make a costly move.
notice-coach-off = The coach is off.
notice-no-hint = Hints are only available when you have a move to make.
notice-hint-roll = Roll the die first.
notice-no-take-back = There is nothing to take back.
notice-no-redo = There is nothing to redo.
notice-took-back = Took back: { $moves }
notice-took-back-more = { $count ->
    [one] and one more move
   *[other] and { $count } more moves
}
notice-no-table = No game is running.
notice-robot-reloaded = { $file } was loaded.
notice-colour-late = You can only choose a colour before the first roll.
ask-resign = Resign this game?
ask-resign-many = Resign? The other players will play on.
ask-changed-elsewhere = { $file } was changed by another window or program. Replace it?
ask-lose-game =
    { $why }
    Start the other game anyway? The current game will be lost.
ask-overwrite = { $file } already exists. Replace it?
notice-draw-declined = { $seats } declined the draw.
notice-robot-resigns = { $seat } resigns.
ask-unsaved = Not saved: { $files }. Save first?
ask-unsaved-notes = the notes on this game
ask-take-back = Hidden pieces have fought or been revealed since that move. Taking it back will be recorded in the game. Does everyone at the table agree?
notice-take-back-recorded = The moves taken back had revealed something about hidden pieces, so the game records that they were taken back.
ask-draw = Do all remaining players agree to a draw?
ask-run-programs =
    This needs another program, which can do whatever you can on this computer: read, change and delete your files and use the network. Choose Yes only if you trust its author. Run it?
ask-program-runs = { $file } runs this command, one argument per line:
ask-program-beside = Files next to it that belong to the command: { $files }. You will be asked again if one of them changes.
ask-show-everything = This game is not finished. Show the other players' hidden pieces?
notice-partly-known = Not every layout was recorded, so some pieces stay unknown.
notice-no-retry = No robot has moved yet.
