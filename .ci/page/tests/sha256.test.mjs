import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';

import { bytesOf, fromHex, joined, sha256, toHex } from '../../../app/src/together/page/sha256.js';

test('the examples of FIPS 180-4', () => {
  assert.equal(toHex(sha256(bytesOf('abc'))),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.equal(toHex(sha256(bytesOf(''))),
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

test('every length around the block borders', () => {
  for (let length = 0; length < 300; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length) & 255);
    assert.equal(toHex(sha256(bytes)), createHash('sha256').update(bytes).digest('hex'));
  }
});

test('a message of a megabyte', () => {
  const bytes = new Uint8Array(1_000_000).fill(97);
  assert.equal(toHex(sha256(bytes)), createHash('sha256').update(bytes).digest('hex'));
});

test('hexadecimal text', () => {
  assert.equal(toHex(fromHex('00ff7A')), '00ff7a');
  assert.equal(fromHex('0'), null);
  assert.equal(fromHex('zz'), null);
  assert.equal(fromHex(undefined), null);
  assert.deepEqual([...joined(Uint8Array.of(1), Uint8Array.of(2, 3))], [1, 2, 3]);
});
