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
replay-told = 这份棋谱只有一方看到的内容，不能接着下。
replay-start = 对局开始
replay-steps = 步骤
replay-unfinished = 这局棋还没有下完。
eyes-all = 全部可见
eyes-public = 旁观
eyes-of = { $seat }的视角
replay-check = 检查这局棋
replay-verdict = 检查结果
replay-verdict-running = 正在重新运行自定义规则：第 { $at } 步，共 { $steps } 步
replay-verdict-stop = 结束
replay-verdict-fine = 没有改动，每一步都合规则，随机结果与种子相符。
replay-verdict-fault = 有问题：{ $what }
replay-verdict-rules = 自定义规则已重新运行，结果一样。
replay-verdict-rules-differ = 自定义规则已重新运行，结果不一样：{ $what }
replay-verdict-rules-not-run = 有 { $count } 条自定义规则没有运行。
replay-verdict-step = 第 { $step } 步
replay-ask = 问问机器人
    .about = 看机器人在这里会怎么走：棋盘上是它的走法和标注，旁边是运算步数和它输出的内容。
replay-branch-name = 分支 { $number }
replay-speed = 播放速度
replay-repeat = 循环
    .about = 反复播放一段（L）。在进度条上拖动两端，或用 [ 和 ] 定起止。
replay-next-capture = 到下一处（C；Shift+C 往回）。本局共 { $count } 处。
replay-next-battle = 到下一处（B；Shift+B 往回）。本局共 { $count } 处。
replay-next-sign = 到下一处。本局共 { $count } 处。
landmark-capture = 吃子
landmark-battle = 交战
landmark-flag = 军旗
landmark-flight = 飞越
landmark-six = 掷六
landmark-finish = 到终点
landmark-house = 自定义规则
replay-analysis = 分析
analysis-about = 看看各方的机会怎样起落，运气帮了谁，每个选择亏了多少。运气和选择分开算：掷骰与六面的平均相比，选择与最好的走法相比。
analysis-hidden = 分析要看到所有棋子，选“全部可见”时才显示。
analysis-telling = 机会的算法
analysis-learned = 学来的判断
    .about = 按程序自己的判断，它是从自我对局中学来的。
analysis-playouts = 模拟对局
    .about = 从每个局面往下模拟 { $games } 局。运气和选择仍按学来的判断计算。
analysis-begin = 开始分析
analysis-again = 重新分析
analysis-stop = 停止
analysis-running = 已看 { $at } 个局面，共 { $all } 个
analysis-rules = 这里不运行自定义规则，规则不许的走法也可能被当成最好的。
analysis-luck = 运气
    .about = 骰子和暗子带来的，比预期多了或少了多少，按拿第一的机会算。日子长了，运气总归是零。
analysis-skill = 选择
    .about = 与最好的走法相比，自己的选择亏了多少，按拿第一的机会算。
analysis-errors = 失误
    .about = 亏掉 2 % 或更多的选择。
analysis-account =
    开局 { $start }
    运气 { $luck }
    自己的 { $choices } 次选择 { $skill }
    别人的选择 { $gifts }
    自定义规则、超时和认输 { $other }
    判断本身的误差 { $rest }
    终局 { $end }
analysis-worst = 亏得最多的选择
analysis-none = 没有一个选择吃亏。
analysis-better = 更好的是：{ $what }
analysis-show = 看更好的走法
analysis-hide = 收起
analysis-here = { $what }。这一步亏了 { $cost }。
analysis-here-best = { $what }。没有更好的走法。
analysis-here-roll = { $what }。对{ $seat }来说是 { $luck }。
analysis-curve = 全局的机会起落
analysis-at = { $place ->
    [1] { $step } 步之后，拿第一的机会
    [2] { $step } 步之后，拿第二的机会
   *[other] { $step } 步之后，拿第 { $place } 名的机会
}
replay-notes = 批注
replay-branches = 分支
notes-words = 你对这一步的看法
notes-hint = 你怎么看这一步？
notes-draw = 用鼠标右键在棋盘上画：单击做记号，拖动画箭头。
notes-wipe = 擦掉画的
notes-drawing = 有图
notes-unsaved = 还没有保存
notes-none = 还没有批注。走到某一步就可以写。
notes-brilliant = 妙着
notes-good = 好着
notes-interesting = 值得考虑
notes-doubtful = 可疑
notes-bad = 失着
notes-blunder = 大失着
branches-none = 这盘棋只有一种走法。从任何一步接着下，两种走法都会留在这里和文件里。
branches-as-played = 原来的走法
branches-from = 从第 { $step } 步起
branches-steps = 共 { $count } 步
branches-open = 没下完
branches-name = 分支的名称
branches-show = 查看
branches-rename = 改名
branches-delete = 删除
branches-delete-sure = 确定删除？
