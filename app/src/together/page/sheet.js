// The sheet for questions and palettes, and short notices.

import { byId, h, iconButton } from './dom.js';
import { t } from './words.js';

const NOTICE_TIME = 4500;

export function openSheet(kind, title, ...content) {
	const dialog = byId('sheet');
	// The kind of sheet that is open, so that it is closed only by its own kind.
	dialog.dataset.kind = kind;
	byId('sheet-title').textContent = title;
	byId('sheet-close').replaceChildren(iconButton('cross', t('close'), () => closeSheet()));
	byId('sheet-body').replaceChildren(...content);
	if (!dialog.open) dialog.showModal();
}

// Closes the sheet. With a kind, closes it only if it is of that kind.
export function closeSheet(kind = null) {
	const dialog = byId('sheet');
	if (dialog.open && (kind === null || kind === dialog.dataset.kind)) dialog.close();
}

byId('sheet').addEventListener('click', ({ target }) => {
	// A click whose target is the dialog itself was outside its content.
	if (target.id === 'sheet') closeSheet();
});

export function choice(text, onclick, name = null) {
	return h('button', {
		type: 'button', class: name, onclick: () => { closeSheet(); onclick(); },
	}, ...[text].flat());
}

export function notice(...content) {
	const node = h('div', { class: 'toast' }, ...content);
	const root = byId('toasts');
	root.append(node);
	while (root.children.length > 3) root.firstChild.remove();
	setTimeout(() => node.remove(), NOTICE_TIME);
}

// Lets screen readers read a text.
export function announce(text) {
	const root = byId('live');
	root.append(h('p', {}, text));
	while (root.children.length > 12) root.firstChild.remove();
}
