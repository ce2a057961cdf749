# Puzzles: positions with one clearly best choice.

puzzles-title = Puzzles
puzzles-none = There are no puzzles.
puzzles-at = Puzzle { $at } of { $all }
puzzles-count = { $count } solved
puzzles-solved = solved
puzzles-task = { $seat } is to move. One choice is clearly the best: play it on the board.
puzzles-one-of = It is one of these:
puzzles-wrong = That leaves a chance of { $chance }. The best choice has { $best }.
puzzles-right = Right! { $what }: a chance of { $chance }.
puzzles-answer = { $what }: a chance of { $chance }.
puzzles-hint = Hint
puzzles-show = Show the answer
puzzles-again = Try again
puzzles-previous = Previous
puzzles-next = Next
