# The page of the player's records.

records-title = My statistics
home-records = Statistics
records-tab-overview = Overview
records-tab-races = Race games
records-tab-junqi = Junqi
records-tab-layouts = Layouts
records-counting = Counting your games: { $done } of { $all }…
records-play = Play a game

## Nothing to show yet

records-empty = No finished games yet
records-empty-overview = Your wins and losses, your rating against the robots and your streaks appear here.
records-empty-races = Your dice, your finishing positions and the squares where your planes are captured appear here.
records-empty-junqi = Your battles and your layouts appear here.
records-empty-how = Play a game to its end. Every finished game in the folder of saved games counts.

## Which games count

records-note = Counts the finished games in your folder of saved games. In a game with several people, you are the one with the name from your settings.
records-unfinished = { $count ->
    [one] One game is not finished.
   *[other] { $count } games are not finished.
}
records-of-others = { $count ->
    [one] One game is not yours.
   *[other] { $count } games are not yours.
}
records-broken = { $count ->
    [one] One file could not be read.
   *[other] { $count } files could not be read.
}

## Results

records-games = Games
records-won = Won
records-drawn = Drawn
records-lost = Lost
records-score = Score
    .about = Share of points: one for a win, half for a draw.
records-streak-won = Wins in a row
records-streak-drawn = Draws in a row
records-streak-lost = Losses in a row
records-streak-longest = Longest winning streak
records-count = { $count ->
    [one] one game
   *[other] { $count } games
}
records-results = { $won } won, { $drawn } drawn, { $lost } lost ({ $score })
records-by-level = { $kind }: by level of the strongest opponent
    .about = In a race, only first place is a win.
records-level = Level
records-no-level = Others
records-no-games-of-kind = No finished games of this kind yet.
records-by-preset = By game
records-preset = Game

## Rating

records-rating = Rating
    .about = Based on up to { $games } of your most recent games against robots with a level (Beginner to Master). Medium is 1500. Games with hints, take-backs, house rules or a set-up position do not count.
records-rating-none = To get a rating, finish a game against a robot that has a level (Beginner to Master). Games with hints, take-backs, house rules or a set-up position do not count.
records-interval = { $low } to { $high } (95%)
records-rating-at = Game { $game }: { $rating }, { $interval }
records-rated-games = { $count ->
    [one] one rated game
   *[other] { $count } rated games
}

## The longest and the shortest games

records-lengths = Longest and shortest games
records-longest = Longest { $kind ->
    [race] race
   *[other] game of Junqi
}: { $game }, { $length }, { $date }
records-shortest = Shortest { $kind ->
    [race] race
   *[other] game of Junqi
}: { $game }, { $length }, { $date }
records-rolls = { $count ->
    [one] one roll
   *[other] { $count } rolls
}
records-moves = { $count ->
    [one] one move
   *[other] { $count } moves
}

## Races

records-dice = Dice
    .about = { $rolls } rolls, not counting those that decide who goes first; mean { $mean } (fair: 3.50), sixes { $sixes } (fair: 16.7%)
records-dice-mean = Mean roll
records-dice-sixes = Sixes
records-dice-luck = Luck
    .about = How much your dice raised or lowered your winning chances, in games saved with an analysis.
records-dice-none = None of your saved games has an analysis. Analyse a game in the replay and save it.
records-dice-at = Game { $game }: { $value }
records-dice-fair = Dashed: fair dice
records-places = Finishing positions
records-place = { $place ->
    [1] First
    [2] Second
    [3] Third
   *[other] Fourth
}
records-own-captured = Where your planes are captured
    .about = In Aeroplane Chess and Flying Chess together, { $caught ->
        [0] none of your planes was captured
        [one] one of your planes was captured
       *[other] { $caught } of your planes were captured
    }, and you captured { $captured ->
        [0] none
       *[other] { $captured }
    }. The board shows your route as if you were Red.

## Junqi

records-battles = Battles
records-attacks = Your attacks
    .about = { $count ->
        [one] One battle
       *[other] { $count } battles
    }. Rows: your attacking piece; columns: the piece attacked. “3:1” means won 3, lost 1; “=2” means that both pieces were lost in 2 battles.
records-defences = Attacks on you
    .about = { $count ->
        [one] One battle
       *[other] { $count } battles
    }. Rows: the opponent's attacking piece; columns: your piece attacked. “3:1” means that the attacker won 3 and lost 1; “=2” means that both pieces were lost in 2 battles.
records-battle = { $attacker } attacks { $defender }: won { $won }, lost { $lost }, both pieces lost in { $both }
records-own-layouts = Your layouts
records-no-layouts = No layouts yet. They are counted when a finished game of Junqi is saved.

## The layout explorer

records-explorer = Where pieces stand
records-source-people = People
    .about = { $count } layouts from real games of Four Nations. The winning percentages are based on the 944 layouts from games with a known winner.
records-source-own = My layouts
    .about = { $count ->
        [one] One layout from your finished games.
       *[other] { $count } layouts from your finished games.
    }
records-source-saved = All saved
    .about = { $count ->
        [one] One layout that a person played in your saved games.
       *[other] { $count } layouts that people played in your saved games.
    }
records-wins = { $share }% won
records-cell = { $piece } here in { $share }% of layouts; games won with these: { $won } of { $games }
records-formations = Flag and Landmines
    .people = The most frequent formations in 980 layouts from recorded games, with or without a winner. Those with the Flag on the right are mirrored.
    .own = The most frequent formations in your layouts. Those with the Flag on the right are mirrored.
    .saved = The most frequent formations in these layouts. Those with the Flag on the right are mirrored.
