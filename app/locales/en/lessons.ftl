# Lessons: guided games for beginners.

lessons-title = Lessons
lessons-list = Lessons
lessons-count = { $done } of { $all } finished
lessons-entry = { $title } ({ $count ->
    [one] one step
   *[other] { $count } steps
})
lessons-entry-done = { $title } (finished)
lessons-step = Step { $at } of { $all }
lessons-new-position = A new position:
lessons-watch = Watch the board…
lessons-next = Next
lessons-previous = Back
lessons-again = Start again
lessons-right = Right!
lessons-wrong = That is allowed too, but this step needs a different move: { $what }.
lessons-rolled = The die has already been rolled. Move the highlighted plane.
lessons-read = Nothing to click on the board here. Read the text, then choose Next.
lessons-finished = That was the last step. Well done!
lessons-play-on = Play on from here
lessons-first-game = Play a game
lessons-next-lesson = Next lesson

## Files that cannot be used

lessons-broken = { $file } is not in the list: { $why }
lessons-fault-unreadable = the file cannot be read. Check that it is a text file and that you may open it.
lessons-fault-large = the file is too large. A lesson can be at most 1 MiB.
lessons-fault-line = line { $line }: { $what }. Correct this line.
lessons-fault-step-line = step { $step }, line { $line }: { $what }. Correct this line.
lessons-fault-foreign = this is not a lesson, or it was written for a newer version of Qipan. It must begin with "format": "qipan-lesson" and "version": 1.
lessons-fault-preset = unknown preset “{ $found }”. Use the name of a preset, such as aeroplane or dark.
lessons-fault-seat = unknown player “{ $found }”. Use the name of a side of this game, such as red or south.
lessons-fault-empty = there are no steps. Add at least one.
lessons-fault-step = step { $step }: { $what }
lessons-fault-no-position = the first step needs a position.
lessons-fault-position = wrong position ({ $found }). Set it up in the Position editor and copy its line.
lessons-fault-other-preset = the position is for “{ $found }”. Use the preset of the lesson.
lessons-fault-before = the move “{ $found }” in “before” is not possible there. Write moves as in saved games, and rolls as “roll 6”.
lessons-fault-expected = the move “{ $found }” in “expect” is not possible there. Write it as in saved games, or as “roll 6”.
lessons-fault-other-seat = it is { $found }'s turn, not the learner's. Play that move in “before”.
lessons-fault-cell = the board has no “{ $found }”. Correct the list “show”.
