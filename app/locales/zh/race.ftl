# 两种飞行棋的用语。

race-plane = 飞机
race-piece = 棋子
race-hangar = 停机坪
race-apron = 起飞点
race-start = 起点
race-track = 航线
race-lane = 终点跑道
race-centre = 终点
race-launch = 起飞
race-jump = 跳子
race-flight = 飞越
race-stack = 叠子
race-capture = 撞机
race-die = 骰子
race-roll = 掷骰子

## 对局记录。$seat 是译好的一方名称。

log-rolled = { $seat }掷出 { $die } 点
log-launched = { $seat } { $plane } 号机起飞
log-moved = { $seat } { $plane } 号机走到 { $square }
log-jumped = { $seat } { $plane } 号机跳到 { $square }
log-flew = { $seat } { $plane } 号机飞越到 { $square }
log-stacked = { $seat } { $plane } 号机叠子
log-captured = { $seat }把{ $victim } { $plane } 号机撞回停机坪
log-finished = { $seat } { $plane } 号机到达终点
log-passed = { $seat }无棋可走
log-three-sixes = { $seat }连掷三个 6，轮空
log-placed = { $seat }获得第{ $place ->
    [1] 一
    [2] 二
    [3] 三
   *[other] 四
}名
