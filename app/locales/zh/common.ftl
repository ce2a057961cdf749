# 整个窗口共用的名称和按钮。

app-name = 棋盘
app-tagline = 一家人的棋

## 棋种

game-aeroplane = 飞行棋
    .about = 经典纸棋盘：跳子、飞越、叠子
game-flying = 简易飞行棋
    .about = 56 格，不跳不飞
game-junqi = 军棋
    .about = 陆战棋，暗子对阵

## 各方：名称、图形、由谁来下

seat-red = 红方
seat-yellow = 黄方
seat-blue = 蓝方
seat-green = 绿方
seat-south = 南家
seat-east = 东家
seat-north = 北家
seat-west = 西家
seat-shape-circle = 圆形
seat-shape-square = 方形
seat-shape-triangle = 三角形
seat-shape-diamond = 菱形
player-you = 你
player-human = 真人
player-robot = 机器人
player-nobody = 空位

## 按钮

action-ok = 确定
action-cancel = 取消
action-back = 返回
action-close = 关闭
action-open = 打开
action-save = 保存
action-save-as = 另存为…
action-delete = 删除
action-rename = 重命名
action-copy = 复制
action-retry = 重试
action-continue = 继续
action-quit = 退出
action-undo = 悔棋
action-redo = 重做
action-help = 帮助
action-settings = 设置
action-home = 首页
action-yes = 是
action-no = 否

## 词语

word-on = 开
word-off = 关
word-none = 无
word-default = 默认
word-all = 全部
word-error = 出错了
word-loading = 正在载入…
word-saved = 已保存
count-seconds = { $count } 秒
count-rolls = 掷了 { $count } 次
count-moves = { $count } 步
place-of = 第{ $place }名

## 文件：出了什么事，在哪里，怎么办

storage-find = 找不到存放棋局的地方：{ $why }
storage-make = 无法建立文件夹 { $path }：{ $why }
storage-read = 无法打开 { $path }：{ $why }
storage-write = 无法保存 { $path }：{ $why }
storage-settings = 设置无法读取，已恢复默认；原来的设置保存在 { $path }：{ $why }
storage-why-missing = 没有这个文件或文件夹，请换个地方。
storage-why-denied = 系统不允许，请换个地方。
storage-why-full = 磁盘满了，请清理后再试。
storage-why-exists = 已经有同名的文件，请换个名字。
storage-why-folder = 它不是文件，请另选一个。
storage-why-too-large = 文件太大，不像是棋局，请另选一个。
storage-why-not-text = 它不是文本文件，请另选一个。
storage-why-no-home = 系统没有给出文件夹。请用 --data-dir 指定一个。

## 选择文件

file-kind = 棋局
file-open = 打开棋局
file-save = 保存棋局
file-name = 文件
file-none = 这个文件夹里还没有棋局。
file-missing = 没有这个文件。请在列表里选，或者输入完整路径。
file-is-folder = 这是文件夹，请加上文件名。
file-no-folder = 没有文件夹 { $path }，请换一个。
file-replace = 已经有同名的文件，要替换吗？
file-replace-button = 替换
file-waiting = 正在等系统的文件窗口…
file-type-instead = 直接输入路径
