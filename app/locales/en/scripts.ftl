# The scripts page: robots and house rules as files.

scripts-title = Scripts
    .about = Robots and house rules are text files. Change one and save it: a robot uses the new version from its next turn; a house rule applies from the next game.
scripts-list = Scripts
scripts-robots = Robots
scripts-rules = House rules
scripts-game-race = Aeroplane and Flying Chess
scripts-game-junqi = Junqi
scripts-none = None yet.
scripts-none-own-robot = No robots of your own yet. A new one can play right away; its comments say what to change.
scripts-none-own-rule = No house rules of your own yet. A new one can be used right away; its comments say what to change.
scripts-new-robot = New robot…
scripts-new-rule = New house rule…
scripts-row = { $name }, { $file }, { $origin }
scripts-row-broken = { $file }, { $origin }, failed to load: { $why }
scripts-broken = failed to load
scripts-line = line { $line }: { $why }

## Where a script comes from

scripts-origin-shipped = built in
scripts-origin-own = your own
scripts-origin-copy = your copy, not changed yet
scripts-origin-replacement = yours, replacing the built-in one

## Metadata of a script

scripts-by = by { $author }
scripts-version = version { $version }
scripts-level = Level
scripts-presets = Works with
scripts-presets-all = { $game ->
    [race] Aeroplane Chess and Flying Chess
   *[junqi] all modes of Junqi
}
scripts-params = Parameters
scripts-param = { $name }: { $default } ({ $min } to { $max })
scripts-param-flag = { $name }: { $default }
scripts-modules = Modules
scripts-sets = Changes
scripts-hooks = Effect
scripts-hooks-none = changes options only; no code runs during the game
scripts-sees-all = sees every piece, including hidden ones; what it does may reveal something

## What can be done

scripts-save = Save
    .about = Saves your changes to the file (Ctrl+S). Running games use a robot's new version from its next turn; a changed house rule applies from the next game.
scripts-revert = Undo all changes
    .about = Restores what is in the file.
scripts-fuel = { $share }% of the last decision's fuel
scripts-unsaved = not saved
scripts-conflict = Another program has changed the file. Saving will overwrite those changes.
scripts-edit = Open in another editor
scripts-copy = Make your own copy
    .about = Puts a copy into your folder that is used instead of the built-in one.
scripts-folder = Show in folder
scripts-export = Export…
    .about = Checks the script and saves it with its modules and tests as one file that you can give away.
scripts-check = Check
    .robot = Runs the robot's tests, plays about 20 games twice each (fewer if it thinks for long), and reports what is wrong.
    .rule = Plays up to 1,000 random games with the rule, each twice if the rule runs code during the game, and reports what is wrong.
scripts-checking = { $played } of { $games } games
scripts-check-ok = Passed: { $games } games, each played twice
scripts-check-ok-once = Passed: { $games } games
scripts-check-turns = { $turns } turns, 95% of them with at most { $fuel } fuel
scripts-check-calls = { $calls } calls and { $effects } effects, 95% of the calls with at most { $fuel } fuel
scripts-check-options = changes options only; no code runs during the game
scripts-check-tests = { $count ->
    [one] one test passed
   *[other] all { $count } tests passed
}
scripts-check-failed = Check failed
scripts-tests-failed = Tests failed
scripts-test-must = should have chosen { $actions }
scripts-test-must-not = should not have chosen { $actions }
scripts-test-failed = { $name }: chose { $action }, { $wanted } (seed { $seed })
scripts-test-error = { $name }: { $why } (seed { $seed })
scripts-test-count = { $failed } of { $count ->
    [one] 1 test
   *[other] { $count } tests
} failed; all games passed
scripts-load-failed = Failed to load
scripts-failed-at = { $what }: { $file }, line { $line }
scripts-failed-in = { $what }: { $file }
scripts-source = Source of { $file }
scripts-source-line = { $line }: { $text }
scripts-source-marked = { $line }, error: { $text }
scripts-lines = { $count ->
    [one] one line
   *[other] { $count } lines
}

## A new one

scripts-new-robot-title = New robot
scripts-new-rule-title = New house rule
scripts-new-game = Game
scripts-new-name = Name
    .hint = Name that players will see
scripts-new-file = File: { $file }
scripts-new-create = Create
scripts-bad-name = Choose a name of at most { $most } characters with at least one letter or digit.
scripts-said-new = { $file } is in your folder. Edit it here or in your own editor; this page updates when you save.
scripts-said-copied = { $file } is now in your folder and is used instead of the built-in one.
scripts-watch = Test game
    .about = Watch the robot play turn by turn, with its notes, its fuel and what it prints.
scripts-tournament = Tournament…
    .about = Let the robot play hundreds of games against others and see how strong it is.

# The manual
scripts-manual = Manual
manual-title = Manual
manual-contents = Contents
manual-search = Search the manual
manual-nothing-found = Nothing found
manual-copy = Copy
