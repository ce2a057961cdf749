import assert from 'node:assert/strict';
import test from 'node:test';

import { applyChanges, Position } from '../../../app/src/together/page/position.js';
import { texts } from '../../../app/src/together/page/words.js';

const view = {
  turn: 'south', start: { a: 1 }, quiet: 3,
  pieces: [{ id: 'S1', at: 'S1', owner: 'south' }, { id: 'N1', at: 'N1', owner: 'north' }],
};

test('changes replace pieces by id, keep lasting fields and drop the others', () => {
  const next = applyChanges(view, { turn: 'north', pieces: [{ id: 'N1' }, { id: 'X', at: 'X' }] });
  assert.deepEqual(next, {
    turn: 'north', start: { a: 1 },
    pieces: [{ id: 'S1', at: 'S1', owner: 'south' }, { id: 'N1' }, { id: 'X', at: 'X' }],
  });
  assert.equal(view.pieces[1].at, 'N1');
});

test('steps follow each other, and a take-back cuts the history', () => {
  const position = new Position();
  position.takeView({ step: 0, turn: 'south', view, log: ['begin'] }, 0);
  const step = (number) => position.takeStep({
    step: number, turn: 'north', log: [`step ${number}`],
    changes: { pieces: [{ id: 'S1', at: `S${number + 1}`, owner: 'south' }] },
  }, 0);
  assert.ok(step(1));
  assert.deepEqual(position.last, ['S1', 'S2']);
  assert.ok(step(2));
  assert.ok(!step(4));
  assert.deepEqual(position.history.map((entry) => entry.step), [0, 1, 2]);
  position.takeView({ step: 1, turn: 'south', view, log: ['begin', 'step 1'] }, 0);
  assert.deepEqual(position.history.map((entry) => entry.step), [0, 1]);
  assert.deepEqual(position.log, ['begin', 'step 1']);
});

test('only the clock of the turn runs', () => {
  const position = new Position();
  position.takeView({ step: 0, turn: 'south', view, clocks: { south: 30, north: 20 } }, 1000);
  assert.equal(position.secondsLeft('south', 3500, true), 27.5);
  assert.equal(position.secondsLeft('south', 3500, false), 30);
  assert.equal(position.secondsLeft('north', 3500, true), 20);
  assert.equal(position.secondsLeft('east', 3500, true), null);
});

test('both languages have the same texts with the same variables', () => {
  const variables = (text) => [...new Set(JSON.stringify(text).match(/\{\w+\}/g) ?? [])].sort();
  for (const [key, pair] of Object.entries(texts)) {
    assert.equal(pair.length, 2, key);
    assert.deepEqual(variables(pair[1]), variables(pair[0]), key);
  }
});
