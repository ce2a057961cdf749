# 复盘。

replay-title = 复盘
replay-first = 回到开头
replay-previous = 上一步
replay-play = 播放
replay-halt = 停住
replay-next = 下一步
replay-last = 到最后
replay-at = 第 { $at } 步，共 { $all } 步
replay-timeline = 进度
replay-play-on = 从这里接着下
replay-play-on-hint = 从这一步开始一局新棋，骰子另掷。
replay-start = 对局开始
replay-steps = 步骤
replay-unfinished = 这局棋还没有下完。
eyes-all = 全部亮开
eyes-public = 旁观
eyes-of = { $seat }的视角
