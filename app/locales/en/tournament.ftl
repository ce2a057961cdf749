# The page of tournaments between robots.

tournament-title = Tournament
    .about = Robots play many games. Each robot plays every side with the same dice or layouts as the others.
tournament-none = Choose the robots and start: the results appear here as they play.
tournament-board = Game
tournament-robots = Robots
tournament-robot = Robot { $number }
tournament-remove = Remove robot { $number }
tournament-add = Add a robot
tournament-count = Number of games
tournament-start = Start
tournament-resume = Resume
tournament-stop = Stop
tournament-kept = You can stop at any time and resume later, even after closing Qipan.
tournament-replaces = A new tournament replaces this one and its games. To keep a game, open it and save it under another name.
tournament-leave = The tournament keeps running while you use other pages.

## Progress

tournament-progress = { $played } of { $games } games
tournament-beginning = starting…
tournament-speed = { $rate } games per second, { $left } left
tournament-seconds = { $count } s
tournament-minutes = { $count } min
tournament-hours = { $hours } h { $minutes } min
tournament-stopped = stopped
tournament-over = finished
tournament-failed = The tournament failed: { $why }
tournament-said-over = The tournament is finished.
tournament-said-failed = The tournament stopped early; its page says why.
tournament-robot-gone = One of these robots is missing or fails to load. Choose another one, or fix it.
tournament-robot-changed = { $robot } has changed since this tournament began, so the tournament cannot be resumed. Start a new tournament.

## The table

tournament-head-robot = Robot
tournament-head-games = Games
tournament-head-score = Score
    .about = Percentage of first places; a shared first place counts as a fraction. The range after it is the 95% confidence interval.
tournament-head-rating = Rating
    .about = Strength from the order in which robots finish, on a chess-like scale: 400 points mean odds of ten to one. The range after it is the 95% confidence interval.
tournament-head-draws = Draws
tournament-head-errors = Errors
    .about = Turns in which the robot failed, broke a rule or took too long.
tournament-range = { $low } to { $high }
tournament-same-title = { $name } ({ $number })
tournament-first-error = { $robot }, first error: { $why }
tournament-curve = Score, game by game
tournament-after = after { $games } games

## Single games

tournament-games = Games
tournament-no-game = Finished games can be replayed here.
tournament-game-gone = This game was not saved.
tournament-number = Game number
tournament-previous = Previous game
tournament-next = Next game
tournament-seat = { $seat }: { $player }
tournament-drawn = A draw
tournament-result = { $won } · { $length }
tournament-open = Open as a replay
