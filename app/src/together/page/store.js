// The values that this browser keeps: settings, and for each table the token, the shares and the marks.

const PREFIX = 'qipan:';
const KEPT_FOR = 14 * 24 * 3600 * 1000;

// An object in localStorage. If the browser forbids that, it lasts until the page is closed.
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
			// The values remain in `data`.
		}
	}
}

// The settings: `name`, `lang`, `theme` and `quiet`.
export const settings = new Store('settings');

// Returns the values of the table with a code.
export const tableStore = (code) => new Store(`table:${code}`);

// Returns the values of a table and the settings as text.
export const exportTable = (code) =>
	JSON.stringify({ table: tableStore(code).data, settings: settings.data });

const isText = (value) => typeof value === 'string' && value.length < 200;
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
// The fields that move along with a table, each with its form.
const TABLE_FIELDS = {
	token: (value) => isText(value) && /^[0-9a-f]{32}$/.test(value),
	round: isObject, commitment: isText, layout: isText, draft: isText, marks: isObject, seen: Array.isArray,
};
const SETTING_FIELDS = { name: isText, lang: (value) => value === 'en' || value === 'zh' };

// Returns the fields whose values have the expected form.
const wellFormed = (values, fields) => Object.fromEntries(
	Object.entries(fields).filter(([name, fits]) => fits(values?.[name])).map(([name]) => [name, values[name]]));

// Imports the values that the page of another host kept for a table. The text comes from a link, which
// anybody can write, so it replaces nothing that this browser keeps.
export function importTable(code, text) {
	let kept;
	try {
		kept = JSON.parse(text);
	} catch {
		return;
	}
	const table = tableStore(code);
	const { token, ...others } = wellFormed(kept?.table, TABLE_FIELDS);
	if (!token || table.get('token')) return;
	table.set({ ...others, token });
	if (!settings.get('name')) settings.set(wellFormed(kept.settings, SETTING_FIELDS));
}

// Forgets tables that have not been used for two weeks.
export function forgetOldTables() {
	try {
		for (const key of Object.keys(localStorage).filter((name) => name.startsWith(`${PREFIX}table:`))) {
			const { data } = new Store(key.slice(PREFIX.length));
			if (!(Date.now() - data.used < KEPT_FOR)) localStorage.removeItem(key);
		}
	} catch {
		// Without storage there is nothing to forget.
	}
}
