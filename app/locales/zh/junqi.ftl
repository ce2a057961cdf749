# 军棋的用语。

## 玩法

game-dark = 军棋 · 暗棋
    .about = 双人对战，只看得见自己的棋子
game-mixed = 军棋 · 混棋
    .about = 同暗棋，但交过手的棋子要亮明
game-open = 军棋 · 明棋
    .about = 双人对战，全部可见，适合学习
game-flip = 军棋 · 翻棋
    .about = 棋子打乱扣放，每步翻一枚或走一枚
game-flip_open = 军棋 · 翻棋（全明）
    .about = 棋子打乱，全部正面朝上
game-siguo_dark = 四国军棋 · 四暗
    .about = 二对二，只看得见自己的棋子
game-siguo_partner = 四国军棋 · 双明
    .about = 二对二，看得见对家的棋子
game-siguo_open = 四国军棋 · 全明
    .about = 二对二，全部可见
game-siguo_duel = 四国军棋 · 单挑
    .about = 双人对战，两侧空地可以通行
game-three = 三国鼎立
    .about = 三家各自为战
game-six = 六国大战
    .about = 三对三，每隔一家是盟友，看得见盟友的棋子
game-six_dark = 六国大战 · 暗棋
    .about = 六家对战，只看得见自己的棋子
game-six_open = 六国大战 · 明棋
    .about = 六家对战，全部可见

## 棋子与位置

junqi-piece = { $seat }，{ $piece }
junqi-owned-piece = { $seat }{ $piece }
junqi-hidden = 暗子
junqi-a-piece = 暗子
junqi-face-down = 未翻开的棋子
junqi-empty = 空
junqi-spoken = { $cell }：{ $what }
junqi-spoken-movable = { $cell }：{ $what }，可以走
junqi-spoken-target = { $cell }：{ $what }，可以到达
junqi-card = { $seat }，{ $who }，{ $progress }
junqi-card-turn = { $seat }，{ $who }，{ $progress }，轮到走子
junqi-left = { $count } 枚
junqi-face-up = 明子 { $count } 枚
junqi-no-army = 未定色
junqi-waits-for-tile = 谁先翻棋，就执翻出的那一色。
junqi-waits-for-engineer = 谁先翻出工兵，就执那一色。
junqi-out = 出局
junqi-choose-piece = 先点棋子，再点要去的位置。
junqi-choose-any = 翻一枚棋子，或者先点己方的棋子，再点要去的位置。
junqi-choose-tile = 翻开任意一枚棋子。
junqi-choose-target = 走到哪里？按 Esc 取消。
new-mode = 玩法

## 对局记录

junqi-log-moved = { $seat }{ $piece } { $from } → { $to }
junqi-log-attacker = { $seat }{ $piece }（{ $from }）攻{ $target }（{ $to }），攻方胜
junqi-log-defender = { $seat }{ $piece }（{ $from }）攻{ $target }（{ $to }），守方胜
junqi-log-both = { $seat }{ $piece }（{ $from }）攻{ $target }（{ $to }），同归于尽
junqi-log-flipped = { $seat }翻开{ $piece }（{ $cell }）
junqi-would-flip = { $seat }翻开{ $cell }
junqi-would-attack = { $seat }{ $piece }（{ $from }）攻{ $target }（{ $to }）
junqi-plays = 执{ $army }
junqi-log-armies-assigned = { $seat }执{ $army }
junqi-land-south = 南侧
junqi-land-north = 北侧
junqi-colour-red = 红
    .piece = 红色
junqi-colour-green = 绿
    .piece = 绿色
junqi-log-revealed = { $seat }{ $piece }在{ $cell }亮明
junqi-log-flag-shown = { $seat }司令阵亡，军旗在{ $cell }亮明
junqi-log-flag-taken = { $seat }的军旗在{ $cell }被扛
junqi-log-flag-lifted = { $seat }的军旗在{ $cell }被扛起
junqi-log-flag-dropped = { $seat }的军旗掉在{ $cell }
junqi-log-flag-brought = { $seat }的军旗被扛到{ $cell }
junqi-log-timeout = { $seat }第 { $count } 次超时
junqi-log-ended = 对局结束，{ $seats }获胜
    .after = 对局结束，{ $seats }获胜
