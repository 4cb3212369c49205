/** Parses a response with Node's own HTTP client over an in-memory connection, for comparison with our parser. */
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** A completely parsed response; undefined instead means that it was rejected or truncated. */
export interface WholeResponse {
  status: number;
  /** By lower-case name, as sorted pairs; repeated headers are joined. */
  headers: [string, string][];
  body: string;
}

/** Sorted pairs of lower-case names and joined values. */
export function headerPairs(flat: Iterable<readonly [string, string]>): [string, string][] {
  const byName = new Map<string, string[]>();
  for (const [name, value] of flat) byName.set(name.toLowerCase(), [...(byName.get(name.toLowerCase()) ?? []), value]);
  return [...byName].map(([name, values]): [string, string] => [name, values.join(', ')]).sort();
}

/** Feeds the chunks to Node's client, then the end of the connection. */
export function readWithNode(pieces: readonly Buffer[], method: string): Promise<WholeResponse | undefined> {
  return new Promise((resolve) => {
    const socket = new Duplex({
      read() {},
      write(_chunk, _encoding, done) {
        done();
      },
    });
    const outgoing = request({ method, host: 'upstream.example', createConnection: () => socket as Socket });
    outgoing.on('error', () => undefined);
    outgoing.on('upgrade', () => socket.destroy());
    let received: IncomingMessage | undefined;
    let body = '';
    outgoing.on('response', (response) => {
      received = response;
      response.on('error', () => undefined);
      response.setEncoding('latin1').on('data', (text: string) => {
        body += text;
      });
    });
    outgoing.on('close', () => resolve(received?.complete ? toWhole(received, body) : undefined));
    outgoing.end();
    for (const piece of pieces) socket.push(piece);
    socket.push(null);
  });
}

function toWhole({ statusCode = 0, rawHeaders }: IncomingMessage, body: string): WholeResponse {
  const pairs = rawHeaders.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : [],
  );
  return { status: statusCode, headers: headerPairs(pairs), body };
}
