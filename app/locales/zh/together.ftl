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
