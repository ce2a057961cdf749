# 对局画面。

play-roll-key = 掷骰子（空格）
play-opening = 掷骰子决定谁先走
play-your-roll = { $seat }，轮到你了
play-your-move = 选一架飞机
play-your-move-keys = 点一下，或按 1 到 4
play-confirm = 再点一次，或按回车
play-thinking = { $seat }正在走
play-paused = 已暂停
play-resume = 继续
play-pause = 暂停
play-pick = 选择你的颜色
play-pick-keys = 点一个颜色，或按 R、Y、G、B
play-pick-seat = 执{ $seat }（{ $key }）
play-taken-back = 暗子交手或亮明之后悔过 { $count } 次棋。
play-pick-open = 待定
play-over = 对局结束
play-again = 再来一局
play-look-back = 复盘
play-decided = { $seat }共掷 { $rolls } 次，撞回 { $sent } 架，被撞 { $lost } 架。
over-house-rule = 自定义规则结束了对局。
play-draw = 各家同意和棋。
play-place-line = 第 { $place } 名：{ $seats }
play-log = 对局记录
play-log-empty = 每次掷骰和走子都会写在这里。
play-you = 你
play-home-count = 到达 { $home }/{ $all }
play-changed-rules = { $count ->
    [0] 标准规则
   *[other] 改了 { $count } 条规则
}
play-trouble = { $seat }的机器人出了问题：{ $message }
play-commitment = 骰子校验码：{ $hash }
play-commitment-lot = 抽签校验码：{ $hash }
play-seed = 随机种子：{ $hash }
play-swap = { $seat }由谁来下
play-swap-me = 我来下
play-card = { $seat }，{ $who }，到达 { $home }/{ $all }
play-card-turn = { $seat }，{ $who }，到达 { $home }/{ $all }，轮到走
play-die = 骰子是 { $die } 点
play-die-none = 骰子

spoken-plane = { $seat }{ $planes }号机，{ $cell }
spoken-movable = { $seat }{ $planes }号机，{ $cell }，可以走
spoken-slot = { $seat }停机坪 { $slot } 号位
spoken-place = { $seat }：{ $cell }

choice-ask = 怎么走？
choice-fly = 飞越
choice-jump = 跳子
choice-stay = 停下
choice-stack = 叠子
choice-apart = 不叠

menu-menu = 菜单
menu-new = 新对局
menu-open = 打开…
menu-save = 保存
menu-save-as = 另存为…
menu-undo = 悔棋
menu-resign = 认输
menu-why = 为什么？
menu-names = 切换棋子文字
menu-guide = 怎么玩
menu-keys = 快捷键
menu-fullscreen = 全屏
menu-settings = 设置
menu-home = 首页
menu-quit = 退出
menu-draw = 提和
play-clock = 还剩 { $seconds } 秒
play-curtain = 轮到{ $seat }
play-curtain-hint = 请把屏幕交给这一家，其他人不要看。
play-uncover = 查看我的棋子
play-seconds = { $seconds } 秒

## 自定义规则

play-house-rules = { $count } 条自定义规则
play-house-rule = 自定义规则：{ $rule }。
play-house-by = 作者：{ $author }
play-house-sets = 设定：{ $list }
play-house-does = { $list }
play-house-sees-all = 看得到对玩家隐藏的内容。
play-house-left-out = 从第 { $step } 步起不再使用。
play-house-trouble = { $rule }出错：{ $message }
play-house-broken = 自定义规则“{ $rule }”出错了
play-house-broken-about = 对局停在这一步之前，没有丢失任何内容。
play-house-go-on = 不用它，继续下
play-house-leave = 保持原样
play-house-ask = 这局棋自带自定义规则
play-house-ask-about = 它们不在你的脚本里。自定义规则是一小段程序，碰不到你的文件，也不能上网。运行之前可以先看看源码。
play-house-source = { $rule }的源码
play-house-run = 运行这些规则
play-house-without = 不用它们，继续下
play-house-check-without = 不用它们来检查
play-house-look = 只看看
test-step = 走一步（.）
    .about = 机器人走到下一次做出决定。
test-again = 再想一次（T）
    .about = 退回上一步，让机器人用同样的随机数重新决定。先保存改过的程序，再看有什么不同。
test-lines = 最费步数的几行
console-line = 控制台
    .hint = Lua 表达式，例如 view.seat
test-nothing = 还没有机器人走过棋。
test-turn = { $seat }：运算步数 { $fuel }，{ $notes ->
    [0] 没有标注
   *[other] 标注 { $notes } 处
}
