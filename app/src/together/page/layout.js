// The layout editor: an army before the game, in which two pieces are swapped by tapping them.

import { Board } from './board.js';
import { h, s } from './dom.js';
import { t } from './words.js';

export class LayoutEditor {
	constructor(root, changed) {
		this.changed = changed;
		this.select = h('select', { onchange: () => this.take(this.select.value) });
		this.caption = h('span');
		this.status = h('p', { class: 'quiet', role: 'status' });
		const svg = s('svg', { class: 'army', role: 'group' });
		this.board = new Board(svg, {
			act: ({ indices: [one, other] }) => {
				const letters = Array.from(this.text);
				[letters[one], letters[other]] = [letters[other], letters[one]];
				this.take(letters.join(''));
			},
			select: () => this.selected(),
		});
		root.append(h('label', { class: 'field' }, this.caption, this.select), svg, this.status);
	}

	// Takes the layouts and the board of the welcome, and a layout to begin with.
	setUp({ layout, board, seat }, theme, text) {
		const sorted = (letters) => Array.from(letters ?? '').sort().join('');
		Object.assign(this, { layout, seat, fixed: false, previous: null });
		this.text = sorted(text) === sorted(layout.start) ? text : layout.start;
		this.caption.textContent = t('layout_pick');
		this.board.setUp(board, theme, layout.cells);
		this.draw();
	}

	setFixed(fixed) {
		if (this.fixed === fixed) return;
		this.fixed = fixed;
		this.draw();
	}

	take(text) {
		this.text = text;
		this.draw();
		this.changed(text);
	}

	mayStand(index, cell) {
		const allowed = this.layout.allowed?.[this.text[index]];
		return !allowed || allowed.includes(cell);
	}

	swaps() {
		const { cells } = this.layout;
		return cells.flatMap((from, one) => cells
			.map((to, other) => ({ piece: from, from, to, label: to, indices: [one, other] }))
			.filter(({ to, indices: [, other] }) => other !== one && this.mayStand(one, to) && this.mayStand(other, from)));
	}

	nameAt(cell) {
		return this.board.units.find(({ key }) => key === cell).piece.name;
	}

	// Says what to do next, or why two pieces cannot be swapped.
	selected() {
		const { cells } = this.layout;
		const { selected } = this.board;
		const { previous } = this;
		this.previous = selected;
		this.say(selected ? t('layout_selected', { piece: this.nameAt(selected) }) : t('layout_lead'));
		if (!selected || !previous || selected === previous) return;
		const [piece, place] = this.mayStand(cells.indexOf(previous), selected)
			? [selected, previous] : [previous, selected];
		this.say(t('layout_refused', { piece: this.nameAt(piece), place }), true);
	}

	say(text, warning = false) {
		this.status.textContent = text;
		this.status.classList.toggle('warning', warning);
	}

	draw() {
		const { layout, text, seat, fixed } = this;
		const { faces } = this.board.board;
		const known = layout.layouts ?? [];
		const own = known.some((one) => one.text === text) ? [] : [{ name: t('layout_own'), text }];
		this.select.replaceChildren(...[...own, ...known].map((one) => h('option', { value: one.text }, one.name)));
		this.select.value = text;
		this.select.disabled = fixed;
		const pieces = layout.cells.map((cell, index) => {
			const face = layout.letters[text[index]];
			return { id: cell, at: cell, owner: seat, face, name: faces[face] };
		});
		this.board.show({ view: { pieces }, actions: fixed ? [] : this.swaps() });
		this.previous = null;
		this.say(t(fixed ? 'layout_fixed' : 'layout_lead'));
	}
}
