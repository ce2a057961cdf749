# 复盘。

replay-title = 复盘
replay-first = 跳到开头
replay-previous = 上一步
replay-play = 播放
replay-halt = 暂停
replay-next = 下一步
replay-last = 跳到最后
replay-at = 第 { $at } 步，共 { $all } 步
replay-timeline = 进度
replay-play-on = 从这里接着下
replay-play-on-hint = 从这一步开始一局新棋，换用新的随机种子。
replay-start = 对局开始
replay-steps = 步骤
replay-unfinished = 这局棋还没有下完。
eyes-all = 全部可见
eyes-public = 旁观
eyes-of = { $seat }的视角
replay-check = 检查这局棋
replay-verdict = 检查结果
replay-verdict-fine = 没有改动，每一步都合规则，随机结果与种子相符。
replay-verdict-fault = 有问题：{ $what }
replay-verdict-rules = 自定义规则已重新运行，结果一样。
replay-verdict-rules-differ = 自定义规则已重新运行，结果不一样：{ $what }
replay-verdict-rules-not-run = 有 { $count } 条自定义规则没有运行。
replay-verdict-step = 第 { $step } 步
