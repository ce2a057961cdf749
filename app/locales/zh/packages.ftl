# 分享文件：把一个机器人、一条自定义规则或一个布局做成一个文件，发给别人。

## 不能打开或添加的原因。除另有说明外，$name 是分享文件里的一个文件。

package-not-package = 这不是《棋盘》的分享文件。
package-damaged = 分享文件已损坏或不完整，请让对方重新发一份。
package-too-large = 分享文件太大，最多 4 MiB。
package-too-many-files = 分享文件里的文件太多，最多 64 个。
package-bad-name = 分享文件里不能有 { $name }。里面只能放一个布局，或者一个脚本及其共用代码和测试，再加一张图片；机器人用其他语言编写时，还可以有一个文本形式的程序文件。不能有文件夹。
package-repeated = 分享文件里有两个 { $name }，请让对方重新发一份。
package-not-plain = 分享文件里的 { $name } 不是普通文件，无法读取。请让对方重新发一份。
package-missing = 分享文件里缺少 { $name }，请让对方重新发一份。
package-unlisted = 分享文件里有 { $name }，但 manifest.json 没有列出它。请让对方重新发一份。
package-unused = 分享文件里有 { $name }，但没有脚本载入这个模块。请让对方重新发一份。
package-changed = { $name } 在打包之后被改过，请让对方重新发一份。
package-manifest = 无法读取分享文件的 manifest.json，第 { $line } 行：{ $what }。请让对方重新发一份。
package-fact = 分享文件的 manifest.json 有误，问题在“{ $field }”（原文：{ $why }）。请让对方重新发一份。
# $name says what is wrong.
package-fact-all = 分享文件的 manifest.json 有误（原文：{ $name }）。请让对方重新发一份。
package-format = 这个分享文件是用更新版本的《棋盘》做的（格式 { $name }）。请先更新《棋盘》。
package-newer = 这个分享文件需要《棋盘》{ $name } 或更新版本。请先更新《棋盘》。
package-author = 作者名最多 40 个字，不能有控制字符。
package-chosen-name = 不能用 { $name } 作名称。请用文字、数字、_ 和 -，最多 40 个字。
package-picture = 图片必须是 PNG 文件，最大 512 KiB、长宽各不超过 1024 像素。
package-layout = 布局没有摆完，或者有棋子摆在了不允许的位置。
package-program = 用其他语言写的机器人，只有当程序是单个文本文件、由解释器运行时，才能做成分享文件。请把文件命名为 { $name }.robot.py 之类，命令里只写解释器和这个文件。可用的解释器见手册“把机器人发给别人”。
package-program-text = 分享文件里的 { $name } 必须是 UTF-8 文本，不能有隐藏字符。
package-program-file = 你的 { $name } 里已有另一个程序，没有覆盖它。请先把它重命名或删除。
package-script = 脚本无法载入：{ $why }
package-differs = 脚本的内容与分享文件的说明不符（“{ $name }”），没有添加。请不要相信这个文件。
package-taken = 你已经有一个内容不同的 { $name }，请先把它重命名或删除。
package-built-in = 自带的脚本里已有 { $name } 这个名称，请换一个。
package-module = 分享文件里的 { $script } 要用模块“{ $module }”，但你的 { $file } 内容不同，{ $users } 正在用它，所以没有覆盖。请把其中一个模块重命名。
package-module-unused = 分享文件里的 { $script } 要用模块“{ $module }”，但你的 { $file } 内容不同，所以没有覆盖。请先把它重命名或删除。

## 打开一个分享文件

package-ask-open = 从文件添加…
package-open = 打开分享文件
package-save = 保存分享文件
package-files-kind = 《棋盘》分享文件
package-kind-robot = 机器人
package-kind-rule = 自定义规则
package-kind-layout = 布局
package-by = 作者：{ $author }（制作者填写）
package-add = 添加
package-check = 先检查
    .about = 让这个脚本下一些测试局。它只能下棋，不能读写你的文件，也不能上网。
package-game = 棋种
package-version = 版本
package-command = 命令
package-fuel = 运算量
package-fuel-used = 打包时测得：中位数 { $median }，最多 { $max }
package-files = 文件
package-file = { $name }，{ $bytes } 字节
package-checksum = 校验值
package-picture-label = 图片
# $name 是文件名，或布局的名称。
package-other-name = 你已经有一个同名的，这一个会以 { $name } 为名添加。
package-note = 以上内容都是制作者填写的。里面的脚本还没有运行过。
package-note-layout = 以上内容都是制作者填写的。布局里没有代码。
package-program-warning = 这个机器人是一个程序，运行时不受限制，权限和你一样：可以读取、修改、删除你的文件，也可以使用网络。只有信得过给你文件的人，才添加它。第一次运行之前，《棋盘》还会再问你一次。
package-export-program = 这个机器人是一个程序，《棋盘》无法检查它。打开分享文件的人都会看到提示：程序运行时不受限制。要导出吗？
package-added = 已添加 { $name }，来自 { $file }。
package-already-added = 你已经有 { $name }，没有改动任何文件。
package-exported = 已保存为 { $file }。别人用《棋盘》就能打开它。
package-check-passed = 脚本通过了检查。
