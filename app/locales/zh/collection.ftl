# 所有棋谱的页面。

collection-title = 棋谱库
    .about = 保存过的每一局都在这里：复盘、继续下、整理。
collection-replay = 复盘
collection-continue = 继续
collection-folder = 打开所在文件夹
collection-delete = 删除
collection-delete-many = 删除 { $count } 局
collection-add = 添加棋谱…
    .about = 把一个文件夹里的棋谱或 QQ 四国军棋的复盘文件（.jgs）复制到这里。也可以把文件拖到这一页。
collection-ask-delete = 把 { $file } 移到回收站吗？
collection-ask-delete-many = 把 { $count } 份棋谱移到回收站吗？
collection-deleted = { $count } 份棋谱已移到回收站。
collection-no-trash = 没能全部移到回收站：{ $why }。仍在列表里的棋谱没有删除。
collection-trash-missing = 系统没有可用的回收站

## 查找

collection-find = 查找棋谱
collection-find-hint = 玩家、棋种或文件名
collection-game = 棋种
collection-game-all = 所有棋种
collection-state = 状态
collection-state-all = 不限状态
collection-state-finished = 已下完
collection-state-unfinished = 未下完
collection-state-broken = 损坏的文件
collection-who = 玩家
collection-who-all = 不限玩家
collection-who-people = 只有真人
collection-who-robots = 有机器人
collection-sort = 排序
collection-sort-date = 最近的在前
collection-sort-length = 最长的在前
collection-sort-name = 按文件名
collection-count = 共 { $count } 局
collection-count-broken = { $count } 个损坏
collection-reading = 正在读取 { $done } / { $all }…
collection-importing = 正在添加 { $done } / { $all }…

## 列表

collection-empty = 你的对局会出现在这里：对局结束或开新局时会自动保存，也可以按 Ctrl+S 保存。把棋谱文件拖到这一页就能添加。
collection-none = 没有符合条件的棋谱。
collection-all = 显示全部
collection-wait = 正在读取棋谱…
collection-broken = 已损坏
collection-person = 真人
collection-drawn = 和棋
collection-your-turn = 轮到你
collection-turn = 轮到{ $seat }

## 添加的结果

collection-added = { $made ->
    [0] 没有添加棋谱。
   *[other] 添加了 { $made } 局。
}
collection-added-known = { $made ->
    [0] 没有添加棋谱，
   *[other] 添加了 { $made } 局，
}{ $known } 局本来就有。
collection-failed = 有 { $count } 个文件无法读取：
