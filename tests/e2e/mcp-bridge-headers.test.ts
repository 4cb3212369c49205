/** `dragoman mcp` as a process, in front of a tool whose inputs are also sent in headers (`x-mcp-header`, 2026-07-28). */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import type { ListeningMcp } from './mcp-servers.js';
import { startMcpServer } from './mcp-servers.js';

const bin = fileURLToPath(new URL('../../packages/cli/bin/dragoman.js', import.meta.url));

interface Answer {
  result?: { content?: { text: string }[]; tools?: { name: string }[]; nextCursor?: string };
  error?: { code: number; message: string };
}

/** A bridge process and a client of the stateless revision on its standard input and output. */
class Bridge {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #id = 0;

  constructor(url: string, agent: string) {
    const env = { PATH: process.env.PATH ?? '', DRAGOMAN_SERVER: url };
    this.#child = spawn(process.execPath, [bin, 'mcp', '--agent', agent], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    const { stdout } = this.#child;
    if (stdout === null) throw new Error('The bridge has no standard output.');
    createInterface(stdout).on('line', (line) => {
      const message = JSON.parse(line) as Answer & { id: number };
      this.#waiting.get(message.id)?.(message);
    });
  }

  request(method: string, params: object = {}): Promise<Answer> {
    this.#id += 1;
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const message = { jsonrpc: '2.0', id: this.#id, method, params: { ...params, _meta } };
    const answer = new Promise<Answer>((resolve) => this.#waiting.set(message.id, resolve));
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
    return answer;
  }

  async echo(input: unknown): Promise<unknown> {
    const { result, error } = await this.request('tools/call', { name: 'echo_headers', arguments: input });
    return error ?? JSON.parse(result?.content?.[0]?.text ?? 'null');
  }

  async close(): Promise<void> {
    this.#child.stdin?.end();
    await once(this.#child, 'exit');
  }
}

let gateway: GatewayServer;
let upstream: ListeningMcp;
let agent: string;

beforeAll(async () => {
  gateway = await startGatewayServer();
  upstream = await startMcpServer({ suite: true });
  const { json } = await gateway.ask('POST', '/imports', { items: [{ url: `${upstream.url}/mcp` }] });
  agent = (json.results as { id: string }[])[0]?.id ?? '';
});
afterAll(async () => {
  await gateway.server.close();
  await upstream.stop();
});

/** Values that a header cannot carry as they are, or that look like encoded ones. */
const inputs: Record<string, object> = {
  'plain values': { text: 'eu-west', count: 3, flag: true, place: { zone: 'b' } },
  'line breaks': { text: 'a\r\nMcp-Name: other\r\n\r\nGET / HTTP/1.1', place: { zone: '\n' } },
  'other control characters': { text: 'a\u0001b\u007f\u001b[31m', place: { zone: '\t' } },
  'non-ASCII characters': { text: 'Zürich 東京 🚢 \ufeff', place: { zone: '\ufeff' } },
  'spaces at both ends': { text: '  padded ', place: { zone: ' ' } },
  'an encoded value': { text: '=?base64?YQ==?=', place: { zone: '=?base64??=' } },
  'an empty string': { text: '' },
  'false and zero': { flag: false, count: 0 },
  'a negative and a large integer': { count: -9_007_199_254_740_991, text: '1e3' },
  'no values': {},
  'a missing parent': { text: 'x' },
  '8,000 characters': { text: 'x'.repeat(8000) },
  '3,000 characters that are encoded': { text: 'ü'.repeat(3000) },
};

describe('a 2026-07-28 client of dragoman mcp', () => {
  it.each(['after listing the tools', 'without listing the tools'])('calls annotated tools %s', async (when) => {
    const bridge = new Bridge(gateway.url, agent);
    if (when.startsWith('after')) {
      let cursor: string | undefined;
      do {
        const { result } = await bridge.request('tools/list', cursor === undefined ? {} : { cursor });
        cursor = result?.nextCursor;
      } while (cursor !== undefined);
    }
    for (const [name, input] of Object.entries(inputs)) expect([name, await bridge.echo(input)]).toEqual([name, input]);
    await bridge.close();
  });

  it('sends no header for null, which the schema of the tool refuses', async () => {
    const bridge = new Bridge(gateway.url, agent);
    const answer = await bridge.request('tools/call', { name: 'echo_headers', arguments: { text: null } });
    expect(answer.error).toBeUndefined();
    expect(JSON.stringify(answer.result)).toContain('INVALID_INPUT');
    await bridge.close();
  });

  it.each([100_000, 2_000_000])('learns that %i characters are too long for headers', async (length) => {
    const bridge = new Bridge(gateway.url, agent);
    await bridge.request('tools/list');
    expect(await bridge.echo({ text: 'x'.repeat(length) })).toMatchObject({
      code: -32603,
      message: expect.stringContaining('limits.headerBytes'),
    });
    expect(await bridge.echo({ text: 'short' })).toEqual({ text: 'short' });
    await bridge.close();
  });

  it('gets the error of the registry for an unknown tool', async () => {
    const bridge = new Bridge(gateway.url, agent);
    const { error } = await bridge.request('tools/call', { name: 'no_such_tool', arguments: {} });
    expect(error?.code).toBe(-32602);
    await bridge.close();
  });
});
