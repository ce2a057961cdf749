# 开新局里的自定义规则和规则方案。

house-head = 自定义规则
house-list = 对规则的小改动，可以组合使用，按勾选的先后生效；两条改同一项时，后勾选的生效。
house-empty = 这种棋还没有自定义规则。
house-sets = { $option }：{ $value }
house-adds = { $option }（另加）：{ $value }
house-hook-filter = 限制走法
house-hook-after = 每步之后改变局面
house-hook-answered = 让玩家选择
house-hook-battle = 裁定交战
house-hook-layout = 限制布局
house-sees-all = 能看到暗子，它的动作可能泄露暗子的身份。
house-unfit = 现在不能用。{ $why }
house-broken = 无法载入：{ $why }
house-set-by = 由“{ $rule }”设定
house-conflict = “{ $loses }”和“{ $holds }”都改了“{ $option }”，以“{ $holds }”为准：{ $value }。
house-no-option = 它设定的“{ $option }”不是这种棋的选项。
house-bad-value = 它把“{ $option }”设为 { $value }，这个取值不可用。
house-no-meaning = 它设定的“{ $option }”对这种棋盘不起作用。

## 为什么还不能开始

problem-house = 自定义规则“{ $rule }”不能用。{ $why }
problem-house-broken = 自定义规则 { $rule } 有错误，不能用。请取消勾选，或改正它的文件。
problem-house-failed = 自定义规则出错：{ $why }
problem-layout = “{ $rule }”不允许{ $seat }的布局：{ $why }
problem-drawn = 为{ $seat }随机布局多次，“{ $rule }”都不允许，所以不能开局。最后一次的原因：{ $why }
notice-layout-replaced = “{ $rule }”不允许{ $seat }机器人的布局，已改用随机布局。原因：{ $why }

## 规则方案

set-menu = 规则方案
set-pick = 规则方案：{ $name }
set-save = 存为规则方案…
    .about = 选项连同自定义规则一起保存，可以再用，也可以作为一个文件分享。
set-rename = 重命名…
set-delete = 删除
set-export = 导出到文件…
set-import = 从文件导入…
set-none-selected = 请先选一个规则方案。
set-save-title = 存为规则方案
set-rename-title = 重命名这个方案
set-name = 方案名称
    .hint = 例如：我家的规则
set-replace = 替换
set-ask-delete = 删除方案“{ $name }”吗？其中的自定义规则会保留。
set-said-saved = 已存为“{ $name }”。
set-said-exported = “{ $name }”连同自定义规则已导出到 { $file }。
set-said-imported = “{ $name }”已加入你的规则方案。
set-said-without = 已使用“{ $name }”，但不含：{ $rules }。
set-said-incomplete = 已使用“{ $name }”，但其中这些规则无法载入：{ $rules }。原因见自定义规则的列表。
set-source = 源码
set-install-title = “{ $name }”里有 { $count } 条你没有的自定义规则
set-install = 自定义规则是一小段程序，只能看到对局，碰不到电脑里的其他东西。安装后和你自己的脚本放在一起，不会替换任何文件。
set-install-yes = 安装并使用
set-install-without = 不装，只用其余部分
set-broken = { $file } 第 { $line } 行：{ $what }
set-foreign = { $file } 不是《棋盘》的规则方案。
set-version = { $file } 由更新版本的《棋盘》保存（格式 { $version }）。
set-large = { $file } 太大，不像是规则方案。
set-nameless = 这个方案还没有名称，请起一个。
set-exists = 已经有名为“{ $name }”的方案。请替换它，或换个名称。
file-set-open = 导入规则方案
file-set-save = 导出规则方案
