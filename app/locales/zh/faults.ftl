# 棋谱哪里不对。

fault-changed-rule = 自定义规则 { $file } 在保存后被改动过
fault-changed-start = 规则、布局或第 1 步在保存后被改动过
fault-changed-step = 第 { $step } 步或它的校验值在保存后被改动过
fault-changed-line = 第 { $line } 行与写入时不同
fault-changed-step-line = 第 { $step } 步与写入时不同
fault-changed-end = 文件结尾与写入时不同
fault-result-mismatch = 文件里的结果与各步走出的结果不符
fault-early-end = 文件在第 { $step } 步记为和棋（谁也无法再吃子），按现在的规则却没有终局，因为接着下还可能有一方无棋可走
fault-seed-mismatch = 种子与事先公布的校验码不符
fault-new-seed = 从这一步起换了新的种子，这一局却不是从这里接着下的
fault-deal-mismatch = 洗棋或先手与种子不符
fault-roll-mismatch = 第 { $step } 步掷出 { $found } 点，按种子应为 { $expected } 点
fault-saved-again = { $what }（发现问题之后，文件又保存过）
fault-branch = 分支“{ $name }”中，{ $what }
fault-cut = 文件不完整
fault-setup = 无法开局：{ $why }
fault-illegal-step = 第 { $step } 步不合规则（{ $why }）
fault-why-over = 对局已经结束
fault-why-turn = 轮到的是另一家
fault-why-roll-first = 要先掷骰子
fault-why-move-first = 要先走棋
fault-why-rules = 这里不能这样走
