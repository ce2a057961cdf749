// The board: one SVG with the pieces, the legal targets and the last move.

import { markShape, s } from './dom.js';
import { carriedFlags, droppedFlags } from './position.js';
import { t } from './words.js';

const MOVE_TIME = 250;
// How far beside a piece a finger may touch, in pixels of the screen.
const REACH = 24;
// How far a pointer moves before it drags, in pixels of the screen.
const DRAG_START = 8;
const INPUT = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'touchmove', 'click', 'keydown'];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
const textMeter = document.createElement('canvas').getContext('2d');

// Returns dark or white, whichever is easier to read on a colour such as `#c0392b`.
function inkOn(colour = '') {
	const [red, green, blue] = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.4 ? '#2b2622' : '#ffffff';
}

const themed = (address, theme) => `${address}${address.includes('?') ? '&' : '?'}theme=${theme}`;
const numberOf = (piece) => piece.id.split(' ').at(-1);

export class Board {
	/**
	 * `act(action)` plays, and `choose(actions)` asks which of several actions is meant.
	 * `tapped(piece)` is called when another piece is tapped, and `select()` when the selection changes.
	 */
	constructor(svg, handlers) {
		Object.assign(this, { svg, handlers, elements: new Map(), units: [], actions: [], targets: [] });
		Object.assign(this, { selected: null, drag: null, dragged: false, marks: {}, carried: new Map() });
		for (const type of INPUT) svg.addEventListener(type, this, { passive: false });
	}

	// Takes the input of the board; each kind has its method below.
	handleEvent(event) {
		if (this.board) this[event.type](event);
	}

	// Takes the board of the welcome. With `cells`, shows only the part around them.
	setUp(board, theme, cells = null) {
		Object.assign(this, { board, theme, selected: null, view: null, units: [] });
		this.isTile = board.piece.kind === 'tile';
		this.seats = new Map(board.seats.map((seat) => [seat.seat, seat]));
		const [width, height] = board.size;
		const box = [0, 0, width, height];
		cells?.length && [0, 1].forEach((axis) => {
			const along = cells.map((cell) => board.places[cell][axis]);
			const margin = board.piece.size[axis] * 0.7;
			box[axis] = Math.min(...along) - margin;
			box[axis + 2] = Math.max(...along) + margin - box[axis];
		});
		this.svg.setAttribute('viewBox', box.join(' '));
		this.svg.setAttribute('aria-label', t('board'));
		[this.below, this.pieces, this.flags, this.above] = ['below', 'pieces', 'flags', 'above']
			.map((name) => s('g', { class: name }));
		this.picture = s('image', { width, height, href: themed(board.picture, theme) });
		this.svg.replaceChildren(this.picture, this.below, this.pieces, this.flags, this.above);
		this.elements.clear();
	}

	setTheme(theme) {
		this.theme = theme;
		if (!this.board) return;
		this.picture.setAttribute('href', themed(this.board.picture, theme));
		if (this.view) this.show(this);
	}

	// Shows a position. With `events`, what has changed moves to its place.
	show({ view, actions = [], last = [], events = null, marks = {}, hint = null }) {
		this.endDrag();
		if (actions !== this.actions) this.selected = null;
		Object.assign(this, { view, actions, last, marks, hint, units: this.unitsOf(view), carried: carriedFlags(view) });
		this.drawPieces(events);
		this.drawDroppedFlags();
		this.highlight();
	}

	get selectedUnit() {
		return this.units.find((unit) => unit.key === this.selected);
	}

	point(place) {
		return this.board.places[place];
	}

	// Returns the units to draw: single pieces, and each stack as one. Units on the same point are spread.
	unitsOf(view) {
		const units = new Map();
		const groups = new Map();
		for (const piece of view.pieces) {
			const point = this.point(piece.at);
			if (!point) continue;
			const ids = piece.stack?.length > 1 ? piece.stack.map((n) => `${piece.owner} ${n}`) : [piece.id];
			if (units.has(ids[0])) continue;
			const unit = { key: ids[0], ids, piece, point, at: point };
			units.set(unit.key, unit);
			groups.set(point.join(), [...(groups.get(point.join()) ?? []), unit]);
		}
		const far = Math.min(...this.board.piece.size) * 0.34;
		for (const group of groups.values()) {
			if (group.length > 1) group.forEach((unit, n) => {
				const angle = (2 * Math.PI * n) / group.length;
				unit.at = [unit.point[0] + far * Math.cos(angle), unit.point[1] + far * Math.sin(angle)];
			});
		}
		return [...units.values()];
	}

