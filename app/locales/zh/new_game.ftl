# 开新局：玩法、座位、规则。

new-title = 开新局
new-coach = 教练
    .about = 要走明显吃亏的棋时先问一声
new-invite = 邀请…
    .about = 和别的设备上的人一起玩这局棋
new-start = 开始
new-seed = 随机种子
    .hint = 任意数字
    .about = 填同一个数字，随机结果就会完全相同。

## 谁坐哪里

new-seats = 玩家
new-way-seats = 安排玩家
new-way-pick = 你对三个机器人
new-pick = 开局后在棋盘上挑颜色：点一下，或按 R、Y、G、B。挑好之前谁也不掷骰子。
new-pick-robot = 机器人
new-strength = 机器人级别
who-nobody = 空位
    .about = 这一家空着，不参加对局。
who-me = 我
    .about = 用鼠标或键盘下棋。
who-adaptive = 自适应（随你的水平）
who-adaptive-strength = 现在大约 { $number } 级（{ $level }），最高 5 级。每下一局，它就变强或变弱一点。
who-person = 另一位玩家
    .about = 在同一台电脑上轮流下。
who-name = 名字
    .hint = 名字
who-of = { $seat }由谁来下
who-tune = 调整
    .about = 改变这个机器人的下法。
who-default = 恢复默认值
who-broken = 这个机器人有错误，不能下棋：{ $error }
who-by = 作者：{ $author }
who-gone = 找不到脚本文件
who-level-beginner = 入门
who-level-easy = 初级
who-level-medium = 中级
who-level-strong = 高级
who-level-master = 大师
who-at-level = { $level } · { $robot }
who-others = 其他机器人
new-easy-seat = { $seat }最占便宜：别家飞棋都不横穿它的终点通道。三人对局，如果各家都随机走，它大约赢四成。

## 规则

rules-head = 规则
rules-change = 修改规则
    .about = 显示全部规则选项、自定义规则和随机种子
rules-standard = 标准规则
rules-changed = 改了 { $count } 项
rules-reset-all = 全部重置
rules-reset = 重置：{ $rule }
rules-takeoff = 起飞
rules-again = 再掷
rules-moves = 走子
rules-captures = 撞子
rules-stacks = 叠子
rules-game = 胜负与先后
rules-choose = 选择
rules-done = 选好了
rules-square = 第 { $number } 格

## 现成的规则

new-mode-players = { $count } 人
ready-printed = 标准规则
ready-families = 家庭玩法
ready-quick = 快速局
ready-own = 自选规则
    .about = 你改过规则，或者加了自定义规则。
ready-aeroplane-printed = 双数起飞，到终点的点数必须刚好。
ready-aeroplane-families = 掷 5 或 6 起飞，自己的飞机相遇必叠，能飞棋必飞，点数多了从终点往回退。
ready-aeroplane-quick = 每家两架飞机，起飞可掷三次，有一家全部到终点就结束。
ready-flying-printed = 掷 6 才能起飞，到终点的点数必须刚好。
ready-flying-families = 掷 5 或 6 起飞，掷 6 再掷一次，点数多了从终点往回退。
ready-flying-quick = 每家两架飞机，双数起飞，有一家全部到终点就结束。
ready-two-printed = 扛走对方军旗，或让对方无棋可走。
ready-more-printed = 军旗被扛的一家出局，最后剩下的一方获胜。
ready-junqi-families = 普通棋子碰地雷同归于尽，工兵可以挖雷；棋子进大本营后还能出来。
ready-two-quick = 所有棋子都能在铁路上拐弯，工兵可以侦察；每步 20 秒，久不吃子提前判和。
ready-more-quick = 交过手的棋子亮明，炸弹也能在铁路上拐弯；每步 20 秒，久不吃子提前判和。
ready-open-quick = 所有棋子都能在铁路上拐弯；每步 20 秒，久不吃子提前判和。
ready-flip-printed = 谁先翻出工兵，就执那一色；清除三颗地雷后才能扛旗。
ready-flip_open-printed = 清除对方的三颗地雷后才能扛旗。
ready-flip-families = 翻开的第一枚棋子定颜色；普通棋子碰地雷同归于尽，工兵可以挖雷。
ready-flip_open-families = 普通棋子碰地雷同归于尽，工兵可以挖雷。
ready-flip-quick = 所有棋子都能在铁路上拐弯；每步 20 秒，久不吃子提前判和。

## 为什么还不能开始

problem-too-few = 至少要有两位玩家，请再安排一位。
problem-teams = 组队时四家都不能空着。请补齐玩家，或关掉组队。
problem-army = 每一家都不能空着。请给空着的一家安排玩家。
problem-robot = 机器人 { $robot } 不能下棋，请换一个。
problem-seed = 随机种子只能是不超过 19 位的整数，或 64 个十六进制字符，请改正或留空。
problem-range = “{ $rule }”在这里只能是 { $low } 到 { $high }。
problem-safe = 第 { $invalid } 格不在外圈上，外圈是第 { $low } 到 { $high } 格。
problem-takeoff = 这样谁也无法起飞，请至少选一个点数。
problem-extra-roll = 所有点数都能再掷的话，一个回合永远走不完。请至少去掉一个点数。
problem-no-flights = 不能飞棋就没有“飞后再跳”。请打开飞棋，或关掉“飞后再跳”。
problem-no-jumps = 不能跳子就没有“飞后再跳”。请打开跳子，或关掉“飞后再跳”。
problem-no-stacks = 不叠子时“{ $rule }”不起作用。请允许叠子，或重置这一项。
problem-board = “{ $rule }”对这种棋盘不起作用，请重置。
