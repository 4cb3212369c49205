/**
 * One caller doing its worst, until it is stopped: `node attack.mjs '{"attack","port","key","from","connections","priority"}'`
 * prints "attacking" when its connections are open. A connection that the server closes is opened again.
 */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const { attack, port, key, from, connections, priority } = JSON.parse(process.argv[2]);
setPriority(priority);
const host = '127.0.0.1';

const head = (method, path, ...more) =>
  [`${method} ${path} HTTP/1.1`, `Host: ${host}:${port}`, `Authorization: Bearer ${key}`, ...more, '', ''].join('\r\n');
const json = 'Content-Type: application/json';

/** Keeps a connection: sends the first bytes, then some more every second. */
function hold({ first, more, reads = true }) {
  return new Promise((resolve) => {
    const open = () => {
      const socket = connect({ host, port, localAddress: from }, () => {
        socket.write(first);
        resolve();
      });
      const timer = setInterval(() => more !== undefined && socket.writable && socket.write(more), 1000);
      if (reads) socket.resume();
      else socket.pause();
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(timer);
        setTimeout(open, 500);
      });
    };
    open();
  });
}

const agent = new Agent({ keepAlive: true, maxSockets: connections, localAddress: from });

function ask(method, path, body, headers = {}) {
  return new Promise((resolve) => {
    const length =
      body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    const options = {
      host,
      port,
      method,
      path,
      agent,
      headers: { Authorization: `Bearer ${key}`, ...length, ...headers },
    };
    const sent = request(options, (response) => response.resume().on('end', resolve).on('error', resolve));
    sent.on('error', resolve);
    sent.end(body);
  });
}

/** Sends requests one after another, without waiting longer than the server wants. */
async function repeat(send) {
  for (let number = 0; ; number += 1) {
    await send(number);
    await sleep(1);
  }
}

const words = 'quote freight weather tide berth invoice refund ticket customer parcel vessel schedule'.split(' ');
const query = (number) =>
  JSON.stringify({ query: words.map((_, at) => words[(at * (number % 7)) % words.length]).join(' '), top: 100 });

const document = (number) => ({
  id: `import-${process.pid}-${number % 500}`,
  name: `Imported service ${number}`,
  description: `Quotes ${words.join(', ')} number ${number}.`,
  version: '1.0.0',
  publisher: 'Attacker',
  capabilities: ['quote'],
  tags: words,
  endpoint: 'https://imported.example.com/invoke',
  inputs: { type: 'object', properties: Object.fromEntries(words.map((word) => [word, { type: 'string' }])) },
  outputs: { type: 'object' },
});

const upload = head('POST', '/agents', json, 'Content-Length: 100000');
const chunked = head('POST', '/agents', json, 'Transfer-Encoding: chunked');
const large = head('POST', '/agents', json, 'Content-Length: 1000000');

/** What each connection does. */
const attacks = {
  'slow uploads': (at) =>
    at % 2 === 0
      ? hold({ first: `${upload}{`, more: ' ' })
      : hold({ first: `${chunked}1\r\n{\r\n`, more: '1\r\n \r\n' }),
  'slow headers': () => hold({ first: `GET /agents HTTP/1.1\r\nHost: ${host}\r\n`, more: 'x-slow: 1\r\n' }),
  'large bodies': () => hold({ first: large + ' '.repeat(900_000), more: ' '.repeat(2000) }),
  'event streams': () => hold({ first: head('GET', '/agents/fast/mcp', 'Accept: text/event-stream') }),
  'slow readers': () => hold({ first: head('GET', '/openapi.json'), reads: false }),
  searches: () => repeat((number) => ask('POST', '/agents/search', query(number))),
  'hanging service': () => repeat(() => ask('POST', '/agents/hanging/invoke', '{}')),
  'imports and background calls': (at) =>
    repeat((number) =>
      (number + at) % 2 === 0
        ? ask('POST', '/imports', JSON.stringify({ items: [{ document: document(number * connections + at) }] }))
        : ask('POST', '/agents/hanging/invoke', '{}', { Prefer: 'respond-async' }),
    ),
};

const begun = Array.from({ length: connections }, (_, at) => attacks[attack](at));
const isLoop = !(await Promise.race([begun[0], sleep(300, 'loop')]).then((first) => first !== 'loop'));
if (!isLoop) await Promise.race([Promise.all(begun), sleep(3000)]);
console.log('attacking');
