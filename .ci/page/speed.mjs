// Measures the page for guests in headless Chromium: the time to the first board, and the time from
// an action of one guest until another sees it. Prints a table.
//     node --experimental-websocket speed.mjs QIPAN CHROMIUM [MOVES]
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { newTab, sleep, startBrowser } from './drive.mjs';
import { joinTable } from './guest.mjs';

const [qipan, chromium, moves = '60'] = process.argv.slice(2);
const VISITS = 15;

/** Notes when the first piece is on the board, when something is pressed, and when the log grows. */
const WATCH = `
  window.pressed = [];
  window.shown = [];
  let lines = -1;
  new MutationObserver(() => {
    if (!window.firstBoard && document.querySelector('#board .piece')) window.firstBoard = performance.now();
    const now = document.querySelectorAll('#log li').length;
    if (lines >= 0 && now > lines) window.shown.push(Date.now());
    lines = now;
  }).observe(document, { childList: true, subtree: true });
  document.addEventListener('click', () => window.pressed.push(Date.now()), true);
`;

const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))];

const data = mkdtempSync(join(tmpdir(), 'qipan-speed-'));
const host = spawn(qipan, ['host', 'dark', '--json', '--port', '0', '--data-dir', data]);
const report = JSON.parse(await new Promise((done) => { host.stdout.once('data', (text) => done(String(text))); }));
const port = report.hosts.at(-1).split(':').at(-1);
const browser = await startBrowser(chromium);
try {
  const tabs = [];
  for (const name of ['Ann', 'Bo']) {
    const tab = await newTab(browser, { width: 1280, height: 800, touch: false, dark: false, lang: 'en' });
    await tab.onNewPage(WATCH);
    await joinTable(tab, port, report.codes[0], name);
    tabs.push(tab);
  }
  for (const tab of tabs) assert.ok(await tab.press('#ready'));
  await sleep(1500);

  const boards = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    await tabs[0].go('about:blank');
    await tabs[0].go(`http://127.0.0.1:${port}/#${report.codes[0]}`);
    await sleep(1200);
    boards.push(await tabs[0].evaluate('window.firstBoard'));
  }

  const delays = [];
  while (delays.length < Number(moves)) {
    for (const [at, tab] of tabs.entries()) {
      const other = tabs[1 - at];
      if (await tab.evaluate("document.querySelectorAll('#board .movable').length") === 0) continue;
      await Promise.all([tab, other].map((each) => each.evaluate('window.pressed = []; window.shown = []; 0')));
      await tab.press('#board .movable', Math.floor(Math.random() * 3));
      if (!await tab.press('#board .target')) continue;
      await sleep(400);
      const pressed = await tab.evaluate('window.pressed.at(-1)');
      const shown = await other.evaluate('window.shown[0]');
      if (pressed && shown) delays.push(shown - pressed);
    }
    await sleep(50);
  }
  for (const [what, values] of [['first board', boards], ['a move at the other guest', delays]]) {
    const [median, p95] = [0.5, 0.95].map((share) => quantile(values, share).toFixed(0));
    console.log(`${what}: median ${median} ms, p95 ${p95} ms of ${values.length}`);
  }
} finally {
  await browser.stop();
  host.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
}
