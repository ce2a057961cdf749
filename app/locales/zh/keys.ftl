# 快捷键一览。

keys-title = 快捷键
keys-roll = 掷骰子；跳过动画
keys-move = 走几号飞机
keys-fly = 飞越；不飞只跳
keys-stack = 叠子；不叠
keys-colour = 开局前选择颜色
keys-focus = 移到下一项、上一项
keys-enter = 按下选中的一项；确认走子
keys-back = 关闭；返回上一页
keys-pause = 暂停机器人
keys-why = 看机器人怎么想
keys-undo = 悔棋
keys-save = 保存
keys-save-as = 另存为
keys-open = 打开棋谱
keys-new = 新对局
keys-quit = 关闭窗口
keys-step = 上一步、下一步（复盘）
keys-ends = 开头、结尾（复盘）
keys-scripts = 脚本：机器人和自定义规则
keys-sheet = 打开这张表
keys-continue = 回到正在下的棋
keys-fullscreen = 全屏
keys-eyes = 切换视角
keys-names = 切换军棋棋子上的文字
keys-draw = 提和
