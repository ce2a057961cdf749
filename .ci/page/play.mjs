// Plays whole games in headless Chromium against robots that join the same table: by touch on a
// phone's screen and by mouse on a desktop's, in both languages and themes.
//     node --experimental-websocket play.mjs QIPAN CHROMIUM FOLDER PRESET...
// Pictures are written into FOLDER. A preset may be followed by :zh for Chinese.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { newTab, sleep, startBrowser } from './drive.mjs';

const [qipan, chromium, folder, ...games] = process.argv.slice(2);
const SEATS = { aeroplane: 4, flying: 4, three: 3, six: 6, six_dark: 6, six_open: 6 };
/** A game that is not over by then is stuck. */
const LIMIT = 240_000;

/** Starts a host, and returns its port and the code of its table. */
async function host(preset, data) {
  const child = spawn(qipan, ['host', preset, '--json', '--port', '0', '--data-dir', data]);
  const text = await new Promise((done) => { child.stdout.once('data', (data) => done(String(data))); });
  const { hosts, codes } = JSON.parse(text);
  return { child, port: hosts.at(-1).split(':').at(-1), code: codes[0] };
}

/** Plays a game to its end. Returns the number of actions. */
async function play(tab, name) {
  const began = Date.now();
  let actions = 0;
  for (;;) {
    assert.ok(Date.now() - began < LIMIT, `${name} is stuck after ${actions} actions`);
    const state = await tab.evaluate(`({
      end: !document.querySelector('#end').hidden,
      roll: Boolean(document.querySelector('#now button.big')),
      movable: document.querySelectorAll('#board .movable').length,
      choice: document.querySelector('#sheet').open && document.querySelector('#sheet').className === 'choice',
    })`);
    if (state.end) return actions;
    if (actions === 6) await tab.picture(join(folder, `${name}-play.png`));
    if (state.choice) {
      await tab.press('#sheet .main');
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

async function game(browser, preset, lang, device) {
  const data = mkdtempSync(join(tmpdir(), 'qipan-host-'));
  const { child, port, code } = await host(preset, data);
  const name = `${preset}-${lang}-${device.width}x${device.height}`;
  const robots = [];
  try {
    const tab = await newTab(browser, { ...device, lang });
    await tab.go(`http://127.0.0.1:${port}/#${code}`);
    await sleep(900);
    await tab.evaluate("document.querySelector('#name').value = ''; document.querySelector('#name').focus()");
    await tab.type(lang === 'zh' ? '安安' : 'Ann');
    await tab.press('#join-form .main');
    await sleep(700);
    const seats = SEATS[preset] ?? (preset.startsWith('siguo') ? 4 : 2);
    for (let robot = 1; robot < seats; robot += 1) {
      const words = ['join', `127.0.0.1:${port}`, '--code', code, '--robot', 'greedy', '--data-dir', data];
      robots.push(spawn(qipan, words, { stdio: 'ignore' }));
    }
    await sleep(300);
    await tab.picture(join(folder, `${name}-room.png`));
    assert.ok(await tab.press('#ready'), `${name}: there is no button to begin`);
    const actions = await play(tab, name);
    await sleep(1200);
    await tab.evaluate('window.scrollTo(0, 0)');
    await tab.picture(join(folder, `${name}-end.png`));
    const verdict = await tab.evaluate("document.querySelector('.verdict')?.textContent ?? ''");
    const file = await tab.evaluate("document.querySelector('#end a')?.download ?? ''");
    const overflow = await tab.evaluate('document.documentElement.scrollWidth - innerWidth');
    assert.ok(/^(Fair|公正)/.test(verdict), `${name}: ${verdict}`);
    assert.ok(file.endsWith('.json'), `${name}: there is no saved game`);
    assert.equal(overflow, 0, `${name} is too wide`);
    assert.deepEqual(tab.errors, [], name);
    console.log(`${name}: ${actions} actions; ${verdict}`);
  } finally {
    robots.forEach((robot) => robot.kill('SIGKILL'));
    child.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
}

mkdirSync(folder, { recursive: true });
const browser = await startBrowser(chromium);
try {
  for (const [number, words] of games.entries()) {
    const [preset, lang = 'en'] = words.split(':');
    const isPhone = number % 2 === 0;
    const device = isPhone
      ? { width: 360, height: 740, touch: true, dark: number % 4 === 2 }
      : { width: 1280, height: 800, touch: false, dark: number % 4 === 1 };
    await game(browser, preset, lang, device);
  }
} finally {
  await browser.stop();
}
