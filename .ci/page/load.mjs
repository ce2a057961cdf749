// Measures a host with many tables whose guests move at once: the time from an intention to the last
// player that is sent the step, and the host's memory and processor time. Watchers read, but do not
// parse what they are sent, so that they cost this program little. Prints a table.
//     node --experimental-websocket load.mjs QIPAN [TABLES] [WATCHERS] [SECONDS]
import { createHash, randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [qipan, tables = '100', watchers = '0', seconds = '20'] = process.argv.slice(2);
const PRESET = 'siguo_dark';
const SEATS = 4;

const sleep = (ms) => new Promise((done) => { setTimeout(done, ms); });
const sha = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

/** The memory that a process holds, in MB. */
const memory = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

/** The processor time that a process has used, in seconds. */
const processorTime = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

/** A frame of a client: text, or a pong without content. The mask is zero. */
const frame = (opcode, text = '') => {
  const bytes = Buffer.from(text);
  const head = bytes.length < 126 ? [0x80 | opcode, 0x80 | bytes.length] : [0x80 | opcode, 0xfe, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), bytes]);
};

/** Bytes that watchers were sent. */
let watched = 0;

/** Watches a table. */
function watcher(port, code) {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', fail);
    socket.write('GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'
      + 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n');
    socket.once('data', () => {
      socket.write(frame(1, JSON.stringify({ type: 'hello', v: 1, code, name: 'Ann', plain: true, watch: true })));
      socket.on('data', (bytes) => { watched += bytes.length; });
      setInterval(() => socket.write(frame(10)), 15_000);
      done();
    });
  });
}

const latencies = [];
/** For each table: the step that was answered last, when, and how many guests have yet to see it. */
const pending = new Map();
let isMeasured = false;
let finished = 0;

function guest(url, code) {
  const share = randomBytes(32);
  const salt = randomBytes(16);
  let layout;
  const socket = new WebSocket(url);
  const send = (message) => socket.send(JSON.stringify(message));
  return new Promise((done) => {
    socket.onopen = () => send({ type: 'hello', v: 1, code, name: 'Ann', plain: true });
    socket.onerror = (why) => { console.error('connection:', why.message ?? why); };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === 'welcome') {
        layout = message.layout?.start;
        send({ type: 'ready', layout });
        done(socket);
      } else if (message.type === 'round') {
        const { round } = message;
        if (message.needs === 'commit') {
          send({ type: 'commit', round, share: sha(share), layout: layout && sha(salt, layout) });
        } else {
          send({ type: 'reveal', round, share: share.toString('hex'), layout, salt: salt.toString('hex') });
        }
      } else if (message.type === 'view' || message.type === 'step') {
        const waiting = pending.get(code);
        if (message.type === 'step' && waiting?.step + 1 === message.step) {
          waiting.left -= 1;
          if (waiting.left === 0 && isMeasured) latencies.push(performance.now() - waiting.at);
        }
        if (message.actions.length) {
          const { id } = message.actions[Math.floor(Math.random() * message.actions.length)];
          // All tables move at the same moments, ten times a second.
          setTimeout(() => {
            pending.set(code, { step: message.step, at: performance.now(), left: SEATS });
            if (socket.readyState === 1) send({ type: 'act', step: message.step, id });
          }, 100 - (performance.now() % 100));
        }
      } else if (message.type === 'end') {
        finished += 1;
      } else if (message.type === 'error') {
        console.error(message.why);
      }
    };
  });
}

const data = mkdtempSync(join(tmpdir(), 'qipan-load-'));
const child = spawn(qipan, ['host', PRESET, '--json', '--port', '0', '--tables', tables, '--data-dir', data]);
child.stderr.pipe(process.stderr);
try {
  const text = await new Promise((done) => { child.stdout.once('data', (chunk) => done(String(chunk))); });
  const { hosts, codes } = JSON.parse(text);
  const port = Number(hosts.at(-1).split(':').at(-1));
  const url = `ws://127.0.0.1:${port}/socket`;
  const empty = memory(child.pid);
  for (let number = 0; number < Number(watchers); number += 1) {
    await watcher(port, codes[number % codes.length]);
  }
  for (const code of codes) {
    await Promise.all(Array.from({ length: SEATS }, () => guest(url, code)));
  }
  await sleep(1000);
  const [begun, used, sent] = [memory(child.pid), processorTime(child.pid), watched];
  isMeasured = true;
  await sleep(Number(seconds) * 1000);
  isMeasured = false;
  const time = (1000 * (processorTime(child.pid) - used)) / latencies.length;
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))].toFixed(1);
  console.log(`${codes.length} tables of ${PRESET}, ${codes.length * SEATS} guests, ${watchers} watchers, ${seconds} s`);
  console.log(`actions ${latencies.length}, games over ${finished / SEATS}`);
  console.log(`to the last guest: median ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`);
  console.log(`processor time of the host: ${time.toFixed(2)} ms an action; ${((watched - sent) / 1e6).toFixed(0)} MB to watchers`);
  console.log(`memory: ${empty.toFixed(0)} MB with empty tables, ${begun.toFixed(0)} MB at the start, ${memory(child.pid).toFixed(0)} MB at the end`);
} finally {
  child.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
  process.exit(0);
}