junqi-log-drawn = 对局结束，和棋
    .after = 对局结束，和棋
junqi-out-flag = { $seat }丢旗出局
junqi-out-no-move = { $seat }无棋可走，出局
junqi-log-removed = { $cell }的{ $seat }棋子移出棋盘
junqi-log-shifted = { $seat }{ $piece }从{ $from }移到{ $to }
junqi-log-extra-turn = { $seat }可以多走一次
junqi-out-house = { $seat }按自定义规则出局
junqi-out-no-pieces = { $seat }没有能走的棋子，出局
junqi-out-timeouts = { $seat }超时次数过多，出局
junqi-over-flag = { $seat }的军旗被扛。
junqi-over-no-move = { $seat }无棋可走。
junqi-over-no-pieces = { $seat }没有能走的棋子。
junqi-over-timeouts = { $seat }超时次数过多。
junqi-over-dead = 和棋：谁也无法再吃子。
junqi-over-quiet = 和棋：长时间没有吃子。
junqi-over-quiet-flip = 和棋：长时间没有吃子和翻棋。
junqi-over-resigned = { $seat }认输。

## 为什么不行

junqi-refuse-empty = 这里没有棋子。
junqi-refuse-other = 这是{ $seat }的棋子。
junqi-refuse-still = 这枚棋子现在走不动。
junqi-refuse-fixed = 地雷和军旗不能走。
junqi-refuse-hq = 大本营里的棋子不能走。
junqi-refuse-way = 这枚棋子走不到那里。
junqi-refuse-camp = 不能攻击行营里的棋子。
junqi-refuse-mines = 还要先清除对方 { $left } 颗地雷，才能扛旗。
junqi-refuse-mines-lost = 对方有地雷不是工兵挖掉的，这面军旗再也扛不走了。
junqi-refuse-taker = 只有你的{ $piece }能扛这面军旗。
junqi-refuse-no-taker = 你已经没有能扛这面军旗的棋子了。

## 规则

rules-junqi_armies = 结盟
rules-junqi_moves = 走子
rules-junqi_fights = 交战与明暗
rules-junqi_flag = 军旗
rules-junqi_end = 胜负与时限
# 此项在军棋里的作用；名称与飞行棋的相同。
rule-junqi-teams = 合纵连横：每隔一家的三家结盟，共两方。两两结盟：对面的两家结盟，共三方。
rule-teams-alliances = 合纵连横
rule-teams-pairs = 两两结盟
rule-teams-each = 六国混战
rule-mine = 地雷
    .about = 棋子碰上地雷的结果。
rule-mine-spring = 撞雷者阵亡，地雷还在，工兵可以挖雷（弹簧雷）
rule-mine-bomb = 同归于尽，工兵也一样（炸弹雷）
rule-mine-bomb_engineer_digs = 同归于尽，工兵可以挖雷
rule-hq_exit = 可出大本营
    .about = 大本营里的棋子可以出来，地雷和军旗除外。
rule-bomb_moves_as_engineer = 炸弹满天飞
    .about = 炸弹在铁路上像工兵一样拐弯。
rule-rail_turns = 铁路可拐直角弯
    .about = 所有棋子都可以在铁路上拐弯。
rule-extra_lines = 斜线铁路
    .about = 前线加两条交叉的斜线铁路。
rule-flag_win = 扛旗方式
    .about = 怎样才算扛走对方军旗。
rule-flag_win-take = 扛到即胜
rule-flag_win-carry_over_front = 扛过前线
rule-flag_win-carry_home = 扛回大本营
rule-scout = 工兵侦察
    .about = 工兵攻击有军衔的棋子而阵亡时，被攻击的那枚棋子随即亮明。
rule-contact_reveals = 交手亮明
    .about = 交过手的棋子各家都看得见。
rule-marshal_reveals_flag = 司令阵亡亮军旗
    .about = 此后各家都知道军旗在哪里。
rule-flip_flag = 扛旗
    .about = 翻棋中由谁扛旗。
