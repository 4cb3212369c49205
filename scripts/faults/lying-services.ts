/** Services that lie about lengths, answer twice, answer unasked, and disappear: no caller may get the answer of another. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { agentDocument } from '../../tests/e2e/agent-document.js';
import { startServerProcess } from '../../tests/e2e/server-process.js';
import { ask } from './ask.js';
import type { FaultPart } from './fault-part.js';
import { serverSettings } from './kill-servers.js';

const callsOfKind = 60;
const atOnce = 6;
const laterMs = 8;

function response(body: string, length = Buffer.byteLength(body)): string {
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`;
}

/** How each service answers: the socket, the body of an honest answer, and the number of the request. */
const lies: Readonly<Record<string, (socket: Socket, body: string, n: number) => void>> = {
  honest: (socket, body) => void socket.write(response(body)),
  'answers twice': (socket, body) => void socket.write(response(body) + response(body)),
  'answers again later': (socket, body) => {
    socket.write(response(body));
    setTimeout(() => socket.destroyed || socket.write(response(body)), laterMs);
  },
  'says less than it sends': (socket, body) => void socket.write(response(body, body.length - 1)),
  'says more than it sends': (socket, body) => {
    socket.write(response(body, body.length + 5));
    setTimeout(() => socket.end(), laterMs);
  },
  'disappears every other time': (socket, body, n) =>
    void (n % 2 === 0 ? socket.resetAndDestroy() : socket.write(response(body))),
  'answers and disappears': (socket, body) => void socket.write(response(body), () => socket.resetAndDestroy()),
};

/** The path names the lie; the number of requests by task is counted. */
async function startLyingService(requests: Map<string, number>) {
  const sockets = new Set<Socket>();
  let n = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = '';
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const [head, body] = text.split('\r\n\r\n', 2);
      const task = /"task":"([^"]+)"/.exec(body ?? '')?.[1];
      if (head === undefined || task === undefined) return;
      text = '';
      n += 1;
      requests.set(task, (requests.get(task) ?? 0) + 1);
      const kind = decodeURIComponent(/^POST \/(\S+)/.exec(head)?.[1] ?? '');
      lies[kind]?.(socket, JSON.stringify({ task }), n);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Calls all services at the same time. */
export const lyingServices: FaultPart = async ({ folder }) => {
  const requests = new Map<string, number>();
  const service = await startLyingService(requests);
  const server = await startServerProcess({ cwd: folder, env: serverSettings });
  const violations: string[] = [];
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const callOne = async (kind: string, id: string, task: string) => {
    const answer = await ask(server.url, { path: `/agents/${id}/invoke`, body: { task } });
    if (answer === undefined) violations.push(`${kind}: no answer`);
    else if (answer.status === 200) {
      count(`${kind}: answered`);
      if (answer.body.task !== task) violations.push(`${kind}: ${task} got ${JSON.stringify(answer.body)}`);
    } else {
      count(`${kind}: refused`);
      if (answer.body.code === undefined) violations.push(`${kind}: ${answer.status} without a code`);
    }
    const times = requests.get(task) ?? 0;
    if (times > 1) violations.push(`${kind}: ${task} was sent ${times} times`);
  };
  const callAll = async (kind: string, id: string, client: number) => {
    for (let n = 0; n < callsOfKind / atOnce; n += 1) await callOne(kind, id, `${id}-${client}-${n}`);
  };
  try {
    const kinds = Object.keys(lies).map((kind, at) => ({ kind, id: `liar-${at}` }));
    for (const { kind, id } of kinds) {
      const inputs = { type: 'object', properties: { task: { type: 'string' } }, required: ['task'] };
      const document = agentDocument(id, { endpoint: `${service.url}/${encodeURIComponent(kind)}`, inputs });
      await ask(server.url, { path: '/agents', body: document });
    }
    const clients = Array.from({ length: atOnce }, (_, client) => client);
    await Promise.all(kinds.flatMap(({ kind, id }) => clients.map((client) => callAll(kind, id, client))));
    return {
      title: 'Services that flap, lie about lengths and answer twice',
      method: `${callsOfKind} calls of each service, ${atOnce} at the same time, over connections that are kept open. An answer must belong to its call, and a call that may change something is sent once.`,
      counts,
      violations,
    };
  } finally {
    await server.kill();
    await service.close();
  }
};
