// Small helpers for building elements.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
	for (const [name, value] of Object.entries(attributes)) {
		if (value === null || value === undefined) continue;
		if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
		else element.setAttribute(name, value);
	}
	element.append(...children.filter((child) => child !== null && child !== undefined));
	return element;
}

// Creates an HTML element. Attributes that begin with `on` are listeners.
export const h = (tag, attributes = {}, ...children) =>
	fill(document.createElement(tag), attributes, children);

export const s = (tag, attributes = {}, ...children) =>
	fill(document.createElementNS(SVG, tag), attributes, children);

export const byId = (id) => document.getElementById(id);

// The icons, as outlines in a square of 24.
const ICONS = {
	sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
	moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
	sound: 'M4 9.5v5h4l5 4v-13l-5 4zM16.5 9a4.5 4.5 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11',
	quiet: 'M4 9.5v5h4l5 4v-13l-5 4zM17 10l4 4M21 10l-4 4',
	talk: 'M4 5h16v11h-9l-4 4v-4H4z',
	draw: 'M5 9.5h14M5 14.5h14',
	undo: 'M9 6l-5 4.5 5 4.5M4 10.5h10a5 5 0 0 1 0 10h-3',
	lamp: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.3.4.5.9.5 1.6h6c0-.7.2-1.2.5-1.6A6 6 0 0 0 12 3z',
	flag: 'M6 21V4M6 5h12l-3 4 3 4H6',
	first: 'M7 5v14M18 5l-8 7 8 7z',
	back: 'M16 5l-8 7 8 7z',
	next: 'M8 5l8 7-8 7z',
	last: 'M17 5v14M6 5l8 7-8 7z',
	check: 'M5 12.5l5 5L19 7',
	cross: 'M6 6l12 12M18 6L6 18',
	rules: 'M6 3h12v18H6zM9 8h6M9 12h6M9 16h4',
	save: 'M12 4v11M7 11l5 5 5-5M5 20h14',
};

export const icon = (name) => s('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' },
	s('path', { d: ICONS[name] }));

// Creates a button with an icon and, if `text` is given, a text below or beside it.
export function iconButton(name, label, onclick, text = null) {
	const caption = text && h('span', {}, text);
	return h('button', {
		type: 'button', class: text ? 'tool' : 'round', title: label, 'aria-label': label, onclick,
	}, icon(name), caption);
}

// The outlines of the marks that sides wear, in a square from -1 to 1.
const MARKS = {
	'●': 'M0-.8a.8.8 0 1 0 0 1.6.8.8 0 1 0 0-1.6z',
	'■': 'M-.72-.72h1.44v1.44h-1.44z',
	'▲': 'M0-.9L.92.72H-.92z',
	'◆': 'M0-1L.86 0 0 1-.86 0z',
	'★': 'M0-1L.24-.32.95-.31.38.12 .59.81 0 .4-.59.81-.38.12-.95-.31-.24-.32z',
	'✚': 'M-.3-.9H.3V-.3H.9V.3H.3V.9H-.3V.3H-.9V-.3H-.3z',
};

// Creates the mark of a side for a drawing: an outline if it is known, otherwise text.
export function markShape(mark, size, attributes = {}) {
	const d = MARKS[mark];
	if (d) return s('path', { d, transform: `scale(${size})`, ...attributes });
	return s('text', {
		'font-size': size * 2, 'text-anchor': 'middle', 'dominant-baseline': 'central', ...attributes,
	}, mark ?? '');
}

export function badge(seat) {
	return s('svg', { viewBox: '-1.2 -1.2 2.4 2.4', class: 'badge', 'aria-hidden': 'true' },
		markShape(seat.mark, 1, { fill: seat.colour }));
}

export function dieFace(number, label) {
	const spots = [[4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]][number - 1];
	const dots = spots.map((spot) => s('circle', { cx: 11 + (spot % 3) * 11, cy: 11 + Math.floor(spot / 3) * 11, r: 4 }));
	return s('svg', { viewBox: '0 0 44 44', class: 'die', role: 'img', 'aria-label': label },
		s('rect', { x: 2, y: 2, width: 40, height: 40, rx: 9 }), ...dots);
}
