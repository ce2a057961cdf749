# 把一局棋分享给别人：图片、文字、棋谱。

share-title = 分享
share-picture = 图片
    .about = 把现在的局面存成 PNG 图片。
share-gif = 动图
    .about = 把其中一段存成 GIF 动图，一步一帧。
share-text = 文字
    .about = 用文字写出整局棋：谁来下、每一步、结果如何。
share-redacted = 一家视角
    .about = 保存一份棋谱，不含这一家当时不知道的内容。打开后只能从这一家的视角复盘。
share-width = 宽度（像素）
share-names = 显示各家名字
share-viewer = 从谁的视角看
share-from = 从第几步
share-to = 到
share-speed = 速度
share-save = 另存为…
share-copy = 复制
share-copied = 已复制到剪贴板。
share-failed = 没有成功：{ $why }
share-line = { $seat }：{ $what }
share-seed = 随机种子：{ $seed }
