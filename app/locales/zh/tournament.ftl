# 机器人比赛页。

tournament-title = 机器人比赛
    .about = 让机器人相互对弈多局：用同样的点数或布局，每个机器人轮流下每一家。
tournament-none = 选好机器人就可以开始，积分表和曲线会边下边更新。
tournament-board = 玩法
tournament-robots = 参赛机器人
tournament-robot = 机器人 { $number }
tournament-remove = 移除机器人 { $number }
tournament-add = 添加机器人
tournament-count = 局数
tournament-start = 开始
tournament-resume = 继续
tournament-stop = 停止
tournament-kept = 可以随时停止，以后再继续，退出程序也不要紧。
tournament-replaces = 开始新的比赛后，现在这场比赛的结果和对局都会删除。想留下哪一局，请先打开它再另存。
tournament-leave = 切换到别的页面，比赛也会继续。

## 进度

tournament-progress = 已下 { $played } 局，共 { $games } 局
tournament-beginning = 正在开始…
tournament-speed = 每秒 { $rate } 局，预计还需 { $left }
tournament-seconds = { $count } 秒
tournament-minutes = { $count } 分钟
tournament-hours = { $hours } 小时 { $minutes } 分钟
tournament-stopped = 已停止
tournament-over = 已结束
tournament-failed = 比赛无法进行：{ $why }
tournament-said-over = 比赛结束了。
tournament-said-failed = 比赛中断了，原因见比赛页。
tournament-robot-gone = 有的机器人已不存在或无法载入，请换一个，或先修好它。
tournament-robot-changed = 比赛开始后，{ $robot }被修改过，不能接着比了，请开始新的比赛。

## 积分表

tournament-head-robot = 机器人
tournament-head-games = 局数
tournament-head-score = 得分率
    .about = 获得第一名的比例，并列时平分。后面是 95% 置信区间。
tournament-head-rating = 等级分
    .about = 按各局名次推算的实力，类似国际象棋的等级分：相差 400 分，胜负约为十比一。后面是 95% 置信区间。
tournament-head-draws = 和棋
tournament-head-errors = 错误
    .about = 机器人出错、犯规、超时或超出运算量上限的回合。
tournament-range = { $low } 至 { $high }
tournament-same-title = { $name }（{ $number }）
tournament-first-error = { $robot }的第一个错误：{ $why }
tournament-curve = 得分率曲线
tournament-after = { $games } 局后

## 查看对局

tournament-games = 对局
tournament-no-game = 下完的对局可以在这里复盘。
tournament-game-gone = 这一局没有保存。
tournament-number = 局号
tournament-previous = 上一局
tournament-next = 下一局
tournament-seat = { $seat }：{ $player }
tournament-drawn = 和棋
tournament-result = { $won } · { $length }
tournament-open = 复盘这一局
