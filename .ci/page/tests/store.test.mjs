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

const TOKEN = '0123456789abcdef'.repeat(2);

test('a table that moves brings its token, shares and settings along', () => {
  globalThis.localStorage = new Storage();
  tableStore('A2B3C4').set({ token: TOKEN, round: { round: 1, share: '00' } });
  settings.set({ name: 'Ann', lang: 'zh' });
  const kept = decodeURIComponent(encodeURIComponent(exportTable('A2B3C4')));
  // The page of another host begins with an empty storage.
  globalThis.localStorage = new Storage();
  settings.set({ name: '', lang: 'en' });
  importTable('A2B3C4', kept);
  assert.equal(tableStore('A2B3C4').get('token'), TOKEN);
  assert.deepEqual(tableStore('A2B3C4').get('round'), { round: 1, share: '00' });
  assert.equal(settings.get('name'), 'Ann');
});

test('a link replaces nothing that the browser keeps', () => {
  globalThis.localStorage = new Storage();
  tableStore('A2B3C4').set({ token: TOKEN, marks: { 1: 'B' } });
  settings.set({ name: 'Ann', lang: 'en' });
  importTable('A2B3C4', JSON.stringify({ table: { token: 'f'.repeat(32), marks: {} }, settings: { name: 'Eve', lang: 'zh' } }));
  assert.equal(tableStore('A2B3C4').get('token'), TOKEN);
  assert.deepEqual(tableStore('A2B3C4').get('marks'), { 1: 'B' });
  assert.equal(settings.get('name'), 'Ann');
});

test('fields of another form are left out', () => {
  globalThis.localStorage = new Storage();
  importTable('A2B3C4', JSON.stringify({ table: { token: TOKEN, seen: 3, round: [], marks: 'x', evil: 1 }, settings: null }));
  const { used, ...kept } = tableStore('A2B3C4').data;
  assert.deepEqual(kept, { token: TOKEN });
});

test('nonsense is not taken over', () => {
  globalThis.localStorage = new Storage();
  for (const text of ['', '{', 'null', '[1]', '{"table":3}']) importTable('A2B3C4', text);
  assert.equal(tableStore('A2B3C4').get('token'), undefined);
});
