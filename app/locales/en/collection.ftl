# The page of all saved games.

collection-title = Saved games
    .about = All your saved games: replay, continue, organise.
collection-replay = Replay
collection-continue = Continue
collection-folder = Show in folder
collection-delete = Delete
collection-delete-many = Delete { $count }
collection-add = Add games…
    .about = Copies saved games and QQ Junqi replays (.jgs) from a folder to this list. You can also drop files on this page.
collection-ask-delete = Move { $file } to the trash?
collection-ask-delete-many = Move { $count } games to the trash?
collection-deleted = { $count ->
    [one] The game is in the trash.
   *[other] { $count } games are in the trash.
}
collection-no-trash = Not everything could be moved to the trash: { $why }. What is still in the list was not deleted.
collection-trash-missing = no trash folder is available

## Looking for games

collection-find = Find games
collection-find-hint = Player, game or file name
collection-game = Game
collection-game-all = All games
collection-state = Status
collection-state-all = Any status
collection-state-finished = Finished
collection-state-unfinished = Not finished
collection-state-broken = Broken files
collection-who = Players
collection-who-all = Anyone
collection-who-people = People only
collection-who-robots = With robots
collection-sort = Sort by
collection-sort-date = Latest first
collection-sort-length = Longest first
collection-sort-name = By file name
collection-count = { $count ->
    [one] one game
   *[other] { $count } games
}
collection-count-broken = { $count } broken
collection-reading = Reading { $done } of { $all }…
collection-importing = Adding { $done } of { $all }…

## The list

collection-empty = Your games appear here. A game is saved when it ends, when you press Ctrl+S, or when you start another game. Drop saved games on this page to add them.
collection-none = No games match.
collection-all = Show all games
collection-wait = Reading the saved games…
collection-broken = broken
collection-person = Human player
collection-drawn = a draw
collection-your-turn = your turn
collection-turn = { $seat } to move

## After adding games

collection-added = { $made ->
    [0] No game was added.
    [one] One game was added.
   *[other] { $made } games were added.
}
collection-added-known = { $made ->
    [0] No game was added.
    [one] One game was added.
   *[other] { $made } games were added.
} { $known ->
    [one] One was already here.
   *[other] { $known } were already here.
}
collection-failed = { $count ->
    [one] One file could not be read:
   *[other] { $count } files could not be read:
}
