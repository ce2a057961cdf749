// A phone in headless Chromium. Carries out what each line of its input says, and answers with a line.
//     node --experimental-websocket phone.mjs CHROMIUM
import { createInterface } from 'node:readline';

import { newTab, sleep, startBrowser } from '../../../.ci/page/drive.mjs';

const browser = await startBrowser(process.argv[2]);
let tab;

/** Waits until an expression is true on the page. */
async function until(expression) {
  for (let tries = 0; !(await tab.evaluate(`Boolean(${expression})`)); tries += 1) {
    if (tries === 200) throw new Error(`waited in vain for ${expression}`);
    await sleep(100);
  }
}

const commands = {
  async open(url, lang, theme) {
    tab = await newTab(browser, { width: 360, height: 740, dark: theme === 'dark', lang, touch: true });
    await tab.go(url);
    await until("document.querySelector('#code')?.value");
  },
  async type(selector, text) {
    await tab.evaluate(`document.querySelector('${selector}').value = ''; document.querySelector('${selector}').focus()`);
    await tab.type(text);
    await tab.evaluate('document.activeElement.blur()');
  },
  /** Waits until an element is visible. */
  async see(selector) {
    await until(`document.querySelector('${selector}')?.getClientRects().length`);
  },
  async press(selector) {
    await commands.see(selector);
    await tab.press(selector);
  },
  /** Presses the button with a text in the dialog. */
  async choose(text) {
    const buttons = "[...document.querySelectorAll('#sheet button')]";
    const found = `${buttons}.findIndex((button) => button.textContent === ${JSON.stringify(text)})`;
    await until(`${found} >= 0`);
    await tab.press('#sheet button', await tab.evaluate(found));
  },
  /** Waits for the game, and moves a piece if this side begins. */
  async begin() {
    await until("!document.querySelector('#play').hidden");
    await sleep(1000);
    if (await tab.evaluate("Boolean(document.querySelector('#board .movable'))")) await commands.move(0);
  },
  /** Moves a piece, and captures if it can. */
  async move(turn) {
    await until("document.querySelector('#board .movable')");
    const count = (selector) => tab.evaluate(`document.querySelectorAll('${selector}').length`);
    await tab.press('#board .movable', (turn * 7) % (await count('#board .movable')));
    const attack = await tab.evaluate(
      "[...document.querySelectorAll('#board .target')].findIndex((target) => target.querySelector('.attack'))");
    await tab.press('#board .target', attack >= 0 ? attack : (turn * 5) % (await count('#board .target')));
  },
  /** Takes a picture of the top of the page, without messages that go away. */
  async take(file) {
    await until("!document.querySelector('#toasts').childElementCount");
    await tab.evaluate('window.scrollTo(0, 0)');
    await sleep(1000);
    await tab.picture(file);
  },
};

try {
  for await (const line of createInterface({ input: process.stdin })) {
    const [command, ...values] = line.split('\t');
    await commands[command](...values);
    console.log('done');
  }
} finally {
  await browser.stop();
}
