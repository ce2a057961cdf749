# The first screen.

home-welcome = What shall we play?
home-play = Play { $game }
home-continue = Continue
home-rescued = Qipan closed unexpectedly during this game. Nothing was lost.
home-recent = Recent games
home-recent-empty = Saved games appear here. Drop one on the window to open it.
home-open = Open a saved game…
home-together = Play together
home-tournament = Tournament
home-positions = Positions
home-layouts = Layouts
home-files = Open
home-settings = Settings
home-rolls = { $count ->
    [one] one roll
   *[other] { $count } rolls
}
home-won = { $seat } won
home-unfinished = not finished
home-all = Saved games
home-forget = Remove from this list
home-learn = Lessons
home-offer = New here?
home-offer-about = Try a lesson. It takes about five minutes.
home-offer-yes = Show me
home-offer-no = No, thanks
