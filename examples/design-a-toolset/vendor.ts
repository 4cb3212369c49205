/** A vendor that serves N-ACT tools, requires a key, and can publish a new version while it runs. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running vendor. */
export interface Vendor {
  root: string;
  /** Host and port, for the server's allow list. */
  place: string;
  /** Every received call, oldest first. */
  calls: { version: string; inputs: unknown }[];
  /** Replaces the published tools. */
  publish(tools: readonly Record<string, unknown>[]): void;
  close(): Promise<void>;
}

/** One version of a tool that reports where a parcel is. */
export function statusTool(toolId: string, version: number, what: string): Record<string, unknown> {
  const parcel = { id: 'number', name: 'number', description: `Number of the ${what}.` };
  const leg = { id: 'leg', name: 'leg', type: 'int', description: 'Which leg, counted from 1.', required: false };
  return {
    toolId,
    name: 'check_status',
    description: `Reports where a ${what} is.`,
    version,
    currentVersion: version,
    tags: ['tracking'],
    input_parameters: version === 1 ? [parcel] : [parcel, leg],
    output_parameters: [{ id: 'status', name: 'status', description: 'Where it is.' }],
  };
}

/** Starts a vendor on a free port of this machine. */
export async function startVendor(key: string, first: readonly Record<string, unknown>[]): Promise<Vendor> {
  let tools = first;
  const calls: Vendor['calls'] = [];
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.headers['x-api-key'] !== key)
      return answer(401, { error: { code: 'Unauthorized', message: 'No key.' } });
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (path === '/v1/tools') return answer(200, { items: tools, paging: { pageLimit: 20, next: null } });
    const [, version = ''] = /\/versions\/(\d+):invoke$/.exec(path) ?? [];
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      calls.push({ version, inputs: JSON.parse(body) });
      answer(200, {
        output_parameters: [{ name: 'status', value: `At the terminal, reported by version ${version}` }],
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    root: `http://${place}/v1`,
    place,
    calls,
    publish: (next) => {
      tools = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
