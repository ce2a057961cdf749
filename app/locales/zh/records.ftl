# “战绩”页。

records-title = 战绩
home-records = 战绩
records-tab-overview = 总览
records-tab-races = 飞行棋
records-tab-junqi = 军棋
records-tab-layouts = 布局
records-counting = 正在统计：{ $done } / { $all }…
records-play = 开新局

## 还没有内容

records-empty = 没有已下完的对局
records-empty-overview = 这里会显示胜负、对机器人的等级分和连胜。
records-empty-races = 这里会显示掷骰点数、名次，以及飞机常在哪里被撞。
records-empty-junqi = 这里会显示交战情况和用过的布局。
records-empty-how = 下完一局即可，棋谱文件夹里下完的对局都会计入。

## 计入哪些对局

records-note = 统计棋谱文件夹里下完的对局。一局里有几位真人时，名字与设置中相同的一家算是你。
records-unfinished = { $count } 局没有下完。
records-of-others = { $count } 局不是你下的。
records-broken = { $count } 个文件无法读取。

## 胜负

records-games = 局数
records-won = 胜
records-drawn = 和
records-lost = 负
records-score = 得分率
    .about = 胜一局得 1 分，和棋得半分，除以局数。
records-streak-won = 当前连胜
records-streak-drawn = 当前连和
records-streak-lost = 当前连负
records-streak-longest = 最长连胜
records-count = { $count } 局
records-results = { $won } 胜 { $drawn } 和 { $lost } 负（{ $score }）
records-by-level = { $kind }：按最强对手的级别
    .about = 飞行棋只有第一名算胜。
records-level = 级别
records-no-level = 其他
records-no-games-of-kind = 没有已下完的这类对局。
records-by-preset = 按玩法
records-preset = 玩法

## 等级分

records-rating = 等级分
    .about = 按最近与有级别的机器人的对局计算（最多 { $games } 局），中级为 1500 分。用过提示、悔棋、自定义规则，或从手工摆好的局面开始的对局不计。
records-rating-none = 与有级别的机器人下完一局，就会有等级分。用过提示、悔棋、自定义规则，或从手工摆好的局面开始的对局不计。
records-interval = { $low } 至 { $high }（95%）
records-rating-at = 第 { $game } 局：{ $rating }，{ $interval }
records-rated-games = { $count } 局计分

## 最长和最短的对局

records-lengths = 最长和最短的对局
records-longest = { $kind ->
    [race] 飞行棋
   *[other] 军棋
}最长：{ $game }，{ $length }，{ $date }
records-shortest = { $kind ->
    [race] 飞行棋
   *[other] 军棋
}最短：{ $game }，{ $length }，{ $date }
records-rolls = 掷骰 { $count } 次
records-moves = 走棋 { $count } 次

## 飞行棋

records-dice = 骰子
    .about = 共掷 { $rolls } 次（不含定先手），平均 { $mean } 点（应为 3.50），六点占 { $sixes }（应为 16.7%）
records-dice-mean = 平均点数
records-dice-sixes = 掷出 6
records-dice-luck = 运气
    .about = 骰子带来的胜率变化，只统计带分析的对局。
records-dice-none = 还没有带分析的对局。可以在复盘时分析一局，再保存。
records-dice-at = 第 { $game } 局：{ $value }
records-dice-fair = 虚线：应有的平均值
records-places = 名次
records-place = 第 { $place } 名
records-own-captured = 飞机在哪里被撞
    .about = 两种棋合计，你的飞机被撞 { $caught } 架次，撞回别家 { $captured } 架次。棋盘按红方的路线显示。

## 军棋

records-battles = 交战
records-attacks = 主动进攻
    .about = 共 { $count } 次：左边是你进攻的棋子，上方是对方棋子。数字为胜 : 负，=2 表示同归于尽两次。
records-defences = 被对方进攻
    .about = 共 { $count } 次：左边是对方进攻的棋子，上方是你的棋子。数字为进攻方的胜 : 负，=2 表示同归于尽两次。
records-battle = { $attacker }攻{ $defender }：胜 { $won }，同归于尽 { $both }，负 { $lost }
records-own-layouts = 用过的布局
records-no-layouts = 还没有布局。保存下完的军棋对局后会计入。

## 布局统计

records-explorer = 棋子摆在哪里
records-source-people = 真实对局
    .about = 真实四国军棋对局中的 { $count } 个布局，胜率只按其中分出胜负的 944 个布局计算。
records-source-own = 我的布局
    .about = 你下完的对局中的 { $count } 个布局。
records-source-saved = 全部棋谱
    .about = 棋谱中真人用过的 { $count } 个布局。
records-wins = 胜 { $share }%
records-cell = { $piece }在这里：占布局的 { $share }%，{ $games } 局中胜 { $won } 局
records-formations = 军旗与地雷
    .people = 真实对局的 980 个布局（包括没分出胜负的）里最常见的摆法，军旗在右边的已左右对调。
    .own = 你的布局里最常见的摆法，军旗在右边的已左右对调。
    .saved = 这些布局里最常见的摆法，军旗在右边的已左右对调。
