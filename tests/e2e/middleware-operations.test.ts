/** Long-running operations of the middleware after their process is killed: none is lost, and the next process sends the notification. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';

const program = fileURLToPath(new URL('fixtures/operations-process.mjs', import.meta.url));
const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function startProcess(file: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  ends.push(() => child.kill('SIGKILL'));
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${/\d+/.exec(String(text))?.[0]}`, child };
}

/** A receiver that records its notifications. */
async function startReceiver() {
  const told: { id: string; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    told.push({ id: String(request.headers['webhook-id']), body: JSON.parse(String(Buffer.concat(chunks))) });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => server.close());
  return { told, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

it('ends operations of a killed process as interrupted, and notifies the caller once', {
  timeout: 60_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'operations-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'operations.db');
  const receiver = await startReceiver();
  const first = await startProcess(file);
  const started = await fetch(`${first.url}/exports`, { method: 'POST', headers: { 'x-webhook-url': receiver.url } });
  const { operation_id, links } = (await started.json()) as { operation_id: string; links: { self: string } };
  const exited = once(first.child, 'exit');
  first.child.kill('SIGKILL');
  await exited;
  const second = await startProcess(file);
  await vi.waitFor(
    async () => {
      const status = await (await fetch(`${second.url}${links.self}`)).json();
      expect(status).toMatchObject({
        state: 'interrupted',
        problem: { code: 'OUTCOME_UNKNOWN' },
        webhook: { attempts: 1, delivered_at: expect.any(String) },
      });
    },
    { timeout: 30_000, interval: 200 },
  );
  expect(receiver.told).toEqual([
    { id: operation_id, body: expect.objectContaining({ type: 'operation.interrupted' }) },
  ]);
});
