# The scripts page: robots and house rules as files.

scripts-title = Scripts
    .about = Robots and house rules are text files. Change one and save it: it is used from the next turn or the next game on.
scripts-list = Scripts
scripts-robots = Robots
scripts-rules = House rules
scripts-game-race = Aeroplane and Flying Chess
scripts-game-junqi = Junqi
scripts-none = None yet.
scripts-none-own-robot = No robots of your own yet. A new one can play right away; its comments say what to change.
scripts-none-own-rule = No house rules of your own yet. A new one can be used right away; its comments say what to change.
scripts-new-robot = New robot...
scripts-new-rule = New house rule...
scripts-row = { $name }, { $file }, { $origin }
scripts-row-broken = { $file }, { $origin }, failed to load: { $why }
scripts-broken = failed to load
scripts-line = line { $line }: { $why }

## Where a script comes from

scripts-origin-shipped = ships with Qipan
scripts-origin-own = your own
scripts-origin-copy = your copy, not changed yet
scripts-origin-instead = your own, instead of the one that ships

## What a script says about itself

scripts-by = by { $author }
scripts-version = version { $version }
scripts-level = Level
scripts-presets = For
scripts-presets-all = all boards and modes
scripts-params = Settings
scripts-param = { $name } { $default }, { $min } to { $max }
scripts-param-flag = { $name } { $default }
scripts-sets = Sets
scripts-hooks = Does
scripts-hooks-none = only options, nothing runs
scripts-sees-all = sees every piece, hidden ones too; what it does may give something away

## What can be done

scripts-save = Save
    .about = Writes your changes into the file (Ctrl+S). Games that are running take the robot up from its next turn.
scripts-revert = Undo all changes
    .about = Goes back to what the file holds.
scripts-fuel = { $share } % of the fuel of its last decision
scripts-unsaved = not saved
scripts-overtaken = The file was changed elsewhere meanwhile. Saving writes over that.
scripts-edit = Open in another editor
scripts-copy = Make your own copy
    .about = Puts a copy into your folder, to be used instead of the one that ships.
scripts-folder = Show in folder
scripts-check = Check
    .robot = Plays 20 games with it, each twice, and reports what is wrong
    .rule = Plays 1,000 random games with it, each twice, and reports what is wrong
scripts-checking = { $played } of { $games } games
scripts-check-ok = Passed: { $games } games, each played twice
scripts-check-turns = { $turns } turns, 95% of them under { $fuel } steps of fuel
scripts-check-calls = { $calls } calls and { $effects } effects, 95% of the calls under { $fuel } steps of fuel
scripts-check-options = only options, nothing runs
scripts-check-failed = The check found a mistake
scripts-load-failed = Failed to load
scripts-failed-at = { $what }: { $file }, line { $line }
scripts-failed-in = { $what }: { $file }
scripts-source = Source of { $file }
scripts-source-line = { $line }: { $text }
scripts-source-marked = { $line }, the mistake: { $text }
scripts-lines = { $count ->
    [one] one line
   *[other] { $count } lines
}

## A new one

scripts-new-robot-title = New robot
scripts-new-rule-title = New house rule
scripts-new-game = Game
scripts-new-name = Name
    .hint = What players will see
scripts-new-file = The file will be { $file }
scripts-new-create = Create
scripts-bad-name = Choose a name of at most { $most } characters, with a letter or a digit in it.
scripts-said-new = { $file } is in your folder. Write here or in an editor of your own; this page follows what you save.
scripts-said-copied = { $file } is now in your folder and used instead of the one that ships.
scripts-watch = Test game
    .about = Watch the robot play turn by turn, with its notes, its fuel and what it prints.
scripts-tournament = Tournament...
    .about = Let the robot play hundreds of games against others and see how strong it is.
