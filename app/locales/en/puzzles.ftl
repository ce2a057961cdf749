# Puzzles: positions with one clearly best move.

puzzles-title = Puzzles
puzzles-none = There are no puzzles.
puzzles-at = Puzzle { $at } of { $all }
puzzles-count = { $count } solved
puzzles-solved = solved
puzzles-task = { $seat } to move. One move is clearly the best: play it on the board.
puzzles-one-of = It is one of these:
puzzles-wrong = That move gives a { $chance } chance of winning. The best move gives { $best }.
puzzles-right = Correct! { $what }: { $chance } to win.
puzzles-answer = { $what }: { $chance } to win.
puzzles-hint = Hint
puzzles-show = Show the answer
puzzles-again = Try again
puzzles-previous = Previous
puzzles-next = Next