	actionsOf(unit) {
		return unit ? this.actions.filter((action) => unit.ids.includes(action.piece)) : [];
	}

	// Returns the actions that a second tap on a piece plays: a flip, or the only move of a plane.
	secondTapActions(unit) {
		const actions = this.actionsOf(unit);
		const flips = actions.filter((action) => action.to === action.from);
		if (flips.length > 0) return flips;
		return !this.isTile && actions.every(({ to }) => to === actions[0].to) ? actions : [];
	}

	// Drawing

	drawPieces(events) {
		const gone = new Map(this.elements);
		for (const unit of this.units) {
			let element = this.elements.get(unit.key);
			if (!element) {
				element = { node: s('g', { role: 'button', 'data-key': unit.key }) };
				this.pieces.append(element.node);
				this.elements.set(unit.key, element);
			}
			gone.delete(unit.key);
			const before = element.unit?.at;
			element.unit = unit;
			this.dress(element);
			this.put(unit, unit.at);
			if (events && before && before.join() !== unit.at.join() && !prefersReducedMotion()) this.glide(element, before, events);
		}
		// A carried Flag reaches beyond its tile, so no other piece may cover it.
		for (const key of this.carried.keys()) this.raise(this.elements.get(key)?.node);
		for (const [key, element] of gone) {
			this.elements.delete(key);
			this.vanish(element, events);
		}
	}

	// Draws a piece above the others, and lets it keep the focus.
	raise(node) {
		if (!node || node === this.pieces.lastChild) return;
		const focused = document.activeElement === node;
		this.pieces.append(node);
		if (focused) node.focus({ preventScroll: true });
	}

	put(unit, at) {
		this.elements.get(unit.key)?.node.setAttribute('transform', `translate(${at.join(' ')})`);
	}

	faceOf(piece) {
		return this.board.faces?.[piece.face];
	}

	isHidden(piece) {
		return this.isTile && (piece.down || !this.faceOf(piece));
	}

	dress(element) {
		const { unit: { piece, ids }, node } = element;
		const { board } = this;
		const [width, height] = board.piece.size;
		const owner = piece.owner ?? '';
		const hidden = this.isHidden(piece);
		const address = (hidden ? board.backs : board.pieces)?.[owner] ?? board.pieces[owner];
		const heading = board.headings?.[piece.at] ?? 0;
		const mark = hidden ? this.marks[piece.id] : null;
		const flag = this.carried.get(piece.id);
		const look = [address, this.theme, heading, piece.face, mark, hidden, piece.shown, ids, flag].join('|');
		node.setAttribute('aria-label', this.labelOf(piece, ids));
		if (look === element.look) return;
		element.look = look;
		const image = address && s('image', {
			x: -width / 2, y: -height / 2, width, height, href: themed(address, this.theme),
			transform: `rotate(${heading})`,
		});
		const seat = this.seats.get(owner);
		const parts = this.isTile ? this.tileParts(piece, seat, hidden, mark) : this.planeParts(piece, seat, ids);
		node.replaceChildren(...[image, ...parts].filter(Boolean));
	}

	// Draws the mark of the side with the number of the plane, or with the size of the stack.
	planeParts(piece, seat, ids) {
		const size = Math.min(...this.board.piece.size) * 0.3;
		return [
			markShape(seat?.mark, size, { fill: '#fffaf0', stroke: seat?.colour, 'stroke-width': 0.18 }),
			this.text(ids.length > 1 ? `×${ids.length}` : numberOf(piece), size * 1.4, size * 1.1, { fill: '#2b2622' }),
		];
	}

