# 脚本页：机器人和自定义规则的文件。

scripts-title = 脚本
    .about = 机器人和自定义规则都是文本文件。修改并保存后，下一回合或下一局就会生效。
scripts-list = 脚本
scripts-robots = 机器人
scripts-rules = 自定义规则
scripts-game-race = 飞行棋与简易飞行棋
scripts-game-junqi = 军棋
scripts-none = 还没有。
scripts-none-own-robot = 还没有你自己的机器人。新建后马上就能下棋，修改方法写在注释里。
scripts-none-own-rule = 还没有你自己的规则。新建后马上就能用，修改方法写在注释里。
scripts-new-robot = 新建机器人…
scripts-new-rule = 新建自定义规则…
scripts-row = { $name }，{ $file }，{ $origin }
scripts-row-broken = { $file }，{ $origin }，无法载入：{ $why }
scripts-broken = 无法载入
scripts-line = 第 { $line } 行：{ $why }

## 来源

scripts-origin-shipped = 自带
scripts-origin-own = 你自己的
scripts-origin-copy = 你的副本，尚未修改
scripts-origin-replacement = 你自己的，替代自带的

## 脚本的自我介绍

scripts-by = 作者：{ $author }
scripts-version = 版本 { $version }
scripts-level = 级别
scripts-presets = 适用于
scripts-presets-all = { $game ->
    [race] 飞行棋与简易飞行棋
   *[junqi] 军棋的全部玩法
}
scripts-params = 可调参数
scripts-param = { $name }：{ $default }（{ $min } 到 { $max }）
scripts-param-flag = { $name }：{ $default }
scripts-modules = 共用代码
scripts-sets = 设定
scripts-hooks = 作用
scripts-hooks-none = 只改选项，不运行代码
scripts-sees-all = 能看到所有棋子，包括暗子；它的动作可能泄露暗子的身份

## 能做什么

scripts-save = 保存
    .about = 把修改写进文件（Ctrl+S）。正在进行的对局从这个机器人的下一回合起按新脚本走；改过的自定义规则从下一局起生效。
scripts-revert = 恢复原样
    .about = 恢复成文件里的内容。
scripts-fuel = 这一行占上一步运算量的 { $share }%
scripts-unsaved = 未保存
scripts-conflict = 这个文件在别处被改过。现在保存会覆盖那些修改。
scripts-edit = 用别的编辑器打开
scripts-copy = 复制一份来修改
    .about = 复制到你的文件夹，以后用它代替自带的。
scripts-folder = 打开所在文件夹
scripts-export = 导出…
    .about = 先检查这个脚本，再把它和共用代码、测试一起存成一个文件，可以发给别人。
scripts-check = 检查
    .robot = 先运行它的测试，再让它下大约 20 局，每局两遍，检查有没有错误；运算量大的机器人局数少些
    .rule = 按它最多随机下 1,000 局（运行代码的规则每局两遍），检查有没有错误
scripts-checking = 第 { $played } 局，共 { $games } 局
scripts-check-ok = 通过：{ $games } 局，每局两遍
scripts-check-ok-once = 通过：{ $games } 局
scripts-check-turns = 共 { $turns } 回合，95% 的回合运算量不超过 { $fuel }
scripts-check-calls = 共调用 { $calls } 次，{ $effects } 个效果，95% 的调用运算量不超过 { $fuel }
scripts-check-options = 只改选项，不运行代码
scripts-check-tests = { $count } 个测试都通过
scripts-check-failed = 检查未通过
scripts-tests-failed = 有测试未通过
scripts-test-must = 应该走 { $actions }
scripts-test-must-not = 不该走 { $actions }
scripts-test-failed = { $name }：走了 { $action }，{ $wanted }（种子 { $seed }）
scripts-test-error = { $name }：{ $why }（种子 { $seed }）
scripts-test-count = { $count } 个测试里有 { $failed } 个未通过；对局没有发现问题
scripts-load-failed = 无法载入
scripts-failed-at = { $what }：{ $file } 第 { $line } 行
scripts-failed-in = { $what }：{ $file }
scripts-source = { $file } 的源码
scripts-source-line = { $line }：{ $text }
scripts-source-marked = { $line }，出错的地方：{ $text }
scripts-lines = 共 { $count } 行

## 新建

scripts-new-robot-title = 新建机器人
scripts-new-rule-title = 新建自定义规则
scripts-new-game = 棋种
scripts-new-name = 名称
    .hint = 大家看到的名称
scripts-new-file = 文件：{ $file }
scripts-new-create = 新建
scripts-bad-name = 名称最多 { $most } 个字，不能全是符号。
scripts-said-new = { $file } 已放进你的文件夹。可以直接在这里写，也可以用自己的编辑器，保存后这一页会随之更新。
scripts-said-copied = { $file } 已复制到你的文件夹，以后用它代替自带的。
scripts-watch = 试玩
    .about = 一步一步看这个机器人怎么走：它的标注、运算量和它输出的内容。
scripts-tournament = 比赛…
    .about = 让它和别的机器人下几百上千局，看看实力如何。

# The manual
scripts-manual = 脚本手册
manual-title = 脚本手册
manual-contents = 目录
manual-search = 搜索手册
manual-nothing-found = 没有找到
manual-copy = 复制
