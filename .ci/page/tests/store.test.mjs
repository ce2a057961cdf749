// What a browser keeps for a table goes along to the page of another host.
import assert from 'node:assert/strict';
import { test } from 'node:test';

/** A browser's storage for one origin. */
class Storage {
  constructor() { this.items = new Map(); }

  getItem(key) { return this.items.get(key) ?? null; }

  setItem(key, text) { this.items.set(key, text); }
}

const { exportTable, importTable, settings, tableStore } = await import('../../../app/src/together/page/store.js');

test('a table that moves brings its token, shares and settings along', () => {
  globalThis.localStorage = new Storage();
  tableStore('A2B3C4').set({ token: 'ab12', round: { round: 1, share: '00' } });
  settings.set({ name: 'Ann', lang: 'zh' });
  const kept = decodeURIComponent(encodeURIComponent(exportTable('A2B3C4')));
  // The page of another host begins with an empty storage.
  globalThis.localStorage = new Storage();
  settings.set({ name: '', lang: 'en' });
  importTable('A2B3C4', kept);
  assert.equal(tableStore('A2B3C4').get('token'), 'ab12');
  assert.deepEqual(tableStore('A2B3C4').get('round'), { round: 1, share: '00' });
  assert.equal(settings.get('name'), 'Ann');
});

test('nonsense is not taken over', () => {
  globalThis.localStorage = new Storage();
  for (const text of ['', '{', 'null', '[1]', '{"table":3}']) importTable('A2B3C4', text);
  assert.equal(tableStore('A2B3C4').get('token'), undefined);
});
