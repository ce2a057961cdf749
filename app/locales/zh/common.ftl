# 整个窗口共用的名称和按钮。
#
# 用语见 ../TERMS.md，各文件一律照此。

app-name = 棋盘

## 棋种

game-aeroplane = 飞行棋
    .about = 经典飞行棋：跳子、飞棋、叠子
game-flying = 简易飞行棋
    .about = 56 格，不跳不飞，规则简单
game-junqi = 军棋
    .about = 暗棋、翻棋、四国、三国、六国

## 各方：名称、由谁来下

seat-red = 红方
seat-yellow = 黄方
seat-blue = 蓝方
seat-green = 绿方
seat-south = 南家
seat-east = 东家
seat-north = 北家
seat-west = 西家
seat-southeast = 东南家
seat-northeast = 东北家
seat-northwest = 西北家
seat-southwest = 西南家
player-nobody = 空位

## 按钮

action-cancel = 取消
action-back = 返回
action-close = 关闭
action-open = 打开
action-save = 保存
action-discard = 不保存
action-rename = 重命名
action-yes = 是
action-no = 否

## 词语

word-on = 开
word-off = 关
word-none = 无
count-moves = 走棋 { $count } 次
place-won = 胜
place-lost = 负
place-drawn = 和棋
place-of = 第 { $place } 名

## 列举：词语之间、最后一项之前、句子之间

list-comma = 、
list-and = { $list }和{ $last }
list-or = { $list } 或 { $last }
list-clause = ，
list-last-clause = { $list }，{ $last }
list-sentence = ，
list-semicolon = ；

## 文件：出了什么事，在哪里，怎么办

storage-find = 找不到存放棋谱的文件夹：{ $why }
storage-make = 无法创建文件夹 { $path }：{ $why }
storage-read = 无法打开 { $path }：{ $why }
storage-write = 无法保存 { $path }：{ $why }
storage-delete = 无法删除 { $path }：{ $why }
storage-settings = 设置无法读取，已恢复默认。原来的设置保存在 { $path }。无法读取的原因：{ $why }
storage-drill = 习题记录无法读取，已重新开始。原来的记录保存在 { $path }。无法读取的原因：{ $why }
storage-why-missing = 没有这个文件或文件夹。
storage-why-denied = 没有权限，请检查文件和文件夹的权限。
storage-why-full = 磁盘已满，请清理后再试。
storage-why-exists = 已经有同名的文件。
storage-why-folder = 这是文件夹或设备，不是文件。
storage-why-not-folder = 路径中有一段是文件，不是文件夹。
storage-why-too-large = 文件太大。
storage-why-not-text = 这不是文本文件。
storage-why-no-home = 系统没有提供数据文件夹。请用 --data-dir 指定一个。

## 选择文件

file-kind = 棋谱
file-open = 打开棋谱
file-bring = 添加文件夹里的棋谱
file-bring-hint = 请输入文件夹的路径，或一份棋谱的路径。
file-save = 保存棋谱
file-share = 保存到文件
file-name = 文件
file-none = 这个文件夹里还没有这类文件。
file-missing = 没有这个文件。请从列表里选，或输入完整路径。
file-is-folder = 这是文件夹，请加上文件名。
file-no-folder = 没有文件夹 { $path }，请换一个。
file-replace = 已经有同名的文件，要替换吗？
file-replace-button = 替换
file-waiting = 请在系统的文件窗口中选择…
file-type-instead = 直接输入路径

## 不是棋谱的文件

fault-unreadable = 文件无法读取：{ $why }
fault-too-large = 文件太大，不像是棋谱。
fault-not-text = 这个文件不是文本。
fault-foreign = 这不是《棋盘》保存的棋谱。
fault-version = 这份棋谱由更新版本的《棋盘》保存。
fault-game = 文件里是“{ $game }”的对局，当前版本不支持。
fault-line = 第 { $line } 行有错误：{ $what }
fault-steps = 棋谱内容无效：{ $what }
