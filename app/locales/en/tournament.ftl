# The page of tournaments between robots.

tournament-title = Tournament
    .about = Robots play many games, each of them in every seat with the same dice or armies.
tournament-none = Choose the robots and start: the table and the curve grow while they play.
tournament-board = Game
tournament-robots = Robots
tournament-robot = Robot { $number }
tournament-remove = Remove robot { $number }
tournament-add = Add a robot
tournament-count = Number of games
tournament-start = Start
tournament-go-on = Go on
tournament-stop = Stop
tournament-kept = You can stop at any time and go on later, even after closing Qipan.
tournament-replaces = A new tournament takes the place of this one and its games. To keep a game, open it and save it under another name.
tournament-leave = It goes on while you are on other pages.

## How far it is

tournament-progress = { $played } of { $games } games
tournament-beginning = starting...
tournament-speed = { $rate } games a second, { $left } left
tournament-seconds = { $count } s
tournament-minutes = { $count } min
tournament-hours = { $hours } h { $minutes } min
tournament-stopped = stopped
tournament-over = finished
tournament-failed = It could not be played: { $why }
tournament-said-over = The tournament is finished.
tournament-said-failed = The tournament ended early; its page says why.
tournament-gone = One of these robots is missing or fails to load. Choose another one, or mend it.
tournament-changed = { $robot } has changed since this tournament began, so it cannot go on. Start a new one.

## The table

tournament-head-robot = Robot
tournament-head-games = Games
tournament-head-score = Score
    .about = First places in percent; a shared one counts as a share. Behind it, the range of the true value, 95% sure.
tournament-head-rating = Rating
    .about = Strength from the order in which robots finish, as in chess: 400 points are ten to one. Behind it, the range of the true value, 95% sure.
tournament-head-draws = Draws
tournament-head-errors = Errors
    .about = Turns in which the robot failed, broke a rule or ran out of time or fuel.
tournament-range = { $low } to { $high }
tournament-twin = { $name } ({ $number })
tournament-trouble = { $robot }, first error: { $why }
tournament-curve = Score, game by game
tournament-after = after { $games } games

## Any game

tournament-games = Games
tournament-no-game = Finished games can be replayed here.
tournament-game-gone = This game was not saved.
tournament-number = Number of the game
tournament-previous = Previous game
tournament-next = Next game
tournament-seat = { $seat }: { $player }
tournament-drawn = A draw
tournament-result = { $won } · { $moves ->
    [one] one move
   *[other] { $moves } moves
}
tournament-open = Open as a replay
