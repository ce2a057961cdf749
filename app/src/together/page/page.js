// The page of a table: joins it, waits for the others, and plays.

import { Board } from './board.js';
import { checkEnd, layoutCommitment, SeenRolls } from './check.js';
import { Connection } from './connection.js';
import { disclosedLayouts, withFaces } from './disclosed.js';
import { badge, byId, h, iconButton } from './dom.js';
import { openChoice, openMarks, Panel } from './panel.js';
import { Position } from './position.js';
import { Room, ruleSentences } from './room.js';
import { fromHex, randomBytes, sha256, toHex } from './sha256.js';
import { announce, choice, closeSheet, notice, openSheet } from './sheet.js';
import * as sounds from './sounds.js';
import { exportTable, forgetOldTables, importTable, settings, tableStore } from './store.js';
import { currentLanguage, preferredLanguage, setLanguage, t } from './words.js';

const VERSION = 1;
const darkMedia = matchMedia('(prefers-color-scheme: dark)');

// Returns a code as the host writes it: Crockford's base 32 has no I, L and O.
const tidyCode = (text) =>
	text.toUpperCase().replace(/[^0-9A-Z]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0');

class App {
	constructor() {
		Object.assign(this, { welcome: null, table: null, seats: [], watchers: 0, tableState: 'waiting' });
		this.muted = new Set();
		this.position = new Position();
		this.forgetGame();
		this.connection = new Connection({
			greeting: () => this.greeting(),
			onMessage: (message) => this.receive(message),
			onState: (state) => this.connectionState(state),
		});
		this.board = new Board(byId('board'), {
			act: (action) => this.act(action),
			choose: (actions) => openChoice(actions, (action) => this.act(action)),
			tapped: (piece) => this.tapPiece(piece),
			select: () => this.panel.drawNow(),
		});
		this.panel = new Panel(this);
		this.room = new Room(this);
	}

	forgetGame() {
		Object.assign(this, {
			said: [], offers: [], pending: [], parts: [], absent: new Map(), acted: -1, end: null, verdict: null,
			replayAt: null, error: null, layouts: {}, hint: null,
		});
		if (this.file) URL.revokeObjectURL(this.file.address);
		this.file = null;
	}

	// The page itself

	start() {
		forgetOldTables();
		setLanguage(settings.get('lang') ?? preferredLanguage());
		darkMedia.addEventListener('change', () => this.applyTheme());
		this.applyTheme();
		this.applyLanguage();
		byId('name').value = settings.get('name') ?? '';
		byId('join-form').addEventListener('submit', (event) => {
			event.preventDefault();
			this.join(false);
		});
		byId('leave-game').addEventListener('click', () => this.askToLeave());
		byId('watch').addEventListener('click', () => this.join(true));
		for (const type of ['click', 'keydown']) document.addEventListener(type, sounds.unlock);
		document.addEventListener('keydown', (event) => this.key(event));
		document.addEventListener('visibilitychange', () => this.showTitle());
		window.addEventListener('hashchange', () => this.takeHash());
		setInterval(() => this.tick(), 200);
		this.takeHash();
	}

	// Takes the code from the address, and the seat at its table if this browser has one.
	takeHash() {
		const [typed, kept] = decodeURIComponent(location.hash.slice(1)).split('|');
		const code = tidyCode(typed);
		// The link to a moved table contains the values that the page of its old host kept.
		if (code && kept) importTable(code, kept);
		if (!code || code === this.code) return;
		byId('code').value = code;
		if (tableStore(code).get('token')) this.connect(code, false);
	}

	get theme() {
		return settings.get('theme') ?? (darkMedia.matches ? 'dark' : 'light');
	}

	applyTheme() {
		document.documentElement.dataset.theme = this.theme;
		this.board.setTheme(this.theme);
		this.room.editor.board.setTheme(this.theme);
		this.drawSwitches();
	}

	applyLanguage() {
		document.documentElement.lang = currentLanguage() === 'zh' ? 'zh-CN' : 'en';
		for (const node of document.querySelectorAll('[data-t]')) node.textContent = t(node.dataset.t);
		this.drawSwitches();
		this.showTitle();
	}

	drawSwitches() {
		const dark = this.theme === 'dark';
		const quiet = settings.get('quiet') === true;
		sounds.setQuiet(quiet);
		const change = (field, value) => () => {
			settings.set({ [field]: value });
			this.applyTheme();
		};
		const items = [
			h('button', {
				type: 'button', class: 'round', 'aria-label': t('to_chinese'), title: t('to_chinese'),
				onclick: () => this.switchLanguage(),
			}, currentLanguage() === 'zh' ? 'EN' : '中'),
			iconButton(dark ? 'sun' : 'moon', t(dark ? 'theme_light' : 'theme_dark'),
				change('theme', dark ? 'light' : 'dark')),
			iconButton(quiet ? 'quiet' : 'sound', t(quiet ? 'sound_on' : 'sound_off'), change('quiet', !quiet)),
		];
		if (this.welcome) {
			items.unshift(iconButton('rules', t('rules'), () =>
				openSheet('rules', this.welcome.title, ruleSentences(this.welcome))));
		}
		byId('switches').replaceChildren(...items);
	}

	// The host's texts come in the language of the greeting, so the page greets anew.
	switchLanguage() {
		const lang = currentLanguage() === 'zh' ? 'en' : 'zh';
		settings.set({ lang });
		setLanguage(lang);
		closeSheet();
		this.applyLanguage();
		this.connection.restart();
		this.draw();
	}

	showTitle() {
		const name = this.welcome?.title ?? t('app');
		document.title = (document.hidden && this.canAct ? '● ' : '') + name;
		byId('title').textContent = this.welcome?.title ?? '';
	}

	screen(name) {
		for (const id of ['join', 'room', 'play']) byId(id).hidden = id !== name;
		document.body.dataset.screen = name;
	}

	draw() {
		if (!this.welcome) return;
		if (!this.position.view || (this.tableState === 'waiting' && !this.end)) {
			this.screen('room');
			this.room.draw();
			return;
		}
		this.screen('play');
		this.panel.draw();
		this.showTitle();
	}

	tick() {
		if (byId('play').hidden || !this.welcome) return;
		this.panel.tick();
		if (this.absent.size > 0) this.panel.drawNotices();
	}

	// Space and Enter roll the die.
	key(event) {
		if (event.key !== ' ' && event.key !== 'Enter') return;
		if (event.repeat || byId('play').hidden || byId('sheet').open) return;
		const button = byId('now').querySelector('.only');
		if (!button || event.target.closest('input, button, a')) return;
		event.preventDefault();
		button.click();
	}

	// Joining and leaving

	join(watch) {
		const name = byId('name').value.trim();
		const code = tidyCode(byId('code').value);
		const missing = !name && !watch ? 'name' : code.length !== 6 && code.length !== 12 ? 'code' : null;
		this.joinError(missing ? t(`need_${missing}`) : '');
		if (missing) {
			byId(missing).focus();
			return;
		}
		settings.set({ name });
		this.connect(code, watch);
	}

	joinError(text) {
		byId('join-error').textContent = text;
	}

	connect(code, watch) {
		this.code = code;
		this.watch = watch;
		this.table = tableStore(code);
		this.tries = 0;
		history.replaceState(null, '', `#${code}`);
		this.connection.open();
	}

	greeting() {
		const lang = currentLanguage();
		const name = settings.get('name') ?? '';
		const token = this.watch ? null : this.table.get('token');
		this.greetedByToken = Boolean(token);
		if (token) return { type: 'hello', v: VERSION, token, table: this.code, name, lang };
		return { type: 'hello', v: VERSION, code: this.code, name, lang, watch: this.watch };
	}

	connectionState(state) {
		const node = byId('connection');
		clearTimeout(this.statusTimer);
		if (state === 'lost') {
			this.tries += 1;
			this.pending = [];
			if (!this.welcome && !this.greetedByToken && this.tries >= 2) {
				this.connection.close();
				this.joinError(t('no_host'));
				return;
			}
		}
		// A short interruption is not shown.
		const broken = state !== 'closed' && (this.welcome || this.tries > 0);
		node.textContent = t('lost');
		if (broken) this.statusTimer = setTimeout(() => { node.hidden = false; }, 700);
		else node.hidden = true;
	}

	// Goes to the page of the table's new host. Only addresses of computers are followed.
	follow(address) {
		if (!/^[0-9.]+:\d+$|^\[[0-9a-f:]+\]:\d+$/.test(address)) return;
		const kept = encodeURIComponent(`${this.code}|${exportTable(this.code)}`);
		location.replace(`http://${address}/#${kept}`);
	}

	askToLeave() {
		openSheet('question', t(this.isPlaying && this.welcome.seat ? 'leave_title' : 'leave'), h('div', { class: 'row' },
			choice(t('leave'), () => this.leave(), 'main'), choice(t('cancel'), () => {})));
	}

	leave() {
		this.send({ type: 'leave' });
		this.table.set({ token: null });
		this.backToJoin(t('left_table'));
	}

	backToJoin(text) {
		this.connection.close();
		Object.assign(this, { welcome: null, code: null });
		this.position.clear();
		this.forgetGame();
		this.screen('join');
		this.drawSwitches();
		this.showTitle();
		this.joinError(text);
	}

	tryAgain() {
		// Without a welcome, a refusal leads to the form for joining.
		Object.assign(this, { error: null, welcome: null });
		this.connection.open();
		this.draw();
	}

	toRoom() {
		this.forgetGame();
		this.position.clear();
		this.draw();
	}

	// The state of the game, for the other modules

	get isPlaying() {
		return !this.end && this.tableState !== 'waiting';
	}

	get isPaused() {
		return this.tableState === 'paused';
	}

	// True if this guest may play now and has not yet done so.
	get canAct() {
		return this.isPlaying && !this.isPaused && this.replayAt === null && !this.error
			&& this.position.actions.length > 0 && this.acted !== this.position.step;
	}

	// True if the host gives a hint now.
	get canHint() {
		return this.canAct && this.welcome.options?.hints === true && !['roll', 'answer'].includes(this.position.actions[0].kind);
	}

	// Returns the hint about the position, with its action once it is there.
	get currentHint() {
		if (!this.canAct || this.hint?.step !== this.position.step) return null;
		return { why: this.hint.why, action: this.position.actions.find(({ id }) => id === this.hint.id) };
	}

	// Returns what the board shows: the position, or an earlier one.
	get shown() {
		return this.replayAt === null ? this.position : this.position.history[this.replayAt];
	}

	look(seat) {
		return this.welcome.board.seats.find((candidate) => candidate.seat === seat)
			?? { seat, name: seat, colour: '#7a7166', mark: '●' };
	}

	nameOf(seat) {
		return this.seats.find((player) => player.seat === seat)?.name || this.look(seat).name;
	}

	get marks() {
		return this.table?.get('marks') ?? {};
	}

	// Sending

	send(message) {
		const sent = this.connection.send(message);
		if (!sent) notice(t('lost'));
		return sent;
	}

	// Sends a message that the host answers with `ok` or `no` for its step.
	sendForStep(message) {
		const { step } = this.position;
		if (!this.send({ ...message, step })) return false;
		this.pending.push({ step, type: message.type, what: message.what });
		this.connection.expectAnswer();
		return true;
	}

	act(action) {
		if (!this.canAct || !this.position.actions.includes(action)) return;
		if (!this.sendForStep({ type: 'act', id: action.id })) return;
		this.acted = this.position.step;
		this.showBoard();
		this.panel.draw();
	}

	askForHint() {
		if (!this.canHint || this.hint?.step === this.position.step) return;
		if (!this.sendForStep({ type: 'hint' })) return;
		this.hint = { step: this.position.step };
		this.panel.drawNow();
	}

	ask(what) {
		this.sendForStep({ type: 'ask', what });
	}

	answer(what, agree) {
		if (!this.send({ type: 'answer', what, agree })) return;
		this.offers = this.offers.filter((offer) => offer.what !== what);
		this.panel.drawNotices();
	}

	mute(seat, muted) {
		this.muted[muted ? 'add' : 'delete'](seat);
		this.panel.drawLog();
	}

	// Shows a notice and reads it out.
	tell(text) {
		notice(text);
		announce(text);
	}

	// Marks on hidden pieces

	tapPiece(piece) {
		const own = piece.owner && piece.owner === this.welcome.seat;
		if (this.replayAt === null && !this.end && !own && this.board.isHidden(piece)) openMarks(this, piece);
	}

	mark(piece, code) {
		const marks = { ...this.marks };
		if (code) marks[piece.id] = code;
		else delete marks[piece.id];
		this.table.set({ marks });
		this.showBoard();
	}

	// The board

	showBoard(events = null) {
		const { view, last } = this.shown;
		const actions = this.canAct ? this.position.actions : [];
		const faced = this.end ? withFaces(view, this.layouts, this.welcome.layout?.letters) : view;
		this.board.show({ view: faced, last, events, marks: this.marks, actions, hint: this.currentHint?.action });
	}

	replay(at) {
		const { history } = this.position;
		const next = Math.min(Math.max(at, 0), history.length - 1);
		const forward = next === this.replayAt + 1;
		this.replayAt = next;
		this.showBoard(forward ? history[next].events : null);
		this.panel.draw();
	}

	// Receiving

	receive(message) {
		const { type } = message;
		if (!this.welcome && !['welcome', 'error', 'moved'].includes(type)) return;
		this[`on${String(type).replace(/^./, (letter) => letter.toUpperCase())}`]?.(message);
	}

	onMoved({ address }) {
		this.follow(address);
	}

	onWelcome(message) {
		this.connectionState('closed');
		Object.assign(this, { welcome: message, tries: 0, error: null });
		if (message.token) this.table.set({ token: message.token });
		this.board.setUp(message.board, this.theme);
		this.room.setUp();
		const [width, height] = message.board.size;
		byId('frame').style.setProperty('--aspect', width / height);
		this.drawSwitches();
		this.showTitle();
	}

	onSeats({ seats, watchers, state, why }) {
		Object.assign(this, { seats, watchers: watchers ?? 0, tableState: state, why });
		for (const { seat, here } of seats) if (here) this.absent.delete(seat);
		if (this.position.view) this.showBoard();
		this.draw();
	}

	onRound({ round, needs, commits, layouts }) {
		if (needs === 'commit') this.commit(round);
		else this.reveal(round, commits ?? {}, layouts ?? {});
	}

	// Commits to a share of the seed and to the layout. The same round gets the same answer.
	commit(round) {
		if (!this.welcome.seat) return;
		let kept = this.table.get('round');
		if (kept?.round !== round || kept.started || !kept.share) {
			kept = { round, share: toHex(randomBytes(32)), salt: toHex(randomBytes(16)) };
			if (this.welcome.layout) kept.layout = this.table.get('layout') ?? this.room.editor.text;
			this.table.set({ round: kept });
		}
		const message = { type: 'commit', round, share: toHex(sha256(fromHex(kept.share))) };
		if (kept.layout) message.layout = layoutCommitment(kept.salt, kept.layout);
		this.send(message);
	}

	// Keeps everybody's commitments for the check, and discloses this guest's share.
	reveal(round, commits, layouts) {
		let kept = this.table.get('round');
		if (kept?.round !== round || (kept.started && !kept.share)) kept = { round };
		// The first list counts: what is committed to cannot change any more.
		if (!kept.commits) {
			kept = { ...kept, commits, layouts };
			this.table.set({ round: kept });
		}
		// If the list lacks this guest's commitment, the host could still choose its own share.
		const isShown = kept.share && kept.commits[this.welcome.seat] === toHex(sha256(fromHex(kept.share)));
		if (!this.welcome.seat || !isShown) return;
		const message = { type: 'reveal', round, share: kept.share };
		if (kept.layout) Object.assign(message, { layout: kept.layout, salt: kept.salt });
		this.send(message);
	}

	onView(message) {
		const begins = message.step === 0;
		const kept = this.table.get('round');
		const known = this.table.get('commitment');
		// A guest that was away when a game began is first shown a later step.
		const follows = this.end && message.commitment && message.commitment !== known;
		if (this.end && (begins || follows)) this.forgetGame();
		if (begins || follows) this.position.history = [];
		if (message.commitment && message.commitment !== known) {
			this.table.set({ commitment: message.commitment, marks: {}, seen: [] });
		}
		if (kept && !kept.started) this.table.set({ round: { ...kept, started: true } });
		this.updateSeenRolls((seen) => seen.view(message.step));
		this.position.takeView(message, performance.now());
		Object.assign(this, { pending: [], offers: [], acted: -1, replayAt: null, hint: null });
		if (this.tableState === 'waiting') this.tableState = 'playing';
		closeSheet('choice');
		this.showBoard();
		this.draw();
		this.hadTurn = this.canAct;
		if (begins && this.hadTurn) sounds.play('turn');
	}

	updateSeenRolls(change) {
		const seen = new SeenRolls(this.table.get('seen') ?? []);
		change(seen);
		this.table.set({ seen: seen.runs });
	}

	onStep(message) {
		if (message.step <= this.position.step) return;
		if (!this.position.takeStep(message, performance.now())) {
			this.connection.restart();
			return;
		}
		const events = message.events ?? [];
		this.updateSeenRolls((seen) => seen.step(message.step, events));
		this.pending = this.pending.filter(({ step }) => step >= message.step);
		this.offers = [];
		closeSheet('choice');
		this.showBoard(events);
		this.panel.draw();
		this.showTitle();
		const rolled = events.some(({ kind }) => kind === 'rolled' || kind === 'opening_rolled');
		if (rolled) this.panel.tumble();
		const taken = events.some(({ kind }) => kind === 'battled' || kind === 'captured');
		sounds.play(message.sound ?? (rolled ? 'roll' : taken ? 'capture' : 'move'));
		if (this.canAct && !this.hadTurn) setTimeout(() => sounds.play('turn'), 350);
		this.hadTurn = this.canAct;
		for (const line of message.log ?? []) announce(line);
		if (this.canAct) announce(t('your_turn'));
	}

	// Removes and returns the oldest pending message that an answer for this step can belong to.
	settle(step) {
		const at = this.pending.findIndex((entry) => step === undefined || entry.step === step);
		return at < 0 ? null : this.pending.splice(at, 1)[0];
	}

	onOk({ step }) {
		const settled = this.settle(step);
		if (settled?.type !== 'ask' || settled.what === 'resign' || step !== this.position.step) return;
		this.onOffer({ seat: this.welcome.seat, what: settled.what });
	}

	onNo({ step, why }) {
		const settled = this.settle(step);
		if (settled?.type === 'act' && this.acted === step) {
			this.acted = -1;
			this.showBoard();
		}
		if (this.hint?.step === step && !this.hint.why) this.hint = null;
		this.tell(why ?? t('refused'));
		this.draw();
	}

	onHint({ step, id, why }) {
		this.settle(step);
		this.hint = { step, id, why };
		this.showBoard();
		this.panel.drawNow();
		announce(why);
	}

	onSaid({ seat, name, text }) {
		this.said.push({ after: this.position.log.length, seat, name, text });
		if (!this.muted.has(seat)) {
			notice(seat ? badge(this.look(seat)) : '', h('strong', {}, name), ` ${text}`);
			announce(`${name}: ${text}`);
		}
		if (!byId('play').hidden) this.panel.drawLog();
	}

	onLeft({ seat, wait }) {
		this.absent.set(seat, performance.now() + (wait ?? 0) * 1000);
		this.panel.drawNotices();
	}

	onBack({ seat }) {
		this.absent.delete(seat);
		this.tell(t('back', { name: this.nameOf(seat) }));
		this.panel.drawNotices();
	}

	onOffer({ seat, what }) {
		this.offers = this.offers.filter((offer) => offer.seat !== seat || offer.what !== what);
		this.offers.push({ seat, what });
		if (seat !== this.welcome.seat) sounds.play('turn');
		this.panel.drawNotices();
	}

	onDeclined({ seat, what }) {
		const isOwner = this.offers.some((offer) => offer.seat === seat && offer.what === what);
		this.offers = this.offers.filter((offer) => offer.what !== what);
		if (seat === this.welcome.seat) return this.panel.drawNotices();
		this.tell(t(`${isOwner ? 'withdrawn' : 'declined'}_${what}`, { name: this.nameOf(seat) }));
		this.panel.drawNotices();
	}

	onEnd(message) {
		const again = this.end?.seed === message.seed;
		this.end = message;
		this.layouts = { ...this.layouts, ...disclosedLayouts(message) };
		this.tableState = this.tableState === 'waiting' ? 'waiting' : 'over';
		this.offers = [];
		this.absent.clear();
		this.position.actions = [];
		closeSheet('choice');
		closeSheet('question');
		if (this.position.view) {
			this.showBoard();
			this.panel.drawEnd();
		}
		this.draw();
		if (!again) sounds.play('end');
		announce(message.text ?? t('game_over'));
		// The page shows the result first, then checks.
		setTimeout(() => this.check(message), 30);
	}

	check(end) {
		if (end !== this.end) return;
		const { commits, layouts, share, layout } = this.table.get('round') ?? {};
		this.verdict = checkEnd(end, {
			commits, layouts, share, layout, seat: this.welcome.seat,
			commitment: this.table.get('commitment'), seen: new SeenRolls(this.table.get('seen') ?? []),
		});
		if (this.position.view) this.panel.drawEnd();
		const text = byId('end').querySelector('.verdict')?.textContent;
		if (text) announce(text);
	}

	onFile({ part, parts, name, text }) {
		this.parts[part] = text;
		if (Object.keys(this.parts).length < parts) return;
		const saved = this.parts.join('');
		const blob = new Blob([saved], { type: 'application/json' });
		this.file = { name, address: URL.createObjectURL(blob) };
		if (!this.end) return;
		this.layouts = disclosedLayouts(this.end, saved);
		if (!this.position.view) return;
		this.showBoard();
		this.panel.drawEnd();
	}

	onError({ why }) {
		const unknownToken = this.greetedByToken && !this.welcome;
		if (unknownToken) this.table.set({ token: null });
		if (!this.welcome) {
			this.backToJoin(why);
			return;
		}
		this.error = why;
		this.connection.close();
		notice(why);
		this.draw();
	}
}

new App().start();