	tileParts(piece, seat, hidden, mark) {
		const [width, height] = this.board.piece.size;
		const colour = seat?.colour ?? '#7a7166';
		const parts = [seat && s('g', { transform: `translate(${-width * 0.38} ${-height * 0.31})` },
			markShape(seat.mark, height * 0.1, { fill: inkOn(colour), stroke: colour, 'stroke-width': 0.2 }))];
		const inked = (ink, ground) => ({ fill: ink, stroke: ground, 'stroke-width': height * 0.07 });
		if (!hidden) {
			parts.push(this.text(this.faceOf(piece), width * 0.88, height * 0.56, inked(inkOn(colour), colour)));
			if (piece.shown) parts.push(s('circle', { cx: width * 0.38, cy: -height * 0.31, r: height * 0.08, class: 'shown' }));
		} else if (mark) {
			const [x, y] = [width * 0.38, height * 0.3];
			parts.push(s('rect', { class: 'mark-ground', x: -x, y: -y, width: 2 * x, height: 2 * y, rx: y / 2 }));
			parts.push(this.text(this.board.faces?.[mark] ?? mark, width * 0.7, height * 0.46, inked('#2b2622', '#fbf6ea')));
		}
		const flag = this.carried.get(piece.id);
		if (flag) parts.push(this.flag(flag, [width * 0.2, -height * 0.26], height * 0.62));
		return parts;
	}

	// Creates the Flag of a seat with its foot at a point.
	flag(seat, foot, size, attributes = {}) {
		const { colour = '#7a7166', mark } = this.seats.get(seat) ?? {};
		return s('g', { class: 'flag', ...attributes },
			s('g', { transform: `translate(${foot.join(' ')}) scale(${size})` },
				s('path', { class: 'pole', d: 'M-.05 0v-1.05h.1V0z' }),
				s('path', { fill: colour, d: 'M.05-1q.2-.12.4 0t.4 0v.56q-.2.12-.4 0t-.4 0z' }),
				s('g', { transform: 'translate(.45 -.72)' }, markShape(mark, 0.17, { fill: inkOn(colour) }))));
	}

	// Draws the Flags that lie on the board. If a piece stands on the cell, they lie beside it.
	drawDroppedFlags() {
		const [width, height] = this.board.piece.size;
		const flags = droppedFlags(this.view).filter(({ at }) => this.point(at));
		this.flags.replaceChildren(...flags.map(({ seat, at, before }) => {
			const [x, y] = this.point(at);
			const taken = this.units.some(({ piece }) => piece.at === at);
			const [right, apart, down, size] = taken ? [-0.74, 1.18, 0.3, 0.6] : [-0.2, 0.35, 0.4, 0.8];
			return this.flag(seat, [x + width * (right + before * apart), y + height * down], height * size, {
				role: 'img', 'aria-label': t('dropped_flag', { name: this.nameOf(seat), place: at }),
			});
		}));
	}

	// Creates a text that fits into a width. Latin letters look as large as smaller characters.
	text(text, width, height, attributes) {
		textMeter.font = '700 100px system-ui, sans-serif';
		const latin = /^[\x20-\x7e]{2,}/.test(text) ? 0.74 : 1;
		const size = Math.min(height * latin, (width / textMeter.measureText(text).width) * 100);
		return s('text', { class: 'face', 'font-size': size, 'text-anchor': 'middle', dy: '.36em', ...attributes }, text);
	}

	nameOf(seat) {
		return this.seats.get(seat)?.name ?? seat;
	}

	labelOf(piece, ids) {
		const mark = this.marks[piece.id];
		const what = !this.isTile
			? t(ids.length > 1 ? 'stack' : 'plane', { n: ids.length > 1 ? ids.length : numberOf(piece) })
			: !this.isHidden(piece) ? this.faceOf(piece) : t(piece.down ? 'face_down' : 'hidden');
		const marked = this.isHidden(piece) && mark && t('marked', { mark: this.board.faces?.[mark] ?? mark });
		const flag = this.carried.get(piece.id);
		const carries = flag && t('carries_flag', { name: this.nameOf(flag) });
		return [piece.owner && this.nameOf(piece.owner), what, marked, carries, piece.at].filter(Boolean).join(' ');
	}

