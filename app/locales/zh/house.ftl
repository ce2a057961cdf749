# 开新局里的自家规则和成套规则。

house-head = 自家规则
house-list = 对规则的小改动，可以一起用，按勾选的先后起作用；两条改同一项时，以后勾的为准。
house-empty = 这种棋还没有自家规则。
house-sets = { $option }：{ $value }
list-comma = 、
house-hook-filter = 限制走法
house-hook-after = 对局中起作用
house-hook-battle = 裁定战斗
house-hook-layout = 限制布局
house-sees-all = 能看到暗子：它的反应可能泄露暗子。
house-unfit = 现在用不上。{ $why }
house-broken = 无法载入：{ $why }
house-set-by = 由“{ $rule }”设定
house-conflict = “{ $loses }”和“{ $holds }”都改了“{ $option }”，以“{ $holds }”为准：{ $value }。
house-no-option = 它设定的“{ $option }”不是这种棋的选项。
house-bad-value = 它把“{ $option }”设为 { $value }，这是不行的。
house-no-meaning = 它设定的“{ $option }”在这个棋盘上没有意义。

## 为什么还不能开始

problem-house = 自家规则“{ $rule }”用不上。{ $why }
problem-house-broken = 自家规则 { $rule } 有错误，不能用。请取消勾选，或改正它的文件。
problem-house-failed = 自家规则出错：{ $why }
problem-layout = “{ $rule }”不允许{ $seat }的布局：{ $why }
problem-drawn = 为{ $seat }随机布了许多次，“{ $rule }”都不允许，所以不能开局。最后一次的理由：{ $why }
notice-layout-replaced = “{ $rule }”不允许{ $seat }机器人的布局，已改用随机布局：{ $why }

## 成套规则

set-menu = 成套规则
set-pick = 成套规则：{ $name }
set-save = 存成一套规则…
    .about = 选项连同自家规则，以后一点就用，也能用一个文件分享。
set-rename = 改名…
set-delete = 删除
set-export = 写入文件…
set-import = 从文件读取…
set-none-in-front = 请先选一套规则。
set-save-title = 存成一套规则
set-rename-title = 给这套规则改名
set-name = 这套规则的名字
    .hint = 例如：我家的规则
set-replace = 替换
set-ask-delete = 删除“{ $name }”这套规则吗？其中的自家规则会留下。
set-said-saved = 已存为“{ $name }”。
set-said-exported = “{ $name }”连同自家规则已写入 { $file }。
set-said-imported = “{ $name }”已收入你的成套规则。
set-said-without = 已使用“{ $name }”，但不含：{ $rules }。
set-said-odd = 已使用“{ $name }”，但其中这些规则无法载入：{ $rules }。原因见自家规则的列表。
set-source = 源码
set-install-title = “{ $name }”里有 { $count } 条你没有的自家规则
set-install = 自家规则是小程序，只看得到棋局，碰不到电脑里的其他东西。安装后和你自己的脚本放在一起，不会替换任何文件。
set-install-yes = 安装并使用
set-install-without = 不装，只用其余部分
set-broken = { $file } 第 { $line } 行：{ $what }
set-foreign = { $file } 不是棋盘的成套规则。
set-version = { $file } 是更新版的棋盘写的（版本 { $version }）。
set-large = { $file } 太大，不可能是一套规则。
set-nameless = 这套规则还没有名字，请起一个。
set-exists = 已经有一套叫“{ $name }”的规则。请替换它，或换个名字。
file-set-open = 读取一套规则
file-set-save = 写入一套规则
