import assert from 'node:assert/strict';
import test from 'node:test';

import { disclosedLayouts, withFaces } from '../../../app/src/together/page/disclosed.js';

/** The cells of a land in the order of the letters: line by line from the front, without the camps. */
const CELLS = ['11', '12', '13', '14', '15', '21', '23', '25', '31', '32', '34', '35', '41', '43', '45',
  '51', '52', '53', '54', '55', '61', '62', '63', '64', '65'];
const LANDS = {
  south: 'S', east: 'E', north: 'N', west: 'W', southeast: 'SE', northeast: 'NE', northwest: 'NW', southwest: 'SW',
};
const STEADY = 'TPYNLHZSGPYJLNHGZDTPDFDNG';
const OTHER = 'LNYPTSZHJYPGHNLPTDZGGNDFD';
const FACES = {
  S: '40', J: '39', H: '38', L: '37', T: '36', Y: '35', N: '34', P: '33', G: '32', Z: '00', D: '31', F: '30',
};

/** Returns a view of armies in which all pieces are hidden and some have moved or are gone. */
function viewOf(seats) {
  const pieces = seats.flatMap((owner) => CELLS.map((cell, at) => {
    const id = LANDS[owner] + cell;
    return { id, owner, face: '?', ...(at % 5 === 0 ? {} : { at: at % 3 === 0 ? `C${at}` : id }) };
  }));
  // The order in which pieces come says nothing.
  return { turn: 'south', pieces: pieces.filter((_, at) => at % 2).concat(pieces.filter((_, at) => at % 2 === 0)) };
}

const faceOf = (view, id) => view.pieces.find((piece) => piece.id === id).face;

for (const seats of [
  ['south', 'north'], ['south', 'east', 'north', 'west'],
  ['south', 'north', 'southeast', 'northeast', 'northwest', 'southwest'],
]) {
  test(`every hidden piece of ${seats.length} armies has its face`, () => {
    const layouts = Object.fromEntries(seats.map((seat, at) => [seat, at % 2 === 0 ? STEADY : OTHER]));
    const view = viewOf(seats);
    const shown = withFaces(view, layouts, FACES);
    for (const seat of seats) {
      CELLS.forEach((cell, at) => {
        assert.equal(faceOf(shown, LANDS[seat] + cell), FACES[layouts[seat][at]], `${seat} ${cell}`);
      });
    }
    // Only the faces differ, and the view itself stays as it is.
    assert.deepEqual(shown.pieces.map((piece) => ({ ...piece, face: '?' })), view.pieces);
    assert.ok(view.pieces.every(({ face }) => face === '?'));
    // Those who watch are not told the letters.
    assert.deepEqual(withFaces(view, layouts), shown);
  });
}

test('what was seen stays, and so does what was not disclosed', () => {
  const view = viewOf(['south', 'north']);
  view.pieces.find(({ id }) => id === 'N11').face = '40';
  const shown = withFaces(view, { north: `${STEADY.slice(0, 24)}?` }, FACES);
  assert.equal(faceOf(shown, 'N11'), '40');
  assert.equal(faceOf(shown, 'N12'), FACES.P);
  assert.equal(faceOf(shown, 'N65'), '?');
  assert.equal(faceOf(shown, 'S11'), '?');
});

test('layouts that do not fit the pieces show nothing', () => {
  const view = viewOf(['south', 'north']);
  assert.deepEqual(withFaces(view, { north: STEADY.slice(1), south: null, east: STEADY }, FACES), view);
});

test('layouts come from the saved game and from the end, which counts', () => {
  const end = { layouts: { south: { layout: STEADY, salt: '00' } } };
  const saved = '{\n"setup":{"layouts":{"north":"N","south":"S"},"first":"south"},\n"steps":[\n]\n}\n';
  assert.deepEqual(disclosedLayouts(end), { south: STEADY });
  assert.deepEqual(disclosedLayouts(end, saved), { north: 'N', south: STEADY });
  assert.deepEqual(disclosedLayouts({}, saved), { north: 'N', south: 'S' });
  for (const odd of ['', '{', 'null', '[]', '{"setup":null}', '{"setup":{"tiles":"SJ"}}']) {
    assert.deepEqual(disclosedLayouts(end, odd), { south: STEADY }, odd);
  }
});
