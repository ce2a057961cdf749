# House rules and named sets of rules on the new-game screen.

house-head = House rules
house-list = Small rule changes that you can combine. They apply in the order you tick them; if two change the same option, the later one wins.
house-empty = There are no house rules for this game yet.
house-sets = { $option }: { $value }
house-adds = { $option }: also { $value }
house-hook-filter = limits the moves
house-hook-after = changes things during the game
house-hook-answered = asks players to choose
house-hook-battle = changes the outcome of battles
house-hook-layout = limits layouts
house-sees-all = Sees hidden pieces, so what it does may reveal something.
house-unfit = Cannot be used here. { $why }
house-broken = Failed to load: { $why }
house-set-by = set by { $rule }
house-conflict = “{ $loses }” and “{ $holds }” both change “{ $option }”. “{ $holds }” wins: { $value }.
house-no-option = It changes “{ $option }”, which is not an option of this game.
house-bad-value = It sets “{ $option }” to { $value }, which is not possible.
house-no-meaning = It changes “{ $option }”, which has no effect on this board.

## Why a game cannot begin yet

problem-house = The house rule “{ $rule }” cannot be used. { $why }
problem-house-broken = The house rule { $rule } has an error and cannot be used. Untick it or fix its file.
problem-house-failed = A house rule failed: { $why }
problem-layout = “{ $rule }” does not allow { $seat }'s layout: { $why }
problem-drawn = “{ $rule }” rejected every random layout for { $seat }, so the game cannot begin. The last reason: { $why }
notice-layout-replaced = { $seat }'s robot plays with a random layout, because “{ $rule }” does not allow its own: { $why }

## Named sets

set-menu = Rule sets
set-pick = Rule set: { $name }
set-save = Save these rules as a set…
    .about = Keeps these options and house rules, so that you can use them again or share them as one file.
set-rename = Rename…
set-delete = Delete
set-export = Export to a file…
set-import = Import from a file…
set-none-selected = Choose a rule set first.
set-save-title = Save these rules as a set
set-rename-title = Rename this set
set-name = Rule set name
    .hint = for example: our family's rules
set-replace = Replace
set-ask-delete = Delete the rule set “{ $name }”? Its house rules are kept.
set-said-saved = Saved as “{ $name }”.
set-said-exported = “{ $name }” was exported to { $file }, with its house rules.
set-said-imported = “{ $name }” was added to your rule sets.
set-said-without = Using “{ $name }” without { $rules }.
set-said-incomplete = Using “{ $name }”, but some of its rules failed to load: { $rules }. The list of house rules says why.
set-source = Source
set-install-title = { $count ->
    [one] “{ $name }” comes with a house rule that you do not have
   *[other] “{ $name }” comes with { $count } house rules that you do not have
}
set-install = House rules are small programs. They can see the game and nothing else on your computer. They will be added to your own scripts; none of your files will be replaced.
set-install-yes = Install and use
set-install-without = Don't install, use the rest
set-broken = { $file }, line { $line }: { $what }
set-foreign = { $file } is not a Qipan rule set.
set-version = { $file } was written by a newer version of Qipan (format { $version }).
set-large = { $file } is too large to be a rule set.
set-nameless = The set has no name. Give it one.
set-exists = A rule set called “{ $name }” already exists. Replace it, or choose another name.
file-set-open = Import a rule set
file-set-save = Export a rule set
