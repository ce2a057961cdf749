# 对局画面。

play-roll-key = 掷骰子（空格）
play-opening = 掷骰子决定谁先走
play-your-roll = { $seat }，轮到你了
play-your-move = 选一架飞机
play-your-move-keys = 点一下，或按 1 到 4
play-confirm = 再点一次，或按回车
play-thinking = { $seat }正在思考
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
play-hints = 用了 { $count } 次提示。
play-look-back = 复盘
play-decided = { $seat }共掷 { $rolls } 次，撞回 { $sent } 架，被撞 { $lost } 架。
over-house-rule = 自定义规则结束了对局。
play-draw = 各家同意和棋。
play-place-line = 第 { $place } 名：{ $seats }
play-result-won = { $seats }胜
play-result-lost = { $seats }负
play-result-drawn = 和棋：{ $seats }
play-details = 更多
play-log = 对局记录
play-log-empty = 每一步都会记在这里。
play-you = 你
play-home-count = 已到 { $home }/{ $all }
play-changed-rules = { $count ->
    [0] 标准规则
   *[other] 改了 { $count } 项规则
}
play-trouble = { $seat }的机器人出了问题：{ $message }
play-commitment = 骰子校验码：{ $hash }
play-commitment-lot = 种子校验码：{ $hash }
play-seed = 随机种子：{ $hash }
play-swap = { $seat }由谁来下
play-swap-me = 我来下
play-card = { $seat }，{ $who }，已到 { $home }/{ $all }
play-card-turn = { $seat }，{ $who }，已到 { $home }/{ $all }，轮到走子
play-die = 骰子是 { $die } 点
play-die-none = 骰子

spoken-plane = { $seat } { $planes } 号机，{ $cell }
spoken-movable = { $seat } { $planes } 号机，{ $cell }，可以走
spoken-slot = { $seat }停机坪 { $slot } 号位
spoken-place = { $seat }：{ $cell }

choice-ask = 怎么走？
choice-fly = 飞棋
choice-jump = 跳子
choice-stay = 停下
choice-stack = 叠子
choice-apart = 不叠

menu-menu = 菜单
menu-new = 开新局
menu-open = 打开…
menu-save = 保存
menu-save-as = 另存为…
menu-undo = 悔棋
menu-resign = 认输
menu-hint = 提示
hint-thinking = 正在想一步好棋……
hint-failed = 这个局面没有提示。
hint-race-capture = 把{ $seat }的 { $count } 架飞机撞回停机坪。
hint-race-home = 一架飞机到达终点。
hint-race-escape = 脱离危险：留在原地，接下来两次掷骰的 36 种组合中有 { $before } 种会被撞；走过去只有 { $after } 种。
hint-race-flight = 走飞行航线，一下子省很多格。
hint-race-launch = 再让一架飞机起飞。
hint-race-jump = 落到自己颜色的格子，再往前跳。
hint-race-stack = 两架飞机叠在一起。
hint-race-safe = 往前走，下一轮没有对手撞得到它。
hint-race-advance = 往前走。别的走法不是走得少，就是更危险。
hint-junqi-flip = 翻一枚棋子，也许就是自己的。
hint-junqi-flag = 夺下军旗。
hint-junqi-take = { $piece }吃{ $other }。
hint-junqi-trade = { $piece }换{ $other }。
hint-junqi-wins = 不管这枚棋子是什么，{ $piece }都能吃它。
hint-junqi-at-worst-trade = { $piece }吃它的把握有 { $percent }%，最坏也是同归于尽。
hint-junqi-no-landmine = 它走动过，不会是地雷。{ $piece }吃它的把握有 { $percent }%。
hint-junqi-probably-wins = { $piece }吃它的把握有 { $percent }%。
hint-junqi-scout = 试探这枚棋子，最多损失{ $piece }。
hint-junqi-escape = 让{ $piece }躲开多半比它大的棋子。
hint-junqi-camp = 让{ $piece }进入行营，在那里不会受到攻击。
hint-junqi-threat = { $piece }接着威胁{ $cell }上的棋子，多半能吃它。
hint-junqi-guard = { $piece }守住军旗。
hint-junqi-forward = 把{ $piece }走到更好的位置。
hint-junqi-move = 这步棋不错。
menu-why = 为什么这样走？
menu-names = 切换棋子文字
menu-guide = 游戏规则
menu-keys = 快捷键
menu-fullscreen = 全屏
menu-sound = 声音与速度
menu-settings = 设置
menu-home = 首页
menu-quit = 退出
menu-draw = 提和
play-clock = 还剩 { $seconds } 秒
play-curtain = 轮到{ $seat }
play-curtain-hint = 请把屏幕交给这一家，其他人请不要看。
play-uncover = 查看我的棋子
play-seconds = { $seconds } 秒

## 自定义规则

play-house-rules = { $count } 条自定义规则
play-house-rule = 自定义规则：{ $rule }。
play-house-by = 作者：{ $author }
play-house-sets = 设定：{ $list }
play-house-does = { $list }
play-house-sees-all = 能看到玩家看不到的内容。
play-house-left-out = 从第 { $step } 步起停用。
play-house-trouble = { $rule }出错：{ $message }
play-house-broken = 自定义规则“{ $rule }”出错了
play-house-broken-about = 对局已退回到这一步之前，没有丢失任何内容。
play-house-go-on = 不用它，继续下
play-house-leave = 保持原样
play-house-ask = 这份棋谱带有自定义规则
play-house-ask-about = 你没有安装这些规则。自定义规则是一小段程序，碰不到你的文件，也不能上网。运行之前可以先看看源码。
play-house-source = { $rule }的源码
play-house-run = 运行这些规则
play-house-without = 不用这些规则，继续下
play-house-check-without = 检查时不运行这些规则
play-house-look = 仅查看
test-step = 走一步（.）
    .about = 让机器人走到下一次决策为止。
test-again = 再想一次（T）
    .about = 退回上一步，让机器人用同样的随机数重新决策。先改好脚本并保存，再看结果有什么不同。
test-lines = 最耗运算量的几行
console-line = 控制台
    .hint = Lua 表达式，例如 view.seat
test-nothing = 还没有机器人走过棋。
test-turn = { $seat }：运算量 { $fuel }，{ $notes ->
    [0] 没有标注
   *[other] 标注 { $notes } 处
}
