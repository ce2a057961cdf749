// The page's own texts in English and Chinese. Texts about the game come from the host.

const TEXTS = {
	app: ['Qipan', '棋盘'],
	join_title: ['Join the table', '加入房间'],
	join_lead: ['Ask the host for the table code.', '房间号请问房主。'],
	name: ['Your name', '你的名字'],
	code: ['Table code', '房间号'],
	join: ['Join', '加入'],
	watch: ['Watch', '观战'],
	need_name: ['Please enter your name.', '请输入你的名字。'],
	need_code: ['Please enter the table code, 6 or 12 letters and digits.', '请输入房间号，即 6 位或 12 位字母和数字。'],
	lost: ['The connection was lost. Trying again…', '连接断开，正在重新连接…'],
	no_host: ['The host cannot be reached. Are you on the same network?', '连接不上房主，是否在同一个网络里？'],
	closed_again: ['Try again', '重试'],
	to_chinese: ['切换到中文', 'Switch to English'],
	theme_dark: ['Dark theme', '深色主题'],
	theme_light: ['Light theme', '浅色主题'],
	sound_on: ['Sound on', '打开音效'],
	sound_off: ['Sound off', '关闭音效'],
	waiting_title: ['Before the game', '准备开局'],
	who: ['Players', '玩家'],
	open_seat: ['waiting for a player', '等人加入'],
	you: ['you', '你'],
	robot: ['robot', '机器人'],
	host: ['host', '房主'],
	away: ['not connected', '不在线'],
	ready: ['ready', '已准备'],
	not_ready: ['not ready', '未准备'],
	set_ready: ['Ready', '准备'],
	set_unready: ["I'm not ready", '取消准备'],
	waiting_seats: ['Waiting for {n} more.', '还差 {n} 人。'],
	waiting_ready: ['Waiting for {names} to get ready.', '等待{names}准备。'],
	waiting_you: ['Everyone else is ready.', '其他人都准备好了。'],
	waiting_all: ['Everyone is ready. The game is about to begin.', '都准备好了，马上开局。'],
	watching: ['You are watching.', '你正在观战。'],
	watchers: ['{n} watching', '{n} 人观战'],
	rules: ['Rules', '规则'],
	standard_rules: ['Standard rules.', '标准规则。'],
	house_rules: ['House rules: {names}.', '自定义规则：{names}。'],
	leave: ['Leave the table', '离开房间'],
	leave_title: ['Leave the table? A robot will take over.', '确定离开吗？之后由机器人代走。'],
	left_table: ['You have left the table.', '你已离开。'],
	layout: ['Your layout', '布局'],
	layout_lead: ['Choose a layout, or tap two pieces to swap them.', '选一个现成的布局，或依次点两枚棋子互换位置。'],
	layout_pick: ['Ready-made layouts', '现成的布局'],
	layout_own: ['Your own', '自己摆的'],
	layout_fixed: ['You are ready, so your layout is fixed.', '你已准备，布局不能再改。'],
	layout_selected: ['{piece}: tap the piece to swap it with.', '{piece}：再点要互换的棋子。'],
	layout_refused: ['{piece} may not stand on {place}.', '{piece}不能摆在 {place}。'],
	your_turn: ['Your turn', '轮到你了'],
	turn_of: ['{name} to move', '轮到{name}'],
	choose_piece: ['Choose a piece.', '请选择棋子。'],
	choose_target: ['Choose where it goes.', '请选择落点。'],
	choose_again: ['Tap it again.', '再点一下。'],
	hint: ['Hint', '提示'],
	hint_thinking: ['Looking for a good move…', '正在找好棋…'],
	roll: ['Roll', '掷骰子'],
	roll_key: ['Space', '空格键'],
	die: ['Die: {n}', '骰子：{n} 点'],
	choose_action: ['Which move?', '走哪一步？'],
	paused: ['Paused', '暂停'],
	talk: ['Say', '聊天'],
	draw: ['Offer a draw', '提和'],
	take_back: ['Take back', '悔棋'],
	resign: ['Resign', '认输'],
	resign_title: ['Resign the game?', '确定认输吗？'],
	cancel: ['Cancel', '取消'],
	close: ['Close', '关闭'],
	agree: ['Accept', '同意'],
	decline: ['Decline', '不同意'],
	withdraw: ['Withdraw', '收回'],
	offer_draw: ['{name} offers a draw.', '{name}提和。'],
	offer_take_back: ['{name} asks to take back a move.', '{name}请求悔棋。'],
	asked_draw: ['You have offered a draw.', '已提和，等待答复。'],
	asked_take_back: ['You have asked to take back the move.', '已请求悔棋，等待答复。'],
	withdrawn_draw: ['{name} withdraws the offer of a draw.', '{name}收回了提和。'],
	withdrawn_take_back: ['{name} withdraws the request to take back a move.', '{name}收回了悔棋请求。'],
	declined_draw: ['{name} declines the draw.', '{name}不同意和棋。'],
	declined_take_back: ['{name} does not agree to the take-back.', '{name}不同意悔棋。'],
	left_wait: ['{name} has lost the connection. Waiting for {n} s…', '{name}掉线了，再等 {n} 秒…'],
	back: ['{name} is back.', '{name}回来了。'],
	say: ['Say something', '说句话'],
	say_free: ['Write a message', '输入文字'],
	send: ['Send', '发送'],
	mute: ['Mute messages from {name}', '屏蔽{name}说的话'],
	unmute: ['Show messages from {name}', '显示{name}说的话'],
	marks_title: ['Your mark for this piece', '给这枚棋子做记号'],
	mark_clear: ['Remove the mark', '清除记号'],
	marked: ['marked {mark}', '记号：{mark}'],
	carries_flag: ['carries {name}\'s Flag', '扛着{name}的军旗'],
	dropped_flag: ['{name}\'s Flag is at {place}', '{name}的军旗掉在 {place}'],
	hidden: ['hidden piece', '暗子'],
	face_down: ['face-down piece', '未翻开的棋子'],
	plane: ['plane {n}', '{n} 号机'],
	stack: ['stack of {n}', '{n} 架叠在一起的飞机'],
	target: ['Move to {place}', '走到 {place}'],
	attack: ['Attack on {place}', '攻 {place}'],
	flip: ['Flip {place}', '翻开 {place}'],
	pieces_left: [{ 1: '1 piece', other: '{n} pieces' }, '剩 {n} 枚'],
	planes_home: ['{n} of {all} home', '到终点 {n}/{all}'],
	lost_own: ['Lost: {pieces}', '阵亡：{pieces}'],
	out: ['out', '出局'],
	log: ['Game log', '对局记录'],
	game_over: ['The game is over.', '对局结束。'],
	place_won: ['won', '胜'],
	place_lost: ['lost', '负'],
	place_drawn: ['draw', '和棋'],
	place: [{ 1: '1st', 2: '2nd', 3: '3rd', other: '{n}th' }, '第 {n} 名'],
	replay: ['Replay', '复盘'],
	board: ['Board', '棋盘'],
	step_first: ['First step', '第一步'],
	step_back: ['One step back', '上一步'],
	step_next: ['One step forward', '下一步'],
	step_last: ['Last step', '最后一步'],
	replay_step: ['Step {n} of {all}', '第 {n} 步，共 {all} 步'],
	save: ['Download the game', '下载棋谱'],
	loading_file: ['Receiving the saved game…', '正在接收棋谱…'],
	next_game: ['Next game', '再来一局'],
	refused: ['That is not possible now.', '现在不能这样做。'],
	fair_dice: ['Fair: all {dice} rolls follow from the seed that everyone helped to make.', '公正：{dice} 次掷骰都出自大家共同生成的随机种子。'],
	fair_layouts: ['Fair: the seed and the layouts were fixed before the game and not changed afterwards.', '公正：随机种子和各家布局都与开局前的校验码相符。'],
	fair_seed: ['Fair: the seed was fixed before the game and not changed afterwards.', '公正：随机种子与开局前的校验码相符。'],
	partly: ['The dice follow from the seed, but you joined too late to check that the seed and the layouts were fixed before the game.', '种子由各家的随机数得出，掷骰也都相符；但你来得较晚，没有见到开局前的校验码，无法确认种子和布局没有换过。'],
	wrong_share: ['Not fair: the random number that {who} revealed differs from the one fixed before the game.', '不公正：{who}的随机数与开局前的校验码不符。'],
	wrong_left_out: ['Not fair: the random number of {who} was left out of the seed.', '不公正：{who}的随机数没有计入随机种子。'],
	wrong_seed: ['Not fair: the seed does not follow from the players\' random numbers.', '不公正：随机种子不是由各家的随机数得出的。'],
	wrong_commitment: ['Not fair: the seed revealed now differs from the one fixed before the game.', '不公正：随机种子与开局前的校验码不符。'],
	wrong_roll: ['Not fair: roll {roll} does not follow from the seed.', '不公正：第 {roll} 次掷骰不是由随机种子得出的。'],
	wrong_seen: ['Not fair: the list of rolls differs from what you saw at step {step}.', '不公正：掷骰记录与你在第 {step} 步看到的不同。'],
	wrong_layout: ['Not fair: the layout that {who} revealed differs from the one fixed before the game.', '不公正：{who}的布局与校验码不符。'],
	the_host: ['the host', '房主'],
	and: [', ', '、'],
};

let language = 'en';

// Returns the language to begin with: `zh` for every kind of Chinese, otherwise `en`.
export const preferredLanguage = () => (/^zh\b/i.test(navigator.language ?? '') ? 'zh' : 'en');

export const setLanguage = (code) => { language = code; };

export const currentLanguage = () => language;

// Returns a text with its `{variables}` filled in. Some texts depend on the number `n`.
export function t(key, variables = {}) {
	let text = TEXTS[key][language === 'zh' ? 1 : 0];
	if (typeof text === 'object') text = text[variables.n] ?? text.other;
	return text.replace(/\{(\w+)\}/g, (whole, name) => variables[name] ?? whole);
}

export const listed = (names) => names.join(t('and'));

// Returns seconds as minutes and seconds, and below 10 s as seconds with tenths.
export function clockText(seconds) {
	if (seconds < 10) return seconds.toFixed(1);
	const whole = Math.ceil(seconds);
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

// For a test that both languages are complete.
export const texts = TEXTS;
