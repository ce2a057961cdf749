# Puzzles: positions with one clearly best move, to train with.

puzzles-title = Puzzles
puzzles-none = No puzzles match.
puzzles-none-due = Nothing to review today.
puzzles-none-of-yours = There are no mistakes from your own games yet.
puzzles-at = Puzzle { $at } of { $all }
puzzles-solved = solved
puzzles-puzzle-rating = rated { $rating }
puzzles-group-race = Race games
puzzles-group-four = Four Nations
puzzles-group-six = Six Armies
puzzles-themes = { $count ->
    [one] Theme
   *[other] Themes
}: { $names }
puzzles-before = Last move: { $what }.
puzzles-roll = { $what }.
puzzles-task = You play { $seat }. Find the best move and play it on the board.
puzzles-side = { $seat } { $side }.
puzzles-one-of = The best move is one of these:
puzzles-wrong = With that move, your chance of winning is { $chance }; with the best move, it is { $best }.
puzzles-right = Correct! { $what }. Chance of winning: { $chance }.
puzzles-answer = { $what }. Chance of winning: { $chance }.
puzzles-again-in =
    { $count ->
        [one] This puzzle comes back tomorrow.
       *[other] This puzzle comes back in { $count } days.
    }
puzzles-hint = Hint
puzzles-show = Show the answer
puzzles-again = Try again
puzzles-previous = Previous
puzzles-next = Next

# The rating, the days in a row with a daily puzzle, the puzzles to be repeated today.
puzzles-rating = Rating
puzzles-rating-tip = The first try at each puzzle changes your rating, except for puzzles from your own mistakes. If you used a hint, a correct answer counts as only half a point. A question mark means that the rating is still uncertain.
puzzles-streak =
    { $count ->
        [one] Streak: { $count } day
       *[other] Streak: { $count } days
    }
puzzles-due =
    { $count ->
        [0] Nothing to review today
       *[other] { $count } to review today
    }
puzzles-daily = Puzzle of the day
puzzles-daily-solved = Puzzle of the day: solved

# The choice of puzzles.
puzzles-game = Game
puzzles-theme = Theme
puzzles-difficulty = Difficulty
puzzles-source = { $name } ({ $solved }/{ $all })
puzzles-source-due = To review today
puzzles-mistakes = My mistakes
puzzles-all-themes = All themes
puzzles-theme-count = { $name } ({ $count })
puzzles-all-difficulties = Any difficulty
puzzles-easy = Easy
puzzles-medium = Medium
puzzles-hard = Hard

# Themes of the race games.
theme-race-capture = Capture
theme-race-home = Reach the centre
theme-race-escape = Escape
theme-race-stack = Stack
theme-race-launch = Take off
theme-race-flight = Jump or flight
theme-race-advance = Advance

# Themes of Junqi.
theme-capture = Capture
theme-bomb = Bomb
theme-engineer = Engineer and Landmines
theme-defend-flag = Defend the Flag
theme-attack-flag = Attack the Flag
theme-camp = Camp
theme-retreat = Retreat
theme-flip = Flip a piece
theme-threat = Threat
theme-scout = Attack on a hidden piece
theme-quiet = Quiet move
