# 习题：有一种走法明显最好的局面，用来练习。

puzzles-title = 习题
puzzles-none = 没有符合条件的习题。
puzzles-none-due = 今天没有要复习的习题。
puzzles-none-of-yours = 还没有从你的对局里选出的失误。
puzzles-at = 第 { $at } 题，共 { $all } 题
puzzles-solved = 已解
puzzles-puzzle-rating = 难度分 { $rating }
puzzles-group-race = 飞行棋与简易飞行棋
puzzles-group-four = 四国军棋
puzzles-group-six = 六国大战
puzzles-themes = { $count ->
   *[other] 主题
}：{ $names }
puzzles-before = 上一步：{ $what }。
puzzles-roll = { $what }。
puzzles-task = 你是{ $seat }，轮到你走。请在棋盘上走出最好的一步。
puzzles-side = { $seat }{ $side }。
puzzles-one-of = 就在这几种走法里：
puzzles-wrong = 这样走胜率是 { $chance }，最佳走法的胜率是 { $best }。
puzzles-right = 答对了！{ $what }，胜率 { $chance }。
puzzles-answer = { $what }，胜率 { $chance }。
puzzles-again-in =
    { $count ->
        [1] 明天再复习这道题。
       *[other] { $count } 天后再复习这道题。
    }
puzzles-hint = 提示
puzzles-show = 看答案
puzzles-again = 再试一次
puzzles-previous = 上一题
puzzles-next = 下一题

# 等级分、连续做每日一题的天数、今天要复习的题数。
puzzles-rating = 等级分
puzzles-rating-tip = 每道题第一次作答会改变等级分（“我的失误”除外）；用了提示，答对只算半分。带问号表示等级分还不稳定。
puzzles-streak = 连续 { $count } 天
puzzles-due = 今天复习 { $count } 题
puzzles-daily = 每日一题
puzzles-daily-solved = 每日一题：已解

# 选题。
puzzles-game = 棋种
puzzles-theme = 主题
puzzles-difficulty = 难度
puzzles-source = { $name }（{ $solved }/{ $all }）
puzzles-source-due = 今天复习
puzzles-mistakes = 我的失误
puzzles-all-themes = 全部主题
puzzles-theme-count = { $name }（{ $count }）
puzzles-all-difficulties = 难度不限
puzzles-easy = 容易
puzzles-medium = 中等
puzzles-hard = 困难

# 飞行棋的主题。
theme-race-capture = 撞子
theme-race-home = 到达终点
theme-race-escape = 脱险
theme-race-stack = 叠子
theme-race-launch = 起飞
theme-race-flight = 跳子和飞棋
theme-race-advance = 前进

# 军棋的主题。
theme-capture = 吃子
theme-bomb = 炸弹
theme-engineer = 工兵和地雷
theme-defend-flag = 守军旗
theme-attack-flag = 攻军旗
theme-camp = 占行营
theme-retreat = 撤退
theme-flip = 翻棋
theme-threat = 威胁
theme-scout = 试探暗子
theme-quiet = 调动
