/** Cheap clients, so that the gateway is the bottleneck: one connection each, sequential calls. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';

/** Target and headers of the calls of one session. */
export interface McpSession {
  url: string;
  headers: Record<string, string>;
}

/** A JSON-RPC message as text. */
export function message(method: string, params: object, id?: number): string {
  return JSON.stringify({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), method, params });
}

/** Makes calls on one connection of a session; returns the milliseconds of each. Throws if a result is not the sum. */
export async function makeCalls(session: McpSession, { firstId, calls }: { firstId: number; calls: number }) {
  const { host, hostname, port, pathname } = new URL(session.url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  const lines = Object.entries({ Host: host, ...session.headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const begin = `POST ${pathname} HTTP/1.1\r\n${lines.join('')}`;
  const read = createAnswerReader(socket);
  const times: number[] = [];
  for (let id = firstId; id < firstId + calls; id += 1) {
    const body = message('tools/call', { name: 'add', arguments: { a: id, b: 1 } }, id);
    const before = performance.now();
    const answer = read();
    socket.write(`${begin}Content-Length: ${body.length}\r\n\r\n${body}`);
    const text = await answer;
    times.push(performance.now() - before);
    if (!text.includes(`"sum":${id + 1}`)) throw new Error(`wrong sum: ${text.slice(0, 1000)}`);
  }
  socket.destroy();
  return times;
}

/** Reads responses one after the other: a body with a content length, or in chunks. */
function createAnswerReader(socket: Socket): () => Promise<string> {
  let text = '';
  let take: (answer: string) => void = () => undefined;
  let fail: (why: Error) => void = () => undefined;
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
    if (!isWhole(text)) return;
    const answer = text;
    text = '';
    take(answer);
  });
  socket.on('close', () => fail(new Error(`the connection ended before the response: ${text.slice(0, 1000)}`)));
  return () =>
    new Promise((resolve, reject) => {
      take = resolve;
      fail = reject;
    });
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const [, length] = /^content-length: *(\d+)/im.exec(answer.slice(0, end)) ?? [];
  return length === undefined ? answer.endsWith('\r\n0\r\n\r\n') : answer.length >= end + 4 + Number(length);
}
