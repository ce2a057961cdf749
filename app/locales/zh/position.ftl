# 手工摆出来的局面。

position-title = 摆局面
position-game = 玩法
position-begin = 开局的样子
position-clear = 清空棋盘
position-turn = 轮到谁走
position-moves = 轮到{ $seat }走
position-seats = 还在局中
position-takes-part = { $seat }还在局中
position-die = 等着用的点数
position-die-none = 没有
position-die-face = 等着用 { $die } 点
position-together = { $seat }：{ $planes } 号棋叠在一起走
position-plane = { $seat } { $plane } 号棋
position-cell = { $cell }：{ $what }
position-cell-empty = { $cell }：空
position-beside = 不在棋盘上的
position-pieces-of = { $seat }的棋子
position-spoken-beside = { $piece }，棋盘外还有 { $count } 个
position-colours = 两军
position-colours-own = 南方执红，北方执蓝
position-colours-swapped = 南方执蓝，北方执红
position-colours-unknown = 还没有分出两军
position-down = 没有翻开
position-shown = 已经亮给大家看
position-moved = 已经走过
position-hint = 点一个棋子，再点要放的地方，也可以拖动。点右键就拿下棋盘。
position-cannot-stand = 不能放在这里：{ $cell }。
position-line = 用一行文字表示的局面
position-paste = 粘贴
position-fine = 这个局面可以下。
position-ask = 看这个局面
    .about = 作为对局打开：可以问机器人、看机会、做图片。
position-play = 从这里开始下

## 回看对局时

position-menu = 局面
    .about = 把这个局面变成一行文字，或者放到摆局面的那一页
position-copy = 复制为文字
position-edit = 拿去摆局面
position-none-opening = 第一回合之前还没有局面可以复制。
position-none-over = 到这里已经终局，没有可以接着下的局面。
position-none-told = 这一家没看到的由程序重新分配，所以不复制局面。
position-none-unrecorded = 没有记录下所有棋子是什么。
position-none-sealed = 能看到全部棋子的人才可以复制局面。

## 从局面开始的对局

position-begins = 这一局从手工摆好的局面开始。
position-drop = 照常开局
position-problem = 局面：{ $why }
position-problem-seats = 这个局面要有人下的正好是：{ $seats }。

## 为什么不能下

position-bad-seats = 按这些规则，要有另外的人来下。
position-bad-not-playing = { $seat }不在局中。
position-bad-planes = { $seat }的棋子比规则给的多。
position-bad-progress = { $seat }有一个棋子走过了终点。
position-bad-stack = { $seat }的棋子不能叠在一起走：{ $why }。
position-bad-shared = { $one }和{ $other }在同一格，其中一个早就被吃掉了。
position-bad-die = 骰子没有 { $die } 点。
position-bad-nothing = { $seat }用 { $die } 点什么也不能走，这个点数不会等着用。
position-bad-home = 谁已经到家，和{ $seat }的棋子对不上。
position-bad-gone = { $seat }已经认输，它的棋子只能在停机坪或终点。
position-bad-over = 这样就已经终局了。
position-stack-rules = 按这些规则不能叠子
position-stack-single = 两个以上才能叠在一起
position-stack-apart = 它们不在一起
position-stack-place = 只有在路上和终点通道里才能叠子
position-stack-twice = 其中一个已经和别的叠在一起
position-turn-skips = 一家最多可以跳过九个回合。
position-turn-put-off = 最多可以推后四个回合。
position-turn-no-sixes = 按这些规则，掷出 6 点不能再掷。
position-turn-row = 掷出的不是 6 点，连续的 6 点就断了。
position-turn-third = 连续第三个 6 点早已结束这个回合。
position-turn-moved = 这个回合没有 6 点走过这些棋子。
position-turn-tries = 按这些规则只能掷一次，不用记掷了几次。
position-turn-long = 没有哪一局能下这么长。
position-bad-cell = 棋盘上没有这个地方：{ $cell }。
position-bad-twice = { $cell }上有两个棋子。
position-bad-too-many = { $seat }的这种棋子太多：{ $piece }。
position-bad-astray = 这个棋子不可能走到{ $cell }：{ $piece }。
position-bad-seen = 按这些规则，{ $cell }上的棋子不可能是这样。
position-bad-no-flag = { $seat }没有军旗，没有军旗就出局了。
position-bad-carried = { $seat }的军旗不可能在那里。
position-bad-out = { $seat }已经出局，棋盘上不能有它的棋子。
position-bad-no-pieces = { $seat }没有还能走的棋子了。
position-bad-no-move = 轮到{ $seat }走，但什么也不能走。
position-bad-unsettled = 还没有分出两军时，所有棋子都在棋盘上，工兵都没有翻开。
position-bad-settled = 要先翻开一个工兵，才能分出两军。
position-bad-count = 按这些规则，“{ $word }”不可能是这样。
position-bad-dead = 谁也不能再吃掉什么，这一局就和了。

## 为什么不是局面

position-line-long = 这段文字太长，不是局面。
position-line-start = 局面要用 { $wanted } 开头，不能用“{ $found }”。
position-line-preset = 没有“{ $found }”这种玩法，有的是 { $wanted }。
position-line-unknown = “{ $found }”在这里没有意思。可以用 { $wanted }，还有规则的选项。
position-line-twice = “{ $found }”出现了两次。
position-line-missing = 还没有“{ $found }”。
position-line-word = “{ $found }”不对，这里要{ $wanted }。
position-wanted-seat = 一家的名称
position-wanted-seats = 几家的名称，例如 red,blue
position-wanted-number = { $low } 到 { $high } 的数
position-wanted-numbers = 各家和数，例如 red:2,blue:1
position-wanted-planes = 各个棋子走了几步，例如 4,7,-,home，没有出来的用 -
position-wanted-stacks = 叠在一起的棋子，例如 red:1+2,blue:3+4
position-wanted-moved = 棋子的号，例如 1+3
position-wanted-pieces = 棋子，例如 S11F,S12Ps：地方、字母，后面可以有 d、s、m、c
position-wanted-cells = 各家和地方，例如 south:N23
position-wanted-out = 出局的各家和原因，例如 east:flag
position-wanted-colours = own、swapped 或 unknown
