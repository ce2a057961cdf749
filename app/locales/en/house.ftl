# House rules and named sets of rules on the new-game screen.

house-head = House rules
house-list = Small changes to the rules that you can combine. They act in the order in which you tick them; where two set the same, the later one holds.
house-empty = No house rule is here for this game.
house-sets = { $option }: { $value }
list-comma = {", "}
house-hook-filter = limits what may be played
house-hook-after = acts while you play
house-hook-battle = settles fights
house-hook-layout = limits layouts
house-sees-all = Sees hidden pieces: what it does may tell you of them.
house-unfit = Does not fit now. { $why }
house-broken = Does not load: { $why }
house-set-by = set by { $rule }
house-conflict = "{ $loses }" and "{ $holds }" both set "{ $option }". What "{ $holds }" says holds: { $value }.
house-no-option = It sets "{ $option }", which is no option of this game.
house-bad-value = It sets "{ $option }" to { $value }, which cannot be.
house-no-meaning = It sets "{ $option }", which means nothing on this board.

## Why a game cannot begin yet

problem-house = The house rule "{ $rule }" does not fit. { $why }
problem-house-broken = The house rule { $rule } has an error and cannot be played by. Take its tick away or correct its file.
problem-house-failed = A house rule failed: { $why }
problem-layout = "{ $rule }" does not allow the layout of { $seat }: { $why }
problem-drawn = "{ $rule }" allowed none of many layouts drawn for { $seat }, so the game does not begin. The last objection: { $why }
notice-layout-replaced = "{ $rule }" does not allow the layout of { $seat }'s robot, which plays with a drawn one: { $why }

## Named sets

set-menu = Sets
set-pick = Set: { $name }
set-save = Save these rules as a set...
    .about = Options and house rules, to be picked again or shared as one file.
set-rename = Rename...
set-delete = Delete
set-export = Write to a file...
set-import = Read from a file...
set-none-in-front = Pick a set first.
set-save-title = Save these rules as a set
set-rename-title = Another name for this set
set-name = Name of the set
    .hint = for example: our family's rules
set-replace = Replace
set-ask-delete = Delete the set "{ $name }"? Its house rules stay.
set-said-saved = Saved as "{ $name }".
set-said-exported = "{ $name }" is in { $file } now, with its house rules.
set-said-imported = "{ $name }" is among your sets now.
set-said-without = "{ $name }" is used without: { $rules }.
set-said-odd = "{ $name }" is used, but these of its rules do not load: { $rules }. The list of house rules says why.
set-source = Source
set-install-title = { $count ->
    [one] "{ $name }" comes with a house rule that you do not have
   *[other] "{ $name }" comes with { $count } house rules that you do not have
}
set-install = House rules are small programs. They see the game and nothing else of your computer. Installed, they are put beside your own scripts; none of your files is replaced.
set-install-yes = Install and use
set-install-without = Use the set without
set-broken = { $file }, line { $line }: { $what }
set-foreign = { $file } is no set of rules of Qipan.
set-version = { $file } was written by a later Qipan (version { $version }).
set-large = { $file } is too large for a set of rules.
set-nameless = The set has no name. Give it one.
set-exists = There is a set "{ $name }" already. Replace it, or choose another name.
file-set-open = Read a set of rules
file-set-save = Write a set of rules
