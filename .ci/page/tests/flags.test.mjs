import assert from 'node:assert/strict';
import test from 'node:test';

import { applyChanges, carriedFlags, droppedFlags } from '../../../app/src/together/page/position.js';
import { setLanguage } from '../../../app/src/together/page/words.js';

/** As much of an element as the board needs to draw. */
class Node {
  constructor(tag) {
    Object.assign(this, { tag, attributes: {}, children: [] });
  }

  setAttribute(name, value) { this.attributes[name] = String(value); }

  addEventListener() {}

  append(...children) {
    this.replaceChildren(...this.children.filter((child) => !children.includes(child)), ...children);
  }

  replaceChildren(...children) {
    this.children = children;
    for (const child of children) if (child instanceof Node) child.parent = this;
  }

  remove() { this.parent.children = this.parent.children.filter((child) => child !== this); }

  get lastChild() { return this.children.at(-1); }

  /** Returns the elements inside whose attribute has a value. */
  all(name, value) {
    const inside = this.children.filter((child) => child instanceof Node);
    const own = inside.filter((child) => child.attributes[name] === value);
    return [...own, ...inside.flatMap((child) => child.all(name, value))];
  }
}

globalThis.document = {
  createElement: () => ({ getContext: () => ({ measureText: () => ({ width: 100 }) }) }),
  createElementNS: (_, tag) => new Node(tag),
};
globalThis.matchMedia = () => ({ matches: true });
const { Board } = await import('../../../app/src/together/page/board.js');

const [RED, GREEN] = ['#c0392b', '#2f7d4a'];
const view = {
  turn: 'south',
  pieces: [
    { id: 'S11', at: 'N43', owner: 'south', face: '?' },
    { id: 'N61', at: 'N61', owner: 'north', face: '31' },
    { id: 'N62', owner: 'north', face: '30' },
  ],
};

function drawn(...views) {
  const svg = new Node('svg');
  const board = new Board(svg, {});
  board.setUp({
    size: [1000, 1000], picture: '/board', piece: { kind: 'tile', size: [80, 50] }, faces: { 30: 'Flag', 31: 'Mine' },
    places: { N43: [100, 100], N61: [200, 100], S32: [300, 100] }, pieces: { south: '/south', north: '/north' },
    seats: [
      { seat: 'south', name: 'South', colour: RED, mark: '●' },
      { seat: 'north', name: 'North', colour: GREEN, mark: '▲' },
    ],
  }, 'light');
  views.forEach((shown) => board.show({ view: shown }));
  return svg;
}

const labels = (nodes) => nodes.map(({ attributes }) => attributes['aria-label']);
const cloths = (node) => node.all('fill', GREEN).length;

test('flags are read from a view, and end with the changes that no longer have them', () => {
  assert.deepEqual([...carriedFlags({ carried: { north: 'S11' } })], [['S11', 'north']]);
  assert.deepEqual([...carriedFlags(view)], []);
  assert.deepEqual(droppedFlags(view), []);
  assert.deepEqual(droppedFlags({ dropped: { north: 'S32', south: 'S32' } }), [
    { seat: 'north', at: 'S32', before: 0 }, { seat: 'south', at: 'S32', before: 1 },
  ]);
  const changes = { turn: 'north', dropped: { north: 'N43' }, pieces: [] };
  const next = applyChanges({ ...view, carried: { north: 'S11' } }, changes);
  assert.equal(carriedFlags(next).size, 0);
  assert.deepEqual(droppedFlags(next), [{ seat: 'north', at: 'N43', before: 0 }]);
});

test('the piece that carries a Flag wears it in the colour of its seat, above the other pieces', () => {
  setLanguage('en');
  const svg = drawn(view, { ...view, carried: { north: 'S11' } });
  const [pieces] = svg.all('class', 'pieces');
  assert.deepEqual(labels(pieces.children), ['North Mine N61', 'South hidden piece carries North\'s Flag N43']);
  assert.deepEqual(pieces.children.map((piece) => piece.all('class', 'flag').length), [0, 1]);
  const [flag] = pieces.all('class', 'flag');
  assert.equal(cloths(flag), 1);
  setLanguage('zh');
  const chinese = labels(drawn({ ...view, carried: { north: 'S11' } }).all('role', 'button'));
  assert.ok(chinese.includes('South 暗子 扛着North的军旗 N43'));
  setLanguage('en');
});

test('a dropped Flag lies on its cell, and is gone when it is picked up', () => {
  const dropped = { ...view, dropped: { north: 'S32' } };
  const flags = drawn(dropped).all('role', 'img');
  assert.deepEqual(labels(flags), ['North\'s Flag is at S32']);
  assert.equal(cloths(flags[0]), 1);
  const later = drawn(dropped, { ...view, carried: { north: 'S11' } });
  assert.deepEqual(later.all('role', 'img'), []);
  assert.equal(later.all('class', 'flag').length, 1);
  assert.equal(drawn(dropped, view).all('class', 'flag').length, 0);
});

test('a Flag beside a piece on its cell, and two Flags on a cell, do not cover each other', () => {
  const spot = (flag) => flag.children[0].attributes.transform;
  const spots = ['N43', 'S32'].map((at) => {
    const flags = drawn({ ...view, dropped: { north: at, south: at } }).all('role', 'img');
    assert.equal(flags.length, 2);
    return new Set(flags.map(spot)).size;
  });
  assert.deepEqual(spots, [2, 2]);
});
