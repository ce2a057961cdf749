// Hidden pieces that the end of a game discloses.

// The faces of the letters of a layout. Watchers need them: only players are sent the layout form.
const LETTERS = {
	S: '40', J: '39', H: '38', L: '37', T: '36', Y: '35', N: '34', P: '33', G: '32', Z: '00', D: '31', F: '30',
};

// Returns the layouts in a saved game, or an empty object if the text is no saved game or has none.
function savedLayouts(text) {
	try {
		return JSON.parse(text).setup.layouts ?? {};
	} catch {
		return {};
	}
}

// Returns the letters of layouts by seat: those in the saved game, also of robots, and those in the
// message of the end. The latter count, because they were committed to.
export function disclosedLayouts(end, saved = '') {
	const committed = Object.entries(end.layouts ?? {}).map(([seat, { layout }]) => [seat, layout]);
	return { ...savedLayouts(saved), ...Object.fromEntries(committed) };
}

/**
 * Returns a view in which hidden pieces have the faces of the layouts.
 *
 * A piece is named by the cell where it started. The letters of a layout go row by row from the
 * front, each row from the owner's left, and so do the names of the cells in a seat's land. Sorted
 * by name, the pieces of any seat are thus in the order of its letters.
 */
export function withFaces(view, layouts, letters = LETTERS) {
	const faces = new Map();
	for (const [seat, layout] of Object.entries(layouts)) {
		const text = String(layout).toUpperCase();
		const ids = view.pieces.filter(({ owner }) => owner === seat).map(({ id }) => id).sort();
		// A game that began from a position may have other pieces than its layouts.
		if (ids.length === text.length) ids.forEach((id, at) => faces.set(id, letters[text[at]]));
	}
	const pieces = view.pieces.map((piece) => {
		const face = piece.face === '?' && faces.get(piece.id);
		return face ? { ...piece, face } : piece;
	});
	return { ...view, pieces };
}
