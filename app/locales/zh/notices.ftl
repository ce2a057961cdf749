# 窗口底部的提示。

notice-saved = 已保存为 { $file }。
notice-nothing-to-save = 还没有可以保存的对局。
notice-opened-changed = { $file } 没有通过检查：{ $what }
notice-opened-ended-early = { $file }：{ $what }
notice-open-failed = 无法打开 { $file }。{ $why }
notice-no-opener = 系统里没有能打开它的程序。
notice-coach-on = 教练已打开：你要走明显吃亏的棋时，会先问你。
notice-coach-off = 教练已关闭。
notice-no-hint = 轮到你走的时候才能看提示。
notice-hint-roll = 请先掷骰子。
notice-no-take-back = 没有可以悔的棋。
notice-no-redo = 没有可以取消的悔棋。
notice-took-back = 已悔棋：{ $moves }
notice-took-back-more = 另有 { $count } 步
notice-no-table = 没有正在进行的对局。
notice-robot-reloaded = 已载入 { $file }。
notice-colour-late = 颜色要在第一次掷骰之前选。
ask-resign = 确定认输吗？
ask-resign-many = 确定认输吗？其他人会继续下。
ask-changed-elsewhere = { $file } 已被其他窗口或程序改动，要替换吗？
ask-lose-game =
    { $why }
    还要开始另一局吗？当前这一局会丢失。
ask-overwrite = { $file } 已经存在，要替换吗？
notice-draw-declined = { $seats }不同意和棋。
notice-robot-resigns = { $seat }认输。
ask-unsaved = { $files } 还没有保存。要先保存吗？
ask-unsaved-notes = 这局棋的批注
ask-take-back = 这步棋走出以后，已有暗子交战或亮明；悔棋会记入棋谱。在座的各位都同意吗？
notice-take-back-recorded = 悔掉的棋已经泄露过暗子的信息，这次悔棋已记入棋谱。
ask-draw = 有人提和。还在局中的各位都同意和棋吗？
ask-run-programs =
    这需要运行另一个程序。它在这台电脑上能做你能做的一切：读取、改动、删除你的文件，也能上网。只有信得过作者时才选“是”。允许它运行吗？
ask-program-runs = { $file } 要运行下面这条命令，每行一个参数：
ask-program-beside = 同一文件夹里这条命令用到的文件：{ $files }。其中任何一个有改动，都会重新询问。
ask-show-everything = 这局棋还没有下完。真的要看别家的棋子吗？
notice-partly-known = 棋谱没有记下全部布局，有些棋子一直未知。
notice-no-retry = 还没有机器人走过棋。
