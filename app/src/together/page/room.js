// The waiting room: who is there, what is missing, the rules and the layout.

import { badge, byId, h } from './dom.js';
import { LayoutEditor } from './layout.js';
import { listed, t } from './words.js';

export function ruleSentences({ rules = [], house_rules: house = [] }) {
	const items = rules.map((rule) => h('li', {}, rule));
	if (house.length > 0) items.push(h('li', {}, t('house_rules', { names: listed(house) })));
	return items.length > 0 ? h('ul', { class: 'rules' }, ...items) : h('p', {}, t('standard_rules'));
}

export class Room {
	constructor(app) {
		this.app = app;
		this.editor = new LayoutEditor(byId('room-layout'), (text) => app.table.set({ draft: text }));
		byId('ready').addEventListener('click', () => this.toggleReady());
		byId('leave').addEventListener('click', () => app.leave());
	}

	setUp() {
		const { welcome, table, theme } = this.app;
		const arranges = Boolean(welcome.layout && welcome.seat);
		byId('room-layout').hidden = !arranges;
		if (arranges) this.editor.setUp(welcome, theme, table.get('draft'));
	}

	get ownSeat() {
		const { welcome, seats } = this.app;
		return seats.find(({ seat }) => seat === welcome.seat);
	}

	toggleReady() {
		const { app } = this;
		const layout = app.welcome.layout ? this.editor.text : undefined;
		if (this.ownSeat.ready) app.send({ type: 'unready' });
		else if (app.send({ type: 'ready', layout })) app.table.set({ layout });
	}

	draw() {
		const { app } = this;
		const { welcome } = app;
		const own = this.ownSeat;
		byId('room-seats').replaceChildren(...app.seats.map((seat) => this.seatRow(seat)));
		byId('room-missing').textContent = this.missing(own);
		byId('room-rules').replaceChildren(ruleSentences(welcome));
		byId('ready').hidden = !own;
		byId('ready').textContent = t(own?.ready ? 'set_unready' : 'set_ready');
		byId('ready').classList.toggle('main', !own?.ready);
		if (welcome.layout && welcome.seat) this.editor.setFixed(Boolean(own?.ready));
	}

	seatRow({ seat, name, kind, here, ready }) {
		const look = this.app.look(seat);
		const open = kind === 'open';
		const notes = [look.name, seat === this.app.welcome.seat && t('you'), kind === 'robot' && t('robot'),
			kind === 'host' && t('host'), open && name && t('robot'), open && name && t('open_seat'), !open && here === false && t('away')].filter(Boolean);
		return h('li', { class: 'seat' }, badge(look),
			h('span', { class: 'who' },
				h('strong', {}, open ? name || t('open_seat') : name || look.name), h('small', {}, notes.join(' · '))),
			open || kind === 'robot' ? null
				: h('small', { class: ready ? 'good' : null }, t(ready ? 'ready' : 'not_ready')));
	}

	missing(own) {
		const { seats, watchers } = this.app;
		const open = seats.filter(({ kind }) => kind === 'open').length;
		const others = seats.filter(({ kind, ready, seat }) =>
			['guest', 'host'].includes(kind) && !ready && seat !== own?.seat);
		const parts = [];
		if (!own) parts.push(t('watching'));
		if (open > 0) parts.push(t('waiting_seats', { n: open }));
		const names = listed(others.map(({ seat }) => this.app.nameOf(seat)));
		if (names) parts.push(t('waiting_ready', { names }));
		else if (open === 0) parts.push(t(own && !own.ready ? 'waiting_you' : 'waiting_all'));
		if (watchers > 0) parts.push(t('watchers', { n: watchers }));
		return parts.join(' ');
	}
}
