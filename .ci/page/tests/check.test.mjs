import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';

import { checkEnd, rollOf, SeenRolls } from '../../../app/src/together/page/check.js';

const hash = (...parts) => {
  const state = createHash('sha256');
  for (const part of parts) state.update(part);
  return state.digest();
};
const hex = (bytes) => Buffer.from(bytes).toString('hex');

function roll(seed, k) {
  const number = Buffer.alloc(8);
  number.writeBigUInt64LE(BigInt(k));
  return 1 + (hash(seed, 'dice', number, Buffer.of(0)).find((byte) => byte < 252) % 6);
}

/** Returns an honest game: its end and what a guest kept. */
function game() {
  const shares = { host: Buffer.alloc(32, 1), south: Buffer.alloc(32, 2), east: Buffer.alloc(32, 3) };
  const order = ['host', 'east', 'south'];
  const seed = hash('qipan together', ...order.map((who) => shares[who]));
  const salt = Buffer.alloc(16, 9);
  const letters = 'ABBCCDDEEFFGGGHHHIIIJJKKL';
  const rolls = Array.from({ length: 40 }, (_, k) => roll(seed, k));
  const seen = new SeenRolls();
  seen.view(0);
  rolls.forEach((die, k) => seen.step(k + 1, [{ kind: 'rolled', seat: 'south', die }]));
  return {
    end: {
      seed: hex(seed), order, rolls,
      shares: Object.fromEntries(order.map((who) => [who, hex(shares[who])])),
      layouts: { south: { layout: letters, salt: hex(salt) } },
    },
    known: {
      commits: Object.fromEntries(order.map((who) => [who, hex(hash(shares[who]))])),
      layouts: { south: hex(hash(salt, letters)) },
      commitment: hex(hash(seed)), seat: 'south', share: hex(shares.south), layout: letters, seen,
    },
  };
}

const check = (change) => {
  const { end, known } = game();
  change?.(end, known);
  return checkEnd(end, known);
};

test('an honest game is fair', () => {
  assert.deepEqual(check(), { result: 'fair', dice: 40, layouts: 1 });
});

test('rolls follow from the seed', () => {
  const seed = Buffer.alloc(32, 7);
  for (let k = 0; k < 300; k += 1) assert.equal(rollOf(seed, k), roll(seed, k));
});

test('the share of the host comes first, wherever `order` has it', () => {
  assert.equal(check((end) => { end.order = ['east', 'south']; }).result, 'fair');
});

test('the host cannot choose a seed by the order of the shares', () => {
  const result = check((end, known) => {
    end.order = ['host', 'south', 'east'];
    const seed = hash('qipan together', ...end.order.map((who) => Buffer.from(end.shares[who], 'hex')));
    end.seed = hex(seed);
    known.commitment = hex(hash(seed));
  });
  assert.deepEqual([result.result, result.what], ['wrong', 'seed']);
});

test('what is wrong is named', () => {
  const cases = {
    share: (end) => { end.shares.east = 'ab'.repeat(32); },
    left_out: (end) => { delete end.shares.east; end.order.splice(1, 1); },
    seed: (end) => { end.seed = '00'.repeat(32); },
    commitment: (end, known) => { known.commitment = '11'.repeat(32); },
    roll: (end) => { end.rolls[4] = (end.rolls[4] % 6) + 1; },
    layout: (end) => { end.layouts.south.layout = 'BABCCDDEEFFGGGHHHIIIJJKKL'; },
  };
  for (const [what, change] of Object.entries(cases)) {
    const { result, what: found } = check(change);
    assert.deepEqual([result, found], ['wrong', what]);
  }
  assert.equal(check(cases.roll).roll, 5);
  assert.equal(check((end, known) => { known.share = 'cd'.repeat(32); }).what, 'left_out');
  assert.equal(check((end) => { delete end.layouts.south; }).what, 'layout');
});

test('a roll that was seen otherwise is found by its step', () => {
  const result = check((end, known) => { known.seen.runs[0].rolls[6][1] = (end.rolls[6] % 6) + 1; });
  assert.deepEqual([result.what, result.step], ['seen', 7]);
});

test('rolls that were taken back do not count', () => {
  const seen = new SeenRolls();
  seen.view(0);
  seen.step(1, [{ kind: 'rolled', die: 4 }]);
  seen.step(2, [{ kind: 'rolled', die: 6 }]);
  seen.view(1);
  seen.step(2, [{ kind: 'rolled', die: 5 }]);
  assert.equal(seen.mismatch([4, 5]), null);
  assert.deepEqual(seen.mismatch([4, 6]), { step: 2, roll: 1 });
});

test('after a time away the rolls seen are looked for', () => {
  const seen = new SeenRolls();
  seen.view(0);
  seen.step(1, [{ kind: 'opening_rolled', die: 1 }]);
  seen.view(9);
  seen.step(10, [{ kind: 'rolled', die: 3 }]);
  seen.step(11, [{ kind: 'rolled', die: 3 }]);
  assert.equal(new SeenRolls(JSON.parse(JSON.stringify(seen.runs))).mismatch([1, 2, 3, 3]), null);
  assert.deepEqual(seen.mismatch([1, 2, 3, 4]), { step: 10 });
});

test('without the commitments the check says so', () => {
  assert.equal(check((end, known) => { delete known.commits; }).result, 'partly');
  assert.equal(check((end, known) => { delete known.commitment; }).result, 'partly');
});

test('nonsense is wrong, not an exception', () => {
  assert.equal(checkEnd({ seed: 5 }, {}).result, 'wrong');
  assert.equal(checkEnd({ seed: 'zz', shares: { host: 'zz' }, order: ['host'] }, {}).result, 'wrong');
});
