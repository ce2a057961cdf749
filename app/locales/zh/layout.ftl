# 布局：开局之前 25 枚棋子怎么摆。

layout-title = 布局
layout-open = 摆布局
layout-unnamed = 还没有保存
layout-changed = 有改动
layout-name = 名称
    .hint = 布局的名称
layout-save = 保存
layout-done = 完成
layout-use = 给{ $seat }用

## 能做什么

layout-mirror = 左右对调
layout-random = 随机
layout-clear = 清空
layout-undo = 撤销
layout-redo = 重做
layout-copy = 复制为文字
layout-paste = 粘贴文字
layout-rename = 重命名
layout-delete = 删除
layout-export = 导出…
    .about = 把这个布局存成一个文件，别人用《棋盘》就能打开。
    .needs = 请先摆好 25 枚棋子并保存。
layout-keep = 保留
layout-replace = 替换

## 布局库

layout-collection = 布局库
layout-shipped = 现成的
layout-own = 我的布局
layout-own-empty = 这里还没有布局。起个名称，保存下来。
layout-load = 载入“{ $name }”
layout-load-incomplete = 载入“{ $name }”，还差 { $count } 枚

## 待摆的棋子

layout-tray = 待摆区
layout-tray-empty = 25 枚都摆好了
layout-tray-left = 还差 { $count } 枚

## 朗读用的名称

layout-cell-station = { $cell }
layout-cell-headquarters = { $cell }（大本营）
layout-cell-camp = { $cell }（行营）
layout-spoken-cell = { $cell }：{ $piece }
layout-spoken-empty = { $cell }：空
layout-spoken-held = { $cell }：{ $piece }，已拿起
layout-spoken-allowed = { $spoken }，可以放
layout-spoken-forbidden = { $spoken }，不能放
layout-spoken-tray = 待摆区：{ $piece }，{ $count } 枚，按键 { $letter }

## 一句话说明

layout-hint = 把棋子拖到棋盘上；也可以用方向键选位置，再按棋子上的字母。
layout-holding = 已拿起{ $piece }，请选位置。
layout-limit-flag = 军旗只能放在大本营。
layout-limit-mine = 地雷只能放在最后两排。
layout-limit-bomb = 炸弹不能放在第一排。
layout-limit-camp = 开局前行营里不能放棋子。
layout-none-left = { $piece }都摆完了。
layout-nothing-there = 这里是空的，请先拿一枚待摆的棋子。
layout-will-place = { $piece }放到{ $cell }。
layout-will-swap = { $piece }和{ $other }互换位置。
layout-will-push = { $other }收回待摆区。
layout-will-push-limit = { $other }不能放在{ $cell }，要收回待摆区。
layout-will-return = { $piece }收回待摆区。
layout-will-stay = { $piece }不动。
layout-said-mirror = 左右已对调。
layout-said-random = 已按常见摆法随机布局。
layout-said-clear = 棋子都已收回，可以撤销。
layout-said-loaded = 已载入“{ $name }”。
layout-said-undo = 已撤销。
layout-said-redo = 已重做。
layout-said-no-undo = 没有可以撤销的操作。
layout-said-no-redo = 没有可以重做的操作。
layout-said-copied = 已复制：{ $line }
layout-said-pasted = 已粘贴。
layout-said-saved = 已保存为“{ $name }”。
layout-said-renamed = 已重命名为“{ $name }”。
layout-said-deleted = 已删除“{ $name }”。
layout-said-bad-line = 这不是布局：{ $why }
layout-said-incomplete = 还有 { $count } 枚没摆。25 枚都摆好才能用这个布局下棋。

## 询问

layout-ask-replace = 已经有布局“{ $name }”，要替换吗？
layout-ask-delete = 删除“{ $name }”吗？文件也会一起删除。

## 代码或文件哪里不对

layout-bad-length = 布局应有 25 枚棋子，这里有 { $count } 枚。
layout-bad-sign = “{ $sign }”不是棋子。棋子写作 { $letters }，也可以用数字代号。
layout-bad-count = { $piece }应有 { $count } 枚，这里有 { $found } 枚。
layout-bad-place = { $piece }不能放在{ $cell }。
layout-file-broken = { $file } 不能作为布局读取：{ $why }
layout-file-foreign = { $file } 不是《棋盘》的布局文件。
layout-file-version = { $file } 由更新版本的《棋盘》保存（格式 { $version }）。
layout-file-large = { $file } 太大，不像是布局。
layout-file-pieces = { $file } 不是布局：{ $why }
layout-file-nameless = { $file } 里没有写布局的名称。
layout-nameless = 请先给布局起个名称。
layout-exists = 已经有布局“{ $name }”，请换个名称。

## 开局时选布局

layout-choose = { $seat }的布局
layout-choose-random = 随机
    .about = 每局按常见摆法随机布局。
layout-choose-made = 自己摆的
layout-choose-edit = 编辑…
