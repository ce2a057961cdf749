# 手工摆出来的局面。

position-title = 局面编辑
position-game = 玩法
position-reset = 初始局面
position-clear = 清空棋盘
position-turn = 轮到谁走
position-moves = 轮到{ $seat }走
position-seats = 参加的各家
position-takes-part = { $seat }参加
position-die = 已掷出、还没走的点数
position-die-none = 没有
position-die-face = { $die } 点
position-together = { $seat }：{ $planes } 号机叠在一起
position-plane = { $seat } { $plane } 号机
position-cell = { $cell }：{ $what }
position-cell-empty = { $cell }：空
position-beside = 不在棋盘上的
position-pieces-of = { $seat }的棋子
position-spoken-beside = { $piece }，棋盘外还有 { $count } 枚
position-colours = 颜色
position-colours-own = 南家执红，北家执绿
position-colours-swapped = 南家执绿，北家执红
position-colours-unknown = 尚未定色
position-down = 未翻开
position-shown = 已亮明
position-moved = 走动过
position-hint = 点一下选中，再点要放的位置，也可以拖动。点右键移出棋盘。
    .planes = 点一下选中飞机，再点要放的位置，也可以拖动。点右键放回停机坪。
position-cannot-stand = 不能放在这里：{ $cell }。
position-line = 用一行文字表示的局面
position-paste = 粘贴
position-fine = 这个局面可以下。
position-ask = 在复盘里打开
    .about = 在复盘里打开：可以问机器人、看胜率、生成图片。
position-play = 从这里开始下

## 回看对局时

position-menu = 局面
    .about = 复制为一行文字，或在“局面编辑”里打开
position-copy = 复制为文字
position-edit = 编辑此局面
position-none-opening = 第一回合之前还没有局面可以复制。
position-none-over = 到这里已经终局，没有可以接着下的局面。
position-none-question = 这里有一条自定义规则在等回答，所以不能复制局面。请到回答之后的那一步再复制。
position-none-told = 这是只有一家视角的棋谱，看不到的棋子由程序随机补上，所以不能复制局面。
position-none-unrecorded = 棋谱没有记录全部棋子，所以不能复制局面。
position-none-sealed = 有些棋子你看不到，所以不能复制局面。

## 从局面开始的对局

position-begins = 这一局从手工摆好的局面开始。
position-drop = 照常开局
position-problem = 这个局面不能下。{ $why }
position-problem-seats = 这个局面必须正好由这几家来下：{ $seats }。

## 为什么不能下

position-bad-seats = 参加的各家不符合这些规则的要求。
position-bad-not-playing = { $seat }没有参加这一局。
position-bad-planes = { $seat }的飞机比规则允许的多。
position-bad-progress = { $seat }有一架飞机越过了终点。
position-bad-stack = { $seat }的飞机不能叠在一起：{ $why }。
position-bad-shared = { $one }和{ $other }在同一格，其中一架早该被撞回。
position-bad-die = 骰子没有 { $die } 点。
position-bad-nothing = { $seat }掷出 { $die } 点时没有飞机可走，所以“已掷出、还没走的点数”不能是 { $die } 点。
position-bad-home = 已全部到终点的名单，与{ $seat }飞机的位置不符。
position-bad-gone = { $seat }已经认输，它的飞机只能在停机坪或终点。
position-bad-over = 这样的局面已经终局。
position-stack-rules = 按这些规则不能叠子
position-stack-single = 两架以上才能叠子
position-stack-apart = 它们不在同一格
position-stack-place = 只有在外圈和终点通道上才能叠子
position-stack-twice = 其中一架已经在另一叠里
position-turn-skips = 一家最多可以停走九个回合。
position-turn-put-off = 因别家多走一次而推后的回合，最多四个。
position-turn-no-sixes = 按这些规则，掷出 6 不能再掷。
position-turn-row = 掷出别的点数，连续的 6 就中断了。
position-turn-third = 连掷三个 6，这个回合就已经结束了。
position-turn-moved = 这个回合没有用 6 走过这些飞机。
position-turn-tries = 按这些规则每回合只能掷一次，起飞掷了几次不必记录。
position-turn-long = 没有一局会下这么久。
position-bad-cell = 棋盘上没有这个位置：{ $cell }。
position-bad-twice = { $cell }上有两枚棋子。
position-bad-too-many = { $seat }的{ $piece }太多。
position-bad-astray = { $piece }不可能走到{ $cell }。
position-bad-marks = 按这些规则，{ $cell }上的棋子不可能有这样的标记（未翻开、走动过、拐过弯等）。
position-bad-no-flag = { $seat }没有军旗，没有军旗就出局了。
position-bad-carried = { $seat }的军旗不可能在那里。
position-bad-out = { $seat }已经出局，棋盘上不能有它的棋子。
position-bad-no-pieces = { $seat }已经没有能走的棋子。
position-bad-no-move = 轮到{ $seat }走，但无棋可走。
position-bad-unassigned = 尚未定色时，所有棋子都必须在棋盘上，都没有走动过，能定颜色的棋子也都没有翻开。
position-bad-assigned = 要先翻开定颜色的那枚棋子，才能定色。
position-bad-value = 按这些规则，“{ $word }”不能取这个值。
position-bad-dead = 谁也无法再吃子，这一局已是和棋。

## 为什么不是局面

position-line-long = 这段文字太长，不是局面。
position-line-start = 局面要用 { $expected } 开头，不能用“{ $found }”。
position-line-preset = 没有“{ $found }”这种玩法，可用的有 { $expected }。
position-line-unknown = 看不懂“{ $found }”。这里可以写 { $expected }，以及规则选项。
position-line-twice = “{ $found }”出现了两次。
position-line-missing = 缺少“{ $found }”。
position-line-word = “{ $found }”不对，这里应为：{ $expected }。
position-wanted-seat = 一家的名称，例如 red
position-wanted-seats = 几家的名称，例如 red,blue
position-wanted-number = { $low } 到 { $high } 的数
position-wanted-numbers = 各家和数字，例如 red:2,blue:1
position-wanted-planes = 各架飞机走了几步，例如 4,7,-,home，停机坪里的用 -
position-wanted-stacks = 叠在一起的飞机，例如 red:1+2,blue:3+4
position-wanted-moved = 飞机的号码，例如 1+3
position-wanted-pieces = 棋子，例如 S11F,S12Ps：位置、字母，后面可加 d（未翻开）、s（已亮明）、m（走动过）、c（拐过弯）
position-wanted-cells = 各家和位置，例如 south:N23
position-wanted-out = 出局的各家和原因，例如 east:flag
position-wanted-colours = own、swapped 或 unknown
