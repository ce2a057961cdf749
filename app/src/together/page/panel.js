// The panel beside the board: players, log, what is to be done now, and the end of the game.

import { badge, byId, dieFace, h, icon, iconButton } from './dom.js';
import { choice, closeSheet, openSheet } from './sheet.js';
import { clockText, t } from './words.js';

const LOW_TIME = 10;

export class Panel {
	constructor(app) {
		this.app = app;
		this.clocks = new Map();
	}

	draw() {
		this.drawCards();
		this.drawLost();
		this.drawNow();
		this.drawTools();
		this.drawLog();
		this.drawNotices();
		byId('end').hidden = !this.app.end;
		if (this.app.end) this.updateReplay();
		this.tick();
	}

	// Players

	drawCards() {
		const { seats } = this.app.welcome.board;
		this.clocks.clear();
		byId('cards').replaceChildren(...seats.map((look) => this.card(look)));
	}

	card(look) {
		const { app } = this;
		const { seat } = look;
		const { kind, here } = app.seats.find((player) => player.seat === seat) ?? {};
		const name = app.nameOf(seat);
		const acts = app.isPlaying && app.shown.turn === seat;
		const away = here === false && kind !== 'robot';
		const notes = [name !== look.name && look.name, kind === 'robot' && t('robot'), away && t('away'),
			...this.standing(seat)].filter(Boolean);
		const clock = h('span', { class: 'clock' });
		this.clocks.set(seat, clock);
		const states = { acts, away, own: seat === app.welcome.seat };
		const classes = ['seat', ...Object.keys(states).filter((state) => states[state])].join(' ');
		return h('li', { class: classes, 'aria-current': acts }, badge(look),
			h('span', { class: 'who' }, h('strong', {}, name), h('small', {}, notes.map((note) => note.replaceAll(' ', '\u00a0')).join(' · '))), clock);
	}

	standing(seat) {
		const { welcome: { board }, shown: { view } } = this.app;
		const pieces = view.pieces.filter(({ owner }) => owner === seat);
		if (board.piece.kind === 'plane') {
			const home = pieces.filter(({ at }) => at?.startsWith(`${seat} home`)).length;
			return [t('planes_home', { n: home, all: pieces.length })];
		}
		// In a flip game, a face-down piece may belong to anybody.
		if (view.pieces.some(({ owner }) => !owner)) return [];
		const out = view.playing && !view.playing.includes(seat);
		return [out ? t('out') : t('pieces_left', { n: pieces.filter(({ at }) => at).length })];
	}

	drawLost() {
		const { welcome: { board: { faces = {} }, seat }, shown: { view } } = this.app;
		const counts = new Map();
		for (const { owner, at, face } of view.pieces) {
			if (owner === seat && !at && faces[face]) counts.set(face, (counts.get(face) ?? 0) + 1);
		}
		const pieces = [...counts].map(([face, n]) => faces[face] + (n > 1 ? `×${n}` : '')).join(' ');
		byId('lost').textContent = pieces && t('lost_own', { pieces });
	}

	tick() {
		const { app } = this;
		const now = performance.now();
		for (const [seat, node] of this.clocks) {
			const seconds = app.position.secondsLeft(seat, now, app.isPlaying && !app.isPaused);
			const text = seconds === null || app.end ? '' : clockText(seconds);
			if (node.textContent !== text) node.textContent = text;
			node.classList.toggle('low', seconds !== null && seconds < LOW_TIME && app.position.turn === seat);
		}
	}

	// What is to be done now

	drawNow() {
		const { app } = this;
		const { die } = app.shown.view;
		const content = [];
		if (die > 0) content.push(dieFace(die, t('die', { n: die })));
		const buttons = app.replayAt === null ? this.actionButtons() : [];
		content.push(this.status(buttons.length > 0), ...buttons, this.hint());
		byId('now').replaceChildren(...content.filter(Boolean));
		byId('now').classList.toggle('acts', app.canAct);
		byId('now').hidden = Boolean(app.end);
	}

	status(buttons) {
		const { app } = this;
		const { turn, question } = app.position;
		const asked = question && app.replayAt === null ? h('small', { class: 'asked' }, question) : null;
		const text = app.isPaused ? t('paused')
			: turn === app.welcome.seat ? t('your_turn') : turn ? t('turn_of', { name: app.nameOf(turn) }) : '';
		const task = app.canAct && !buttons;
		if (!app.welcome.seat) {
			return h('p', {}, h('strong', {}, text), asked, h('small', {}, t('watching')));
		}
		return h('p', {}, h('strong', {}, text), asked, task ? h('small', {}, this.task()) : null);
	}

	hint() {
		const hint = this.app.currentHint;
		if (!hint) return null;
		const text = hint.why ?? t('hint_thinking');
		return h('p', { class: 'hint' }, icon('lamp'), h('span', {}, hint.action?.label ? `${hint.action.label} ${text}` : text));
	}