	// Moves a piece to its place, past the points where it jumped or flew.
	glide({ node, unit }, from, events) {
		const number = Number(numberOf(unit.piece));
		const path = events.filter(({ kind, seat, planes }) => ['moved', 'jumped', 'flew'].includes(kind)
			&& seat === unit.piece.owner && planes?.includes(number))
			.map(({ seat, to }) => this.point(`${seat} ${to}`)).filter(Boolean).slice(0, -1);
		this.raise(node);
		node.animate(
			[from, ...path, unit.at].map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` })),
			{ duration: MOVE_TIME * (path.length + 1), easing: 'ease-in-out' });
	}

	// Takes a piece off the board. One that attacked goes to its target first.
	vanish({ node, unit }, events) {
		if (!events || prefersReducedMotion()) {
			node.remove();
			return;
		}
		node.setAttribute('class', 'gone');
		node.removeAttribute('tabindex');
		const attack = events.find((event) => event.from === unit.piece.at);
		const [from, to] = [unit.at, this.point(attack?.to) ?? unit.at].map(([x, y]) => `translate(${x}px, ${y}px)`);
		const animation = node.animate([
			{ transform: from, opacity: 1 }, { transform: to, opacity: 1, offset: 0.5 },
			{ transform: `${to} scale(0.7)`, opacity: 0 },
		], { duration: MOVE_TIME * 2, fill: 'forwards' });
		animation.onfinish = () => node.remove();
	}

	frame([x, y], name) {
		const [width, height] = this.board.piece.size.map((side) => side * 1.14);
		return s('rect', {
			class: name, x: x - width / 2, y: y - height / 2, width, height, rx: height * (this.isTile ? 0.2 : 0.5),
		});
	}

	// Draws the last move, the pieces that can move, the selection and its targets.
	highlight() {
		const places = new Map(this.last.map((place) => [String(this.point(place)), this.point(place)]));
		const below = [...places.values()].filter(Boolean).map((point) => this.frame(point, 'last'));
		for (const [key, { node, unit }] of this.elements) {
			const movable = this.actionsOf(unit).length > 0;
			const chosen = key === this.selected;
			if (chosen) below.push(this.frame(unit.at, 'chosen'));
			else if (movable && !unit.piece.down) below.push(this.frame(unit.at, 'can'));
			node.setAttribute('class', movable ? 'piece movable' : 'piece');
			node.setAttribute('tabindex', movable || this.actions.length === 0 ? 0 : -1);
			node.setAttribute('aria-pressed', chosen);
		}
		// A hint is shown until the player chooses a piece.
		if (this.hint && !this.selected) below.push(...this.hintFrames());
		this.below.replaceChildren(...below);
		const { selectedUnit } = this;
		const targets = new Map();
		for (const action of this.actionsOf(selectedUnit)) {
			targets.set(action.to, [...(targets.get(action.to) ?? []), action]);
		}
		this.targets = [...targets].filter(([place]) => this.point(place))
			.map(([place, actions]) => this.target(place, actions, selectedUnit));
		this.above.replaceChildren(...this.targets.map(({ node }) => node));
	}

	// Returns frames around the piece of a hint and around its target.
	hintFrames() {
		const unit = this.units.find(({ ids }) => ids.includes(this.hint.piece));
		const points = [unit?.at ?? this.point(this.hint.from), this.point(this.hint.to)].filter(Boolean);
		return points.map((point) => this.frame(point, 'hinted'));
	}

	target(place, actions, selected) {
		const point = this.point(place);
		const there = this.units.filter((unit) => unit.point.join() === point.join());
		const kind = there.includes(selected) ? 'flip'
			: there.some(({ piece }) => piece.owner !== selected.piece.owner) ? 'attack'
				: there.length > 0 ? 'own' : 'target';
		const size = Math.min(...this.board.piece.size);
		const shape = kind === 'target' ? s('circle', { r: size * 0.16, class: 'dot' }) : this.frame([0, 0], kind);
		const node = s('g', {
			class: 'target', role: 'button', tabindex: 0, 'aria-label': actions[0].label ?? t(kind === 'own' ? 'target' : kind, { place }),
			transform: `translate(${point.join(' ')})`, 'data-place': place,
		}, s('circle', { r: size * 0.5, class: 'reach' }), shape);
		return { place, point, actions, node };
	}

	// Playing

	select(key) {
		this.selected = key;
		this.highlight();
		this.handlers.select?.();
	}

	play(actions) {
		this.select(null);
		if (actions.length === 1) this.handlers.act(actions[0]);
		else this.handlers.choose(actions);
	}

	tap(found) {
		const { target, unit } = found ?? {};
		if (target) this.play(target.actions);
		else if (unit && unit.key === this.selected && this.secondTapActions(unit).length > 0) this.play(this.secondTapActions(unit));
		else if (unit && unit.key !== this.selected && this.actionsOf(unit).length > 0) this.select(unit.key);
		else if (this.selected) this.select(null);
		else if (unit) this.handlers.tapped?.(unit.piece);
	}

	// Returns the target or piece that is nearest to a point of the screen.
	nearest({ clientX, clientY }, units = this.units) {
		const { a, d, e, f } = this.svg.getScreenCTM();
		const half = (Math.max(...this.board.piece.size) / 2) * a;
		let best = { distance: Math.max(REACH, half) };
		const offer = (found, [x, y], lead) => {
			const distance = Math.hypot(x * a + e - clientX, y * d + f - clientY) - lead * half;
			if (distance < best.distance) best = { ...found, distance };
		};
		for (const target of this.targets) offer({ target }, target.point, 0.4);
		for (const unit of units) offer({ unit }, unit.at, this.actionsOf(unit).length > 0 ? 0.2 : 0);
		return best;
	}

	foundAt(node) {
		const { key, place } = node.closest('[data-key], [data-place]')?.dataset ?? {};
		return {
			target: this.targets.find((target) => target.place === place),
			unit: this.units.find((unit) => unit.key === key),
		};
	}

	click(event) {
		if (this.dragged) return;
		// A click without a pointer comes from a screen reader.
		this.tap(event.detail === 0 ? this.foundAt(event.target) : this.nearest(event));
	}

	keydown(event) {
		if (event.key === 'Enter' || event.key === ' ') {
			const found = this.foundAt(event.target);
			if (!found.target && !found.unit) return;
			event.preventDefault();
			event.stopPropagation();
			this.tap(found);
			if (found.unit && this.selected) this.targets[0]?.node.focus();
		} else if (event.key === 'Escape' && this.selected) {
			this.elements.get(this.selected)?.node.focus();
			this.select(null);
		} else if (ARROWS[event.key]) {
			event.preventDefault();
			this.moveFocus(event.target, ARROWS[event.key]);
		}
	}

	moveFocus(node, [dx, dy]) {
		const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
		const [fromX, fromY] = middle(node.getBoundingClientRect());
		let best = { cost: Infinity };
		for (const candidate of this.svg.querySelectorAll('.piece, .target')) {
			const [x, y] = middle(candidate.getBoundingClientRect());
			const along = (x - fromX) * dx + (y - fromY) * dy;
			const cost = along + 2 * Math.abs((x - fromX) * dy + (y - fromY) * dx);
			if (along > 2 && cost < best.cost) best = { candidate, cost };
		}
		best.candidate?.focus();
	}

	// Dragging

	pointerdown(event) {
		this.dragged = false;
		const { unit } = this.foundAt(event.target);
		if (event.button === 0 && this.actionsOf(unit).length > 0) {
			this.drag = { unit, x: event.clientX, y: event.clientY };
		}
	}

	pointermove(event) {
		const { drag } = this;
		if (!drag) return;
		const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
		if (!this.dragged) {
			if (Math.hypot(dx, dy) < DRAG_START) return;
			this.dragged = true;
			this.svg.setPointerCapture(event.pointerId);
			if (this.selected !== drag.unit.key) this.select(drag.unit.key);
		}
		const { a } = this.svg.getScreenCTM();
		this.put(drag.unit, [drag.unit.at[0] + dx / a, drag.unit.at[1] + dy / a]);
	}

	pointerup(event) {
		const { drag } = this;
		this.endDrag();
		const target = drag && this.dragged && this.nearest(event, []).target;
		if (target && target.place !== drag.unit.piece.at) this.play(target.actions);
	}

	pointercancel() {
		this.endDrag();
	}

	// Otherwise a finger that drags a piece scrolls the page.
	touchmove(event) {
		if (this.drag) event.preventDefault();
	}

	// Puts a dragged piece back to its place.
	endDrag() {
		const { drag } = this;
		this.drag = null;
		if (drag) this.put(drag.unit, drag.unit.at);
	}
}
