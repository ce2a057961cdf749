// A guest in headless Chromium: joins a table, plays a whole game, and prints the result of the check.
//     node --experimental-websocket guest.mjs CHROMIUM PORT CODE
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { newTab, sleep, startBrowser } from './drive.mjs';

/** A game that is not over by then is stuck. */
const LIMIT = 240_000;

/** Opens the page of a table, and joins it with a name. */
export async function joinTable(tab, port, code, name) {
  await tab.go(`http://127.0.0.1:${port}/#${code}`);
  await sleep(900);
  await tab.evaluate("document.querySelector('#name').value = ''; document.querySelector('#name').focus()");
  await tab.type(name);
  await tab.press('#join-form .main');
  await sleep(700);
}

/** Plays a game to its end. Returns the number of actions. Pictures are written into `folder`. */
export async function playGame(tab, name, folder = null) {
  const began = Date.now();
  let actions = 0;
  for (;;) {
    if (Date.now() - began > LIMIT) {
      if (folder) await tab.picture(join(folder, `${name}-stuck.png`));
      const shown = await tab.evaluate("document.querySelector('main')?.innerText ?? document.body.innerText");
      assert.fail(`${name} is stuck after ${actions} actions; the page shows:\n${shown}`);
    }
    const state = await tab.evaluate(`({
      end: !document.querySelector('#end').hidden,
      roll: Boolean(document.querySelector('#now button.big')),
      movable: document.querySelectorAll('#board .movable').length,
      choice: document.querySelector('#sheet').open && document.querySelector('#sheet').dataset.kind === 'choice',
    })`);
    if (state.end) return actions;
    if (actions === 6 && folder) await tab.picture(join(folder, `${name}-play.png`));
    if (state.choice) {
      const choices = await tab.evaluate("document.querySelectorAll('#sheet .main').length");
      await tab.press('#sheet .main', Math.floor(Math.random() * choices));
    } else if (state.roll) {
      if (await tab.press('#now button.big')) actions += 1;
    } else if (state.movable) {
      await tab.press('#board .movable', Math.floor(Math.random() * state.movable));
      const attack = await tab.evaluate(
        "[...document.querySelectorAll('#board .target')].findIndex((target) => target.querySelector('.attack'))");
      const targets = await tab.evaluate("document.querySelectorAll('#board .target').length");
      const which = attack >= 0 ? attack : Math.floor(Math.random() * targets);
      if (targets && await tab.press('#board .target', which)) actions += 1;
    }
    await sleep(30);
  }
}

/** Returns the sentence about the check at the end of a game. */
export async function verdict(tab) {
  await sleep(1200);
  return tab.evaluate("document.querySelector('.verdict')?.textContent ?? ''");
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [chromium, port, code] = process.argv.slice(2);
  const browser = await startBrowser(chromium);
  try {
    const tab = await newTab(browser, { width: 360, height: 740, touch: true, dark: false, lang: 'en' });
    await joinTable(tab, port, code, 'Phone');
    assert.ok(await tab.press('#ready'), 'there is no button to begin');
    const actions = await playGame(tab, 'guest');
    assert.deepEqual(tab.errors, []);
    console.log(JSON.stringify({ actions, verdict: await verdict(tab) }));
  } finally {
    await browser.stop();
  }
}