	task() {
		const { board } = this.app;
		const unit = board.selectedUnit;
		if (!unit) return t('choose_piece');
		return t(board.secondTapActions(unit).length > 0 ? 'choose_again' : 'choose_target');
	}

	// Returns buttons for actions without a piece, and for the only move of a plane.
	actionButtons() {
		const { app } = this;
		const { actions } = app.position;
		if (!app.canAct) return [];
		const single = actions.length === 1 && app.welcome.board.piece.kind === 'plane';
		const shown = single ? actions : actions.filter((action) => !action.piece);
		return shown.map((action) => h('button', {
			type: 'button', class: `main big${actions.length === 1 ? ' only' : ''}`, onclick: () => app.act(action),
		}, action.kind === 'roll' ? t('roll') : action.label,
		actions.length === 1 ? h('kbd', {}, t('roll_key')) : null));
	}

	tumble() {
		const die = byId('now').querySelector('.die');
		if (!die || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
		die.animate([
			{ transform: 'rotate(-200deg) scale(0.6)' }, { transform: 'rotate(25deg) scale(1.15)', offset: 0.7 },
			{ transform: 'none' },
		], { duration: 450, easing: 'ease-out' });
	}

	drawTools() {
		const { app } = this;
		const { welcome } = app;
		const tools = [iconButton('talk', t('say'), () => openTalkSheet(app), t('talk'))];
		if (welcome.seat && !app.end) {
			if (welcome.options?.hints) tools.push(iconButton('lamp', t('hint'), () => app.askForHint(), t('hint')));
			tools.push(
				iconButton('undo', t('take_back'), () => app.ask('take_back'), t('take_back')),
				iconButton('draw', t('draw'), () => app.ask('draw'), t('draw')),
				iconButton('flag', t('resign'), () => openSheet('question', t('resign_title'), h('div', { class: 'row' },
					choice(t('resign'), () => app.ask('resign'), 'main'), choice(t('cancel'), () => {}))), t('resign')));
		}
		byId('tools').replaceChildren(...tools);
	}

	// The log

	drawLog() {
		const { app } = this;
		const said = app.said.filter(({ seat }) => !app.muted.has(seat)).map((entry) => [entry.after, this.saidItem(entry)]);
		const lines = app.position.log.map((line, at) => [at, h('li', {}, line)]);
		// What was said after a line comes after it.
		const items = [...lines, ...said].sort(([one], [other]) => one - other).map(([, item]) => item);
		byId('log').replaceChildren(...items.reverse().slice(0, 300));
	}

	saidItem({ seat, name, text }) {
		const look = seat && this.app.look(seat);
		return h('li', { class: 'said' }, look ? badge(look) : null, `${name}: ${text}`);
	}

	// Offers, pauses and absent players

	drawNotices() {
		const { app } = this;
		const button = (text, onclick, name) => h('button', { type: 'button', class: name, onclick }, text);
		const bar = (text, ...buttons) => h('div', { class: 'notice', role: 'alert' }, h('p', {}, text),
			buttons.length > 0 ? h('div', { class: 'row' }, ...buttons) : null);
		const bars = app.offers.map(({ seat, what }) => {
			if (seat === app.welcome.seat) {
				return bar(t(`asked_${what}`), button(t('withdraw'), () => app.answer(what, false)));
			}
			const text = t(`offer_${what}`, { name: app.nameOf(seat) });
			if (!app.welcome.seat) return bar(text);
			return bar(text, button(t('agree'), () => app.answer(what, true), 'main'),
				button(t('decline'), () => app.answer(what, false)));
		});
		if (app.isPaused) bars.push(bar(app.why || t('paused')));
		for (const [seat, until] of app.absent) {
			const n = Math.max(0, Math.ceil((until - performance.now()) / 1000));
			bars.push(bar(t('left_wait', { name: app.nameOf(seat), n })));
		}
		if (app.error) bars.push(bar(app.error, button(t('closed_again'), () => app.tryAgain())));
		const root = byId('notices');
		// Drawing the same notices again would move the focus, and a screen reader would read them again.
		const drawn = bars.map((node) => node.textContent).join('|');
		if (root.dataset.drawn === drawn) return;
		root.dataset.drawn = drawn;
		root.replaceChildren(...bars);
	}

	// The end

	drawEnd() {
		const { app } = this;
		const root = byId('end');
		const { text, places } = app.end;
		root.replaceChildren(
			h('h2', {}, text || t('game_over')),
			this.verdict(),
			app.welcome.seat ? h('div', { class: 'row' }, h('button', {
				type: 'button', class: 'main', id: 'next-game', onclick: () => app.toRoom(),
			}, t('next_game'))) : '',
			this.replay(),
			h('ol', { class: 'places' }, ...(places ?? []).map((_, at) => this.placeRow(places, at))),
			this.download());
		this.updateReplay();
	}

	placeRow(places, at) {
		const { app } = this;
		return h('li', {}, h('span', { class: 'quiet' }, this.placeText(places, at)),
			...places[at].map((seat) => h('span', { class: 'placed' }, badge(app.look(seat)), app.nameOf(seat))));
	}

	// Two sides win or lose, a single place is a draw, and more sides have places.
	placeText(places, at) {
		if (places.length === 1) return t('place_drawn');
		if (places.length === 2 && places[0].length === places[1].length) {
			return t(at === 0 ? 'place_won' : 'place_lost');
		}
		return t('place', { n: places.slice(0, at).flat().length + 1 });
	}

	verdict() {
		const { verdict } = this.app;
		if (!verdict) return '';
		const good = verdict.result !== 'wrong';
		return h('p', { class: good ? 'verdict' : 'verdict warning', role: 'status' },
			icon(good ? 'check' : 'cross'), h('span', {}, this.verdictText(verdict)));
	}

	verdictText({ result, what, who, roll, step, dice, layouts }) {
		if (result === 'partly') return t('partly');
		if (result === 'fair') {
			return t(dice > 0 ? 'fair_dice' : layouts > 0 ? 'fair_layouts' : 'fair_seed', { dice });
		}
		const name = who === 'host' ? t('the_host') : this.app.nameOf(who);
		return t(`wrong_${what}`, { who: name, roll, step });
	}

	replay() {
		const { app } = this;
		const final = app.position.history.length - 1;
		const go = (at) => () => app.replay(at());
		const now = () => app.replayAt ?? final;
		const slider = h('input', {
			type: 'range', min: 0, max: final, 'aria-label': t('replay'), oninput: go(() => Number(slider.value)),
		});
		return h('div', { class: 'replay' },
			h('h3', {}, t('replay')), slider,
			h('div', { class: 'row' },
				iconButton('first', t('step_first'), go(() => 0)),
				iconButton('back', t('step_back'), go(() => now() - 1)),
				iconButton('next', t('step_next'), go(() => now() + 1)),
				iconButton('last', t('step_last'), go(() => final)),
				h('small', { class: 'replay-step' })),
			h('p', { class: 'quiet replay-line', 'aria-live': 'polite' }));
	}

	updateReplay() {
		const { app } = this;
		const root = byId('end');
		const { history } = app.position;
		const at = app.replayAt ?? history.length - 1;
		const entry = history[at];
		root.querySelector('input').value = at;
		root.querySelector('.replay-step').textContent =
			t('replay_step', { n: entry.step, all: history.at(-1).step });
		root.querySelector('.replay-line').textContent = entry.lines.join(' ');
	}

	download() {
		const { file, end } = this.app;
		if (!file) return end.parts > 0 ? t('loading_file') : '';
		return h('a', { class: 'button', href: file.address, download: file.name }, icon('save'), t('save'));
	}
}

// Opens the palette of own marks for a hidden piece.
export function openMarks(app, piece) {
	const { faces = {} } = app.welcome.board;
	const entries = [['?', '?'], ...Object.entries(faces).reverse()];
	const now = app.marks[piece.id];
	openSheet('marks', t('marks_title'), h('div', { class: 'palette' },
		...entries.map(([code, text]) => choice(text, () => app.mark(piece, code), code === now ? 'main' : null)),
		now ? choice(t('mark_clear'), () => app.mark(piece, null), 'plain') : null));
}

// Opens the choice between actions that share piece and target.
export function openChoice(actions, play) {
	openSheet('choice', t('choose_action'), h('div', { class: 'stack' },
		...actions.map((action) => choice(action.label, () => play(action), 'main'))));
}

// Opens the sheet with phrases, signs, a line for free text, and buttons that mute players.
export function openTalkSheet(app) {
	const { phrases = [], signs = [], options, seat: ownSeat } = app.welcome;
	const button = ({ id, text }) => choice(text, () => app.send({ type: 'say', phrase: id }));
	const content = [
		h('div', { class: 'palette signs' }, ...signs.map(button)),
		h('div', { class: 'palette phrases' }, ...phrases.map(button)),
		...app.seats.filter(({ seat, kind }) => seat !== ownSeat && ['guest', 'host'].includes(kind))
			.map(({ seat }) => {
				const muted = app.muted.has(seat);
				const name = app.nameOf(seat);
				return choice([icon(muted ? 'sound' : 'quiet'), t(muted ? 'unmute' : 'mute', { name })],
					() => app.mute(seat, !muted), 'plain');
			}),
	];
	if (options?.talk === 'free') {
		const input = h('input', { maxlength: 200, 'aria-label': t('say_free'), placeholder: t('say_free') });
		const onsubmit = (event) => {
			event.preventDefault();
			const text = input.value.trim();
			if (text && app.send({ type: 'say', text })) closeSheet();
		};
		content.unshift(h('form', { class: 'row write', onsubmit }, input, h('button', { class: 'main' }, t('send'))));
	}
	openSheet('talk', t('say'), ...content);
}
