# 习题：只有一种最佳走法的局面。

puzzles-title = 习题
puzzles-none = 还没有习题。
puzzles-at = 第 { $at } 题，共 { $all } 题
puzzles-count = 已解 { $count } 题
puzzles-solved = 已解
puzzles-task = 轮到{ $seat }。有一种走法明显最好，请在棋盘上走出来。
puzzles-one-of = 就在这几种走法里：
puzzles-wrong = 这样走胜率是 { $chance }，最佳走法的胜率是 { $best }。
puzzles-right = 答对了！{ $what }，胜率 { $chance }。
puzzles-answer = { $what }，胜率 { $chance }。
puzzles-hint = 提示
puzzles-show = 看答案
puzzles-again = 再试一次
puzzles-previous = 上一题
puzzles-next = 下一题
