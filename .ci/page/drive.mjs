// A small client of the DevTools protocol: starts headless Chromium, and presses what a person would.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const sleep = (ms) => new Promise((done) => { setTimeout(done, ms); });

/** Starts a browser. `program` is the path of Chromium. */
export async function startBrowser(program) {
  const profile = mkdtempSync(join(tmpdir(), 'qipan-page-'));
  const child = spawn(program, [
    '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars',
    '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank',
  ], { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const address = await new Promise((done, fail) => {
    let text = '';
    child.on('exit', () => fail(new Error(`the browser ended: ${text}`)));
    child.stderr.on('data', (data) => {
      text += data;
      const found = /DevTools listening on (ws:\S+)/.exec(text);
      if (found) done(found[1]);
    });
  });
  const socket = new WebSocket(address);
  await new Promise((done) => { socket.onopen = done; });
  let id = 0;
  const waiting = new Map();
  const listeners = [];
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (!message.id) return listeners.forEach((listener) => listener(message));
    const { yes, no } = waiting.get(message.id);
    waiting.delete(message.id);
    return message.error ? no(new Error(JSON.stringify(message.error))) : yes(message.result);
  };
  const call = (method, params = {}, sessionId = undefined) => new Promise((yes, no) => {
    id += 1;
    waiting.set(id, { yes, no });
    socket.send(JSON.stringify({ id, method, params, sessionId }));
  });
  const stop = async () => {
    socket.close();
    // All processes of the browser, which would otherwise go on writing to its folder.
    if (child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    for (let tries = 50; tries > 0; tries -= 1) {
      try {
        return rmSync(profile, { recursive: true, force: true });
      } catch {
        await sleep(100);
      }
    }
    console.error(`${profile} could not be removed`);
  };
  return { call, listeners, stop };
}

/** Opens a tab of a size, theme and language, with touch or a mouse. */
export async function newTab(browser, { width, height, dark, lang, touch }) {
  const { browserContextId } = await browser.call('Target.createBrowserContext');
  const { targetId } = await browser.call('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await browser.call('Target.attachToTarget', { targetId, flatten: true });
  const call = (method, params) => browser.call(method, params, sessionId);
  const errors = [];
  browser.listeners.push((message) => {
    if (message.sessionId !== sessionId) return;
    if (message.method === 'Runtime.exceptionThrown') {
      const { exception, text } = message.params.exceptionDetails;
      errors.push(exception?.description ?? text);
    }
    if (message.method === 'Log.entryAdded' && message.params.entry.level === 'error') {
      errors.push(`${message.params.entry.text} ${message.params.entry.url ?? ''}`);
    }
  });
  for (const domain of ['Runtime', 'Log', 'Page']) await call(`${domain}.enable`);
  await call('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: touch });
  await call('Emulation.setTouchEmulationEnabled', { enabled: touch });
  const theme = { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' };
  await call('Emulation.setEmulatedMedia', { features: [theme] });
  await call('Emulation.setUserAgentOverride', { userAgent: 'Mozilla/5.0 test', acceptLanguage: lang });

  const evaluate = async (expression) => {
    const result = await call('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
    if (result.exceptionDetails) throw new Error(result.exceptionDetails.exception?.description);
    return result.result.value;
  };
  const pressAt = async (x, y) => {
    if (touch) {
      await call('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
      await call('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    } else {
      for (const type of ['mousePressed', 'mouseReleased']) {
        await call('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
      }
    }
    await sleep(40);
  };
  return {
    errors,
    evaluate,
    go: (url) => call('Page.navigate', { url }),
    /** Runs a script in every page before its own scripts. */
    onNewPage: (source) => call('Page.addScriptToEvaluateOnNewDocument', { source }),
    /** Presses the `which`th element of a selector. Returns false if there is none. */
    press: async (selector, which = 0) => {
      const spot = await evaluate(`(() => {
        const node = document.querySelectorAll(${JSON.stringify(selector)})[${which}];
        if (!node) return null;
        node.scrollIntoView({ block: 'nearest' });
        const box = node.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      })()`);
      if (spot) await pressAt(...spot);
      return Boolean(spot);
    },
    type: (text) => call('Input.insertText', { text }),
    picture: async (file) => {
      const { data } = await call('Page.captureScreenshot', { format: 'png' });
      writeFileSync(file, Buffer.from(data, 'base64'));
    },
  };
}
