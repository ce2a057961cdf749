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
import { joinTable, playGame, verdict } from './guest.mjs';

const [qipan, chromium, folder, ...games] = process.argv.slice(2);
const SEATS = { aeroplane: 4, flying: 4, three: 3, six: 6, six_dark: 6, six_open: 6 };
/** Starts a host, and returns its port and the code of its table. */
async function host(preset, data) {
  const child = spawn(qipan, ['host', preset, '--json', '--port', '0', '--data-dir', data]);
  const text = await new Promise((done) => { child.stdout.once('data', (data) => done(String(data))); });
  const { hosts, codes } = JSON.parse(text);
  return { child, port: hosts.at(-1).split(':').at(-1), code: codes[0] };
}

/** Waits until processes have ended, so that their seats are open again. */
function ended(processes) {
  const exits = processes.map((child) => child.exitCode ?? new Promise((done) => { child.once('exit', done); }));
  return Promise.all(exits);
}

/** Begins another game at the same table, and leaves during it. */
async function nextGame(tab, name, robots, seatRobots) {
  assert.ok(await tab.press('#next-game'), `${name}: there is no button for the next game`);
  await sleep(200);
  assert.ok(await tab.press('#ready'), `${name}: the next game cannot begin`);
  await ended(robots);
  seatRobots();
  const isPlaying = "!document.querySelector('#play').hidden && document.querySelector('#end').hidden";
  for (let waited = 0; !(await tab.evaluate(isPlaying)); waited += 1) {
    if (waited >= 100) {
      const shown = await tab.evaluate("document.querySelector('main')?.innerText ?? document.body.innerText");
      const exits = robots.map((robot) => robot.exitCode ?? robot.signalCode ?? 'runs').join(', ');
      assert.fail(`${name}: the next game does not begin; robots: ${exits}; the page shows:\n${shown}`);
    }
    await sleep(100);
  }
  assert.ok(await tab.press('#leave-game'), `${name}: there is no button to leave`);
  await tab.press('#sheet .main');
  await sleep(200);
  assert.ok(await tab.evaluate("!document.querySelector('#join').hidden"), `${name}: the player has not left`);
}

async function game(browser, preset, lang, device) {
  const data = mkdtempSync(join(tmpdir(), 'qipan-host-'));
  const { child, port, code } = await host(preset, data);
  const name = `${preset}-${lang}-${device.width}x${device.height}`;
  const robots = [];
  try {
    const tab = await newTab(browser, { ...device, lang });
    await joinTable(tab, port, code, lang === 'zh' ? '安安' : 'Ann');
    const seats = SEATS[preset] ?? (preset.startsWith('siguo') ? 4 : 2);
    const seatRobots = () => {
      for (let robot = 1; robot < seats; robot += 1) {
        const words = ['join', `127.0.0.1:${port}`, '--code', code, '--robot', 'greedy', '--data-dir', data];
        robots.push(spawn(qipan, words, { stdio: 'ignore' }));
      }
    };
    seatRobots();
    await sleep(300);
    await tab.picture(join(folder, `${name}-room.png`));
    assert.ok(await tab.press('#ready'), `${name}: there is no button to begin`);
    const actions = await playGame(tab, name, folder);
    const found = await verdict(tab);
    await tab.evaluate('window.scrollTo(0, 0)');
    await tab.picture(join(folder, `${name}-end.png`));
    const file = await tab.evaluate("document.querySelector('#end a')?.download ?? ''");
    const overflow = await tab.evaluate('document.documentElement.scrollWidth - innerWidth');
    assert.ok(/^(Fair|公正)/.test(found), `${name}: ${found}`);
    assert.ok(file.endsWith('.json'), `${name}: there is no saved game`);
    assert.equal(overflow, 0, `${name} is too wide`);
    await nextGame(tab, name, robots, seatRobots);
    assert.deepEqual(tab.errors, [], name);
    console.log(`${name}: ${actions} actions; ${found}`);
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
