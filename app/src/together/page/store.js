// What this browser keeps: the settings, and for each table the token, the shares and the marks.

const PREFIX = 'qipan:';
const KEPT_FOR = 14 * 24 * 3600 * 1000;

// An object in localStorage. Where the browser forbids that, it lasts until the page is closed.
class Store {
	constructor(name) {
		this.key = PREFIX + name;
		try {
			this.data = JSON.parse(localStorage.getItem(this.key)) ?? {};
		} catch {
			this.data = {};
		}
	}

	get(field) {
		return this.data[field];
	}

	set(fields) {
		Object.assign(this.data, fields, { used: Date.now() });
		try {
			localStorage.setItem(this.key, JSON.stringify(this.data));
		} catch {
			// It is in `data`.
		}
	}
}

// The settings: `name`, `lang`, `theme` and `quiet`.
export const settings = new Store('settings');

// Returns what belongs to the table with a code.
export const tableStore = (code) => new Store(`table:${code}`);

// Returns what belongs to a table, and the player's name and choices, as text.
export const exportTable = (code) =>
	JSON.stringify({ table: tableStore(code).data, settings: settings.data });

// Takes over what the page of another host kept for a table.
export function importTable(code, text) {
	try {
		const kept = JSON.parse(text);
		tableStore(code).set(kept.table);
		settings.set(kept.settings);
	} catch {
		// The player joins like anybody else.
	}
}

// Forgets tables that have not been used for two weeks.
export function forgetOldTables() {
	try {
		for (const key of Object.keys(localStorage).filter((name) => name.startsWith(`${PREFIX}table:`))) {
			const { data } = new Store(key.slice(PREFIX.length));
			if (!(Date.now() - data.used < KEPT_FOR)) localStorage.removeItem(key);
		}
	} catch {
		// Nothing is kept without storage.
	}
}
