# 联机对局：房主发给各家的话。

together-no-version = 房主的《棋盘》版本与你的不同，请刷新页面或更新程序。
together-no-token = 你的位置已经让给别人了，请用房间号重新加入。
together-no-code = 没有这个房间号。
together-no-watchers = 房主不允许观战。
together-full = 人已坐满。
together-no-seat = 这种棋没有这一家。
together-taken = 这一家已经有人了。
together-slow-down = 房间号错得太多，请等一分钟。

together-no-layout = 请先布局。
together-bad-layout = 布局不合规则，请调整放错位置的棋子。
together-mismatch = 公开的内容与开局前的校验码不符，请刷新页面。
together-no-start = 无法开局：{ $why }

together-not-begun = 还没有开局。
together-only-watching = 你在观战。
together-not-your-turn = 还没轮到你。
together-over = 对局已结束。
together-no-action = 没有这步棋。
together-not-allowed = 规则不允许这样走。
together-house-rule = 自定义规则出错，对局无法继续。
together-no-step = 局面已经变了。
together-paused = 对局已暂停。
together-offer-open = 还有一个请求在等答复。
together-no-draw = 现在不能和棋。
together-nothing-to-take-back = 没有可以悔的棋。
together-too-much-talk = 说得太快了，歇一歇。

together-rule-failed = 自定义规则 { $file } 出错，请房主结束对局。
together-paused-for = 正在等{ $name }回来。
together-roll = 掷骰子

together-say-hello = 大家好！
together-say-good_luck = 祝你好运！
together-say-have_fun = 玩得开心！
together-say-your_turn = 该你了。
together-say-one_moment = 请稍等。
together-say-i_am_back = 我回来了。
together-say-hurry = 快点吧！
together-say-take_your_time = 不着急，慢慢想。
together-say-nice_move = 好棋！
together-say-well_played = 下得真好！
together-say-lucky = 运气真好！
together-say-bad_luck = 运气不好！
together-say-oops = 哎呀！
together-say-careful = 小心！
together-say-help_me = 对家，帮帮我！
together-say-leave_it_to_me = 交给我吧。
together-say-thanks = 谢谢！
together-say-sorry = 不好意思！
together-say-again = 再来一局？
together-say-goodbye = 再见！

# 窗口：加入和开设房间。
together-title = 联机对局
together-join = 加入房间
together-join-about = 向房主要地址和房间号，也可以直接粘贴链接。
together-address = 地址或链接
together-code = 房间号
together-watch = 只观战
together-join-now = 加入
together-open = 邀请别人
together-open-about = 开一局新棋，再点“邀请”。别人在同一个网络里用《棋盘》或任何浏览器都能加入。
together-open-how = 不经过互联网，也不用注册账号。
together-plan-about = 哪几家在别的设备上玩？
together-plan-seat = { $seat }在别的设备上玩
together-elsewhere = 在别的设备上
together-watchers = 允许观战
together-open-now = 开设房间
together-cannot-open = 房间开设失败：{ $why }
together-joining = 正在加入 { $address } 的房间……
together-unreachable = 连接不上房主：{ $why }。请检查地址，并确认两台设备在同一个网络里。
together-unknown-game = 房主玩的棋这个版本不认识，请更新《棋盘》。
together-bad-message = 房主发来的消息有误，连接已断开：{ $why }

# 开局之前。
together-invite = 邀请
together-invite-about = 用同一个网络里的手机、平板或电脑打开链接，或扫描二维码。
together-qr = 链接的二维码
together-copy = 复制链接
together-open-seat = 空着
together-robot = 机器人
together-away = 不在线
together-is-ready = 已准备
together-is-not-ready = 未准备
together-you = { $name }（你）
together-watching = { $count } 人观战
together-layout = 布局
together-layout-random = 随机
together-ready = 准备
together-unready = 取消准备
together-ready-about = 大家都准备好就开局。
together-wait = 正在等其他人……
together-to-game = 回到对局
together-leave = 离开房间
together-close = 关闭房间
together-ask-leave = 要离开房间吗？
together-ask-close = 要关闭房间吗？其他人就不能在这里玩了。
together-ask-other-game = 你正在和别人对局，要离开房间吗？

# 对局下方的横条。
together-table = 房间
together-say = 说话
together-write = 写点什么……
together-reconnecting = 连接断开，正在重新连接……
together-left = { $name }掉线了，再等 { $seconds } 秒。
together-offer-draw = { $name }提议和棋。
together-offer-back = { $name }想悔棋。
together-asked-draw = 你提议和棋，正在等其他人答复……
together-asked-back = 你想悔棋，正在等其他人答复……
together-agree = 同意
together-decline = 不同意
together-fair = 检查完毕：骰子、布局和每步棋都没有问题。
together-unfair = 检查发现问题：{ $why }。
together-player-away = { $name }（不在线）
together-host-only = 和别人对局时不能这样做。
together-next-game = 再来一局
together-closed = 房主关闭了房间。
together-removed = 房主把你请出了房间。
together-remove = 移出
together-ask-remove = 要把{ $name }移出房间吗？对局中会由机器人代走。
together-partly = 检查完毕：每步棋都符合规则和骰子。你加入得晚，其余无法检查。
together-back = 你的房间
together-back-about = 你上次在 { $address } 的房间里，房主等待期间你的位置还在。
together-back-now = 返回
together-forget = 不回去了
together-announce = 同一网络里的设备能自动找到房间
together-nearby = 附近的房间

# 检查发现的问题。
unfair-host = 房主
unfair-no-commitments = 开局前没有公布校验码，或者漏了你的随机数
unfair-share-missing = { $who }的随机数没有公开
unfair-share = { $who }的随机数与校验码不符
unfair-other-shares = 随机种子用了校验码以外的随机数
unfair-seed = 骰子不是由各家的随机数得出的
unfair-commitment = 骰子与开局前的校验码不符
unfair-roll = 第 { $number } 次掷骰不是由各家的随机数得出的
unfair-shown-roll = 第 { $number } 次掷骰与当时显示的不同
unfair-layout-missing = { $who }的布局没有公开
unfair-layout = { $who }的布局与校验码不符
unfair-own-layout = 公开的布局不是你自己的
unfair-played-layout = { $who }没有用校验过的布局下棋
unfair-shown-step = 第 { $number } 步与当时显示的不同
unfair-file = 棋谱有误（{ $why }）
