# `qipan ladder` 生成的网站。

ladder-title = 机器人天梯
ladder-lead = 机器人两两对弈，用同样的点数和布局，轮流下每一家。
ladder-old-season = 这个赛季已经结束。当前赛季使用《棋盘》{ $newest }。
ladder-no-games = 还没有对局：至少要有两个机器人。
ladder-unfinished = 共 { $all } 组对阵，已完成 { $finished } 组。下表只统计已完成的对阵。
ladder-method = 等级分类似国际象棋，平均为 1500：相差 400 分，胜负约为十比一。得分率是获得第一名的比例，并列第一按人数均分。区间均为 95% 置信区间。运算量不受电脑快慢影响。
ladder-version = 《棋盘》{ $version }
ladder-seed = 随机种子 { $seed }
ladder-turn-fuel = 每回合运算量上限 { $fuel }
ladder-seasons = 历届赛季
ladder-built-in = 自带

## 表格

ladder-head-score = 得分率（%）
ladder-head-reason = 原因
ladder-head-opponent = 对手
ladder-head-record = 胜–和–负
ladder-refused = 未参赛的机器人

## 机器人的页面

ladder-does-not-play = 未参赛：{ $why }
ladder-game = 棋种
ladder-game-race = 飞行棋与简易飞行棋
ladder-game-junqi = 军棋
ladder-origin = 来源
ladder-file = 文件
ladder-author = 作者
ladder-robot-version = 版本
ladder-hash = 脚本哈希值
ladder-check = 检查
ladder-check-figures = 测试对局 { $games } 局，决策 { $turns } 次，附带的测试 { $tests } 项
ladder-summary = 在 { $robots } 个机器人中排第 { $rank }。等级分 { $rating }（{ $low } 至 { $high }）。每回合运算量：中位数 { $median }，最多 { $max }。
ladder-errors = 有 { $count } 个回合出错。第一个错误：{ $why }

## 对局

ladder-games = 对局
ladder-last-moves = 图中是对局的结尾，文件里有整局。
ladder-first-win = 首胜
ladder-first-loss = 首负
ladder-closest = 最胶着的一局
ladder-longest = 最长的一局
ladder-won = 胜
ladder-lost = 负
ladder-drawn = 和棋
ladder-against = { $side }，对手：{ $opponent }，{ $length }
ladder-download = 下载棋谱，用《棋盘》打开
