# 首页。

home-welcome = 今天玩什么？
home-play = 玩{ $game }
home-continue = 继续对局
home-rescued = 上次程序意外退出，这局棋没有丢失。
home-recent = 最近的对局
home-recent-empty = 保存过的对局会出现在这里。把棋谱文件拖进窗口也能打开。
home-open = 打开棋谱…
home-together = 联机
home-tournament = 比赛
home-positions = 局面
home-layouts = 布局
home-files = 打开
home-settings = 设置
home-rolls = 掷骰 { $count } 次
home-won = { $seat }获胜
home-unfinished = 未下完
home-all = 全部棋谱
home-forget = 从列表中移除
home-learn = 教程
home-offer = 第一次玩？
home-offer-about = 先跟着教程走一遍，大约五分钟。
home-offer-yes = 好，带我玩
home-offer-no = 不用了
