# 棋谱里的句子。$seat、$other 是一方，$planes 是几号飞机，$cell 是棋盘上的位置。

log-opening-rolled = { $seat }掷骰定先手：{ $die } 点
log-opening-tied = { $seats }点数相同，再掷一次
log-began = { $seat }先走
log-rolled = { $seat }掷出 { $die } 点
log-nothing = { $seat }掷出 { $die } 点，没有飞机可走
log-launched = { $seat } { $planes } 号机起飞，到{ $cell }
log-moved = { $seat }掷 { $die } 点，{ $count ->
    [1] { $planes } 号机
   *[other] 叠子（{ $planes } 号机）
}从{ $from }走到{ $cell }
log-bounced = { $seat }掷 { $die } 点，{ $count ->
    [1] { $planes } 号机
   *[other] 叠子（{ $planes } 号机）
}走过头，退回{ $cell }
log-jumped = 跳到{ $cell }
log-flew = 飞到{ $cell }
log-captured = 撞回{ $other } { $planes } 号机
log-repelled = 撞上更大的叠子，自己退回停机坪
log-stacked = { $planes } 号机叠在一起
log-finished = { $planes } 号机到达终点
log-third-six = { $seat }连掷三个 6，{ $planes } 号机返回停机坪
log-third-six-nothing = { $seat }连掷三个 6，失去这一回合
log-again-face = 再掷一次
log-again-capture = 撞子奖励，再掷一次
log-again-finish = 到达终点，再掷一次
log-again-try = 再试一次
log-seat-finished = { $seat }得{ $place ->
    [1] 第一名
    [2] 第二名
    [3] 第三名
   *[other] 最后一名
}
log-resigned = { $seat }认输
log-sent-to-hangar = { $seat } { $planes } 号机{ $count ->
    [1] { "" }
   *[other] 一起
}返回停机坪
log-placed = { $seat } { $planes } 号机{ $count ->
    [1] { "" }
   *[other] 一起
}移到{ $cell }
log-extra-turn = { $seat }可以多走一次
log-turn-skipped = { $seat }停走一次
log-nothing-left = { $seat }掷出 { $die } 点，自定义规则不允许任何走法
log-won = { $seat }获胜
log-ended = 对局结束
    .after = 对局结束
log-house = { $rule }：{ $what }
log-taken-back = { $count ->
    [1] 悔掉了第 { $first } 步（已泄露暗子的信息）
    [2] 悔掉了第 { $first }、{ $last } 步（已泄露暗子的信息）
   *[other] 悔掉了第 { $first } 步到第 { $last } 步（已泄露暗子的信息）
}
log-asked = 请{ $seat }选择：{ $question }
log-asked-private = { $seat }要作一个只有自己知道的选择
log-answered = { $seat }选择：{ $answer }
log-answered-private = { $seat }已作出选择
log-house-left-out = 从这里起停用“{ $rule }”

cell-square = 第 { $number } 格
cell-lane = 终点通道第 { $number } 格
cell-apron = 起飞点
cell-centre = 终点
cell-hangar = 停机坪

## 为什么不行。

refuse-roll-first = 请先掷骰子。
refuse-over = 对局已经结束。
refuse-wait = 现在轮到{ $seat }。
refuse-other = 这是{ $seat }的飞机，现在轮到{ $turn }。
refuse-finished = 这架飞机已经到达终点。
refuse-takeoff = { $seat }掷出 { $faces } 点才能起飞。
refuse-takeoff-even = { $seat }掷出双数才能起飞。
refuse-exact = 点数太大：离终点只剩 { $left } 步。
refuse-blocked = 前面有叠子挡路。
refuse-answer = 请先回答问题。
refuse-pick = 请先选择颜色。
refuse-house = 自定义规则不允许这样走。
