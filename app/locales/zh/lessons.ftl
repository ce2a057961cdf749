# 教程：教新手下棋。

lessons-title = 教程
lessons-list = 教程
lessons-count = 已完成 { $done } / { $all }
lessons-entry = { $title }（{ $count } 步）
lessons-entry-done = { $title }（已完成）
lessons-step = 第 { $at } 步，共 { $all } 步
lessons-new-position = 换一个局面：
lessons-watch = 请看棋盘…
lessons-next = 下一步
lessons-previous = 上一步
lessons-again = 从头再来
lessons-right = 对了！
lessons-wrong = 这样走也可以，不过这一步请走：{ $what }。
lessons-rolled = 骰子已经掷过了，请走高亮的飞机。
lessons-read = 这里不用在棋盘上操作，看完说明请点“下一步”。
lessons-finished = 这一课学完了，真棒！
lessons-play-on = 从这里接着下
lessons-first-game = 来一局试试
lessons-next-lesson = 下一课

## 不能用的文件

lessons-broken = { $file } 没有列入教程。{ $why }
lessons-fault-unreadable = 文件无法读取。请确认它是文本文件，并且你有权限打开它。
lessons-fault-large = 文件太大，教程最多 1 MiB。
lessons-fault-line = 第 { $line } 行：{ $what }。请改正这一行。
lessons-fault-step-line = 第 { $step } 步（第 { $line } 行）：{ $what }。请改正这一行。
lessons-fault-foreign = 这不是教程文件，或者是为更新版本的《棋盘》写的。文件须以 "format": "qipan-lesson" 和 "version": 1 开头。
lessons-fault-preset = 没有“{ $found }”这种玩法。请写玩法的名称，例如 aeroplane 或 dark。
lessons-fault-seat = 没有“{ $found }”这一家。请写这种棋里的一家，例如 red 或 south。
lessons-fault-empty = 一步也没有。请至少写一步。
lessons-fault-step = 第 { $step } 步：{ $what }
lessons-fault-no-position = 第一步必须有局面（position）。
lessons-fault-position = 局面有误（{ $found }）。可以在“局面编辑”里摆好后复制。
lessons-fault-other-preset = 这个局面是“{ $found }”的。请改用本教程的玩法。
lessons-fault-before = before 里的“{ $found }”在这里走不了。走法照棋谱的写法，掷骰写成 roll 6。
lessons-fault-expected = expect 里的“{ $found }”在这里走不了。走法照棋谱的写法，掷骰写成 roll 6。
lessons-fault-other-seat = 现在轮到 { $found }，不是学棋的一家。请把那一步写进 before。
lessons-fault-cell = 棋盘上没有“{ $found }”。请改正 show。
