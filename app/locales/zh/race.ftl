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
