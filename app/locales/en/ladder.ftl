# The site that `qipan ladder` writes.

ladder-title = Robot ladder
ladder-lead = Robots play each other with the same dice and layouts, each on every side.
ladder-old-season = This season is over. The current one is that of Qipan { $newest }.
ladder-no-games = No games yet: a game needs two robots.
ladder-unfinished = { $finished } of { $all } pairings are finished. The table counts only these.
ladder-method = Ratings are on a chess-like scale with a mean of 1500: 400 points mean odds of ten to one. The score is the percentage of first places; a shared first place counts as a fraction. Ranges are 95% confidence intervals. Fuel measures computing and is the same on every machine.
ladder-version = Qipan { $version }
ladder-seed = random seed { $seed }
ladder-turn-fuel = at most { $fuel } fuel per turn
ladder-seasons = Seasons
ladder-built-in = built-in

## Tables

ladder-head-score = Score %
ladder-head-reason = Reason
ladder-head-opponent = Opponent
ladder-head-record = Won–drawn–lost
ladder-refused = Robots that do not play

## The page of a robot

ladder-does-not-play = It does not play: { $why }
ladder-game = Game
ladder-game-race = Aeroplane Chess and Flying Chess
ladder-game-junqi = Junqi
ladder-origin = Source
ladder-file = File
ladder-author = Author
ladder-robot-version = Version
ladder-hash = Script hash
ladder-check = Check
ladder-check-figures = Games in the check: { $games }; decisions: { $turns }; its own tests: { $tests }
ladder-summary = Rank { $rank } of { $robots }. Rating { $rating } ({ $low } to { $high }). Fuel per turn: median { $median }, maximum { $max }.
ladder-errors = Turns that ended in an error: { $count }. The first: { $why }

## Games

ladder-games = Games
ladder-last-moves = The pictures show the end of each game; the files contain the whole games.
ladder-first-win = First win
ladder-first-loss = First loss
ladder-closest = Closest game
ladder-longest = Longest game
ladder-won = won
ladder-lost = lost
ladder-drawn = a draw
ladder-against = as { $side } against { $opponent }, { $length }
ladder-download = Download, to open in Qipan
