# The page of all saved games.

collection-title = Collection
    .about = Every game you saved: look back, go on, keep order.
collection-open = Look back
collection-go-on = Go on playing
collection-folder = Show folder
collection-delete = Delete
collection-delete-many = Delete { $count }
collection-add = Add games...
    .about = Copies the games of a folder here: saved games, and replay files of the big server (.jgs). Dropping files on this page does the same.
collection-ask-delete = Move { $file } to the trash?
collection-ask-delete-many = Move { $count } games to the trash?
collection-deleted = { $count ->
    [one] The game is in the trash.
   *[other] { $count } games are in the trash.
}
collection-no-trash = It cannot be moved to the trash, so it stays where it is: { $why }

## Looking for games

collection-find = Find games
collection-find-hint = Player, game or file name
collection-game = Game
collection-game-all = All games
collection-state = How far
collection-state-all = Finished or not
collection-state-finished = Finished
collection-state-unfinished = Not finished
collection-state-broken = Broken files
collection-who = Who plays
collection-who-all = Anybody
collection-who-people = People only
collection-who-robots = With robots
collection-sort = Order
collection-sort-date = Latest first
collection-sort-length = Longest first
collection-sort-name = By file name
collection-count = { $count ->
    [one] one game
   *[other] { $count } games
}
collection-count-broken = { $count } broken
collection-reading = Reading { $done } of { $all }...
collection-bringing = Adding { $done } of { $all }...

## The list

collection-empty = Games you save appear here. Drop saved games on this page to add them.
collection-none = No game is like that.
collection-all = Show all games
collection-wait = Reading the saved games...
collection-broken = broken
collection-person = a person
collection-drawn = a draw
collection-your-turn = your turn
collection-turn = { $seat } to move

## What came of games brought in

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
    [one] One was here already.
   *[other] { $known } were here already.
}
collection-failed = { $count ->
    [one] One file could not be read:
   *[other] { $count } files could not be read:
}
