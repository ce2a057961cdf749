// The position as this page knows it, and the positions before it.

// Fields that keep their value if the changes do not mention them.
const LASTING = ['pieces', 'start', 'battles', 'earlier_battles'];

// Returns a view with changes applied. The view itself stays as it is.
export function applyChanges(view, changes) {
	const next = {};
	for (const field of LASTING) if (field in view) next[field] = view[field];
	Object.assign(next, changes);
	const changed = new Map((changes.pieces ?? []).map((piece) => [piece.id, piece]));
	next.pieces = view.pieces.map((piece) => {
		const replacement = changed.get(piece.id) ?? piece;
		changed.delete(piece.id);
		return replacement;
	});
	next.pieces.push(...changed.values());
	return next;
}

// Returns the places a step concerns: those its events name, or else those of the pieces that moved.
export function touchedPlaces(before, after, events) {
	const named = events.flatMap(({ from, to, at }) => [from, to, at]).filter((place) => typeof place === 'string');
	if (named.length > 0) return named;
	const old = new Map(before.pieces.map((piece) => [piece.id, piece.at]));
	const moved = after.pieces.filter(({ id, at }) => old.get(id) !== at);
	return moved.flatMap(({ id, at }) => [old.get(id), at]).filter(Boolean);
}

// Returns the seat whose Flag a piece carries, by the piece. Flags are carried only in games of two, so
// no piece carries more than one.
export function carriedFlags({ carried = {} }) {
	return new Map(Object.entries(carried).map(([seat, id]) => [id, seat]));
}

// Returns the Flags that lie on the board: the seat, the cell, and how many others on that cell come
// before it. Two carriers that strike each other may drop both Flags on one cell.
export function droppedFlags({ dropped = {} }) {
	return Object.entries(dropped).map(([seat, at], number, all) =>
		({ seat, at, before: all.slice(0, number).filter(([, other]) => other === at).length }));
}

// A game as this page has received it.
export class Position {
	constructor() {
		this.clear();
	}

	clear() {
		Object.assign(this, { step: -1, turn: null, view: null, clocks: {}, clocksAt: 0 });
		Object.assign(this, { actions: [], question: '', log: [], last: [], history: [] });
	}

	// Takes a whole position: at the start, after coming back and after a move was taken back.
	takeView({ step, turn, view, actions = [], clocks = {}, question = '', log = [] }, now) {
		this.history = this.history.filter((entry) => entry.step < step);
		Object.assign(this, { step, turn, view, actions, clocks, clocksAt: now, question, log: [...log], last: [] });
		this.remember(this.log.slice(-1), []);
	}

	// Takes one step. Returns false if it does not follow the kept position.
	takeStep({ step, turn, events = [], changes = {}, actions = [], clocks = {}, question = '', log = [] }, now) {
		if (!this.view || step !== this.step + 1) return false;
		const view = applyChanges(this.view, changes);
		const last = touchedPlaces(this.view, view, events);
		Object.assign(this, { step, turn, view, actions, clocks, clocksAt: now, question, last });
		this.log.push(...log);
		this.remember(log, events);
		return true;
	}

	remember(lines, events) {
		const { step, turn, view, last } = this;
		this.history.push({ step, turn, view, last, lines, events });
	}

	// Returns the seconds left on a clock, or null if the seat has none.
	secondsLeft(seat, now, running) {
		const seconds = this.clocks[seat];
		if (typeof seconds !== 'number') return null;
		const gone = running && seat === this.turn ? (now - this.clocksAt) / 1000 : 0;
		return Math.max(0, seconds - gone);
	}
}
