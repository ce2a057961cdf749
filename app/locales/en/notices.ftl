# Short messages at the foot of the window.

notice-saved = Saved as { $file }.
notice-nothing-to-save = There is no game to save yet.
notice-opened-changed = { $file } was changed after it was saved: { $what }
notice-opened-goes-on = { $file }: { $what }
notice-open-failed = { $file } cannot be opened: { $why }
notice-no-opener = no program on this system opens it.
notice-no-take-back = You have nothing to take back.
notice-no-table = No game is running.
notice-robot-reloaded = { $file } was reloaded.
notice-colour-late = The colour is chosen before the first roll.
ask-resign = Resign this game?
ask-changed-elsewhere = { $file } was changed by another window or program. Replace it?
ask-lose-game = { $why }

    Begin the other game all the same? The one on the table is lost then.
ask-overwrite = { $file } already exists. Replace it?
notice-draw-declined = { $seats } declined the draw.
ask-unsaved = Not saved: { $files }. Save first?
ask-unsaved-notes = the notes on this game
ask-take-back = Hidden pieces have fought or been shown since. Taking that back stays in the record of the game. Do all the people at the table agree?
notice-taken-back = Taken back after hidden pieces had fought or been shown; this stays in the record.
ask-draw = A draw is offered. Do all who are still playing agree?
ask-run-programs =
    This needs another program, which can do whatever you can on this computer: read, change and delete your files and use the network. Choose Yes only if you trust its author. Run it?
ask-program-runs = { $file } runs this command, one argument per line:
ask-program-beside = Files beside it that belong to the command: { $files }. You will be asked again if one of them changes.
ask-show-everything = This game is not finished. Show what the other players cannot see?
notice-partly-known = Not every layout was recorded: some pieces stay unknown.
notice-no-think-again = No robot has decided anything yet.