rule-flip_flag-smallest = 己方最小的棋子
rule-flip_flag-engineer_carries_home = 工兵扛回大本营
rule-flip_mines = 清除地雷
    .about = 扛旗之前，对方的地雷要怎样清除才算数。
rule-flip_mines-any = 方式不限
rule-flip_mines-engineers_only = 只算工兵挖掉的
rule-flip_armies = 怎样定颜色
    .about = 翻棋由哪一枚棋子定颜色：谁翻出它，就执它那一色。
rule-flip_armies-engineer = 第一枚工兵
rule-flip_armies-first_tile = 第一枚棋子
rule-first-lot = 抽签
rule-first-flip_engineer = 另翻一副棋，先翻出工兵的一家
rule-first-south = 南家
rule-first-east = 东家
rule-first-north = 北家
rule-first-west = 西家
rule-first-southeast = 东南家
rule-first-northeast = 东北家
rule-first-northwest = 西北家
rule-first-southwest = 西南家
rule-turn_order = 走棋顺序
    .about = 三家以上时，各家按哪个方向轮流走。
rule-turn_order-anticlockwise = 逆时针
rule-turn_order-clockwise = 顺时针
rule-draw_after_quiet_plies = 不吃子判和步数
    .about = 连续多少步没有吃子（翻棋时也没有翻开棋子）就判和；0 表示不判。
rule-clock_seconds = 每步秒数
    .about = 超时就轮到下家走。0 表示不计时。
rule-timeouts_lose = 超时出局次数
    .about = 一家超时多少次就出局；0 表示不限。
rule-draw_by_agreement = 可以提和
    .about = 还在局中的各家都同意时判和。

# 印在棋盘上的字
junqi-print-front = 前线
junqi-print-mountain = 山界
junqi-print-hq = 大本营
junqi-print-camp = 行营
# 暗子上的标记，以及可能是什么
junqi-marks = 可能是什么？
junqi-marks-none = 清除
junqi-beats = 能吃{ $piece }和更小的棋子。
junqi-beats-all = 能吃其他所有军衔的棋子。
junqi-beats-engineers = 只能吃工兵。
junqi-beats-engineer = 最小，但能挖地雷，在铁路上可以拐弯。
junqi-beats-bomb = 无论进攻还是被攻，都和对方同归于尽。
junqi-beats-landmine = 不能移动，碰它的棋子会阵亡；多数规则下工兵可以挖掉它。
junqi-beats-flag = 不能移动，丢了军旗就出局。
junqi-can-be = 可能是：{ $pieces }
junqi-can-only-be = 只能是：{ $piece }
junqi-chance = { $percent }%
junqi-chance-hardly = 不到 1%
# 几种棋子合在一起的名称：暗子可能是什么。样式为 codes、short 或 names。
pieces-any = 任意
pieces-range = { $high }至{ $low }
pieces-any-rank = 任意军衔
pieces-most = { $style ->
    [names] { $piece }及以下
   *[other] { $piece }及以下
}
pieces-least = { $style ->
    [names] { $piece }及以上
   *[other] { $piece }及以上
}
pieces-or = { $list }、{ $last }
pieces-not = 不是{ $piece }
pieces-not-two = 不是{ $first }、{ $second }
pieces-more = { $pieces }…
pieces-bomb = 炸弹
pieces-mine = 地雷
pieces-flag = 军旗

# 座位卡
junqi-partner = 对家
junqi-ally = 盟友
junqi-enemy = 对手
junqi-previous = 上家
junqi-next = 下家
junqi-lost = 阵亡：{ $pieces }
junqi-lost-hidden = 暗子 { $count } 枚
    .after = { $known }、暗子 { $count } 枚
junqi-late = 超时 { $count } 次
junqi-late-of = 超时 { $count }/{ $most }
# 裁判
junqi-referee-attacker = 裁判：{ $seat }进攻，攻方胜
junqi-referee-defender = 裁判：{ $seat }进攻，守方胜
junqi-referee-both = 裁判：{ $seat }进攻，同归于尽
junqi-could-be = 在{ $seat }看来可能是：
