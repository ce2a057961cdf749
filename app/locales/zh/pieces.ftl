# 军棋的棋子、位置与自带布局的名字。

## 棋子

piece-field_marshal = 司令
piece-general = 军长
piece-major_general = 师长
piece-brigadier = 旅长
piece-colonel = 团长
piece-major = 营长
piece-captain = 连长
piece-lieutenant = 排长
piece-engineer = 工兵
piece-bomb = 炸弹
piece-landmine = 地雷
piece-flag = 军旗

## 阵地的位置，按行与列，左右以己方为准

cell-11 = 左头
cell-12 = 左眉
cell-13 = 中头
cell-14 = 右眉
cell-15 = 右头
cell-21 = 左上肋
cell-22 = 左上营
cell-23 = 上腹
cell-24 = 右上营
cell-25 = 右上肋
cell-31 = 左中肋
cell-32 = 左腹
cell-33 = 中营
cell-34 = 右腹
cell-35 = 右中肋
cell-41 = 左下肋
cell-42 = 左下营
cell-43 = 下腹
cell-44 = 右下营
cell-45 = 右下肋
cell-51 = 左角
cell-52 = 左旗台
cell-53 = 台中
cell-54 = 右旗台
cell-55 = 右角
cell-61 = 左底
cell-62 = 左旗位
cell-63 = 中底
cell-64 = 右旗位
cell-65 = 右底

## 中央九宫

cell-c11 = 左上宫
cell-c12 = 中上宫
cell-c13 = 右上宫
cell-c21 = 左中宫
cell-c22 = 中宫
cell-c23 = 右中宫
cell-c31 = 左下宫
cell-c32 = 中下宫
cell-c33 = 右下宫
cell-six-11 = 左上角
cell-six-12 = 北前
cell-six-13 = 右上角
cell-six-21 = 西北前
cell-six-22 = 东北前
cell-six-31 = 左中角
cell-six-32 = 天元
cell-six-33 = 右中角
cell-six-41 = 西南前
cell-six-42 = 东南前
cell-six-51 = 左下角
cell-six-52 = 南前
cell-six-53 = 右下角

## 自带布局

shipped-steady_wall = 铜墙铁壁
    .plan = 两边大子前后相接，地雷封住旗角，先守后攻。
shipped-left_storm = 左路猛攻
    .plan = 主力全在左路压上，军旗远在右边，有地雷看守。
shipped-two_wings = 两翼齐飞
    .plan = 左右两线一样强，先打哪边，临阵再定。
shipped-triangle_mines = 三角雷
    .plan = 军旗三面都是地雷，不用工兵或炸弹打不开。
shipped-bombs_behind_38 = 师后跟炸
    .plan = 两个师长守两头，身后各跟一炸，吃师长的就挨炸。
shipped-empty_fort = 空城计
    .plan = 地雷都在假旗一边，真旗身边一颗雷也没有。
shipped-hidden_flag = 左右难辨
    .plan = 左右布雷一模一样，看雷猜不出军旗在哪边。
shipped-engineers_first = 工兵先行
    .plan = 三个工兵排在第一排正中，铁路一通就飞出去。
shipped-marshal_in_ambush = 司令伏兵
    .plan = 军长冲在前面冒充司令，司令埋伏在第四排伺机而动。
shipped-sunken_bombs = 沉底炸弹
    .plan = 两颗炸弹藏在第五排的两个角上，顺着铁路放冷箭。
shipped-centre_thrust = 中路突破
    .plan = 大子集中在中路，两颗炸弹左右随行，直取中间。
shipped-mines_in_a_row = 一字雷
    .plan = 三颗地雷一字排开，切断第五排铁路，挡在两个大本营前面。
