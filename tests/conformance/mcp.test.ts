/**
 * Runs the official MCP conformance suite against a service's MCP endpoint of a running gateway, whose tools come from an
 * official upstream server: this tests both directions. Expected failures are listed; a stale one fails the run.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GatewayServer } from '../e2e/gateway-server.js';
import { startGatewayServer } from '../e2e/gateway-server.js';
import type { ListeningMcp } from '../e2e/mcp-servers.js';
import { startMcpServer } from '../e2e/mcp-servers.js';

const suite = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);
const expected = fileURLToPath(new URL('./mcp-expected-failures.yml', import.meta.url));

let gateway: GatewayServer;
let upstream: ListeningMcp;
beforeAll(async () => {
  upstream = await startMcpServer({ suite: true, sessions: true });
  gateway = await startGatewayServer();
});
afterAll(async () => {
  await gateway.server.close();
  await upstream.stop();
});

async function runSuite(...line: string[]): Promise<{ stdout: string }> {
  const { json } = await gateway.ask('POST', '/imports', { items: [{ url: `${upstream.url}/mcp` }] });
  const [{ id }] = json.results as [{ id: string }];
  const argv = [suite, 'server', '--url', `${gateway.url}/agents/${id}/mcp`, ...line];
  return promisify(execFile)(process.execPath, argv, { maxBuffer: 64_000_000 });
}

it('passes the official suite except for the listed failures, and every listed failure still fails', async () => {
  const run = await runSuite('--suite', 'active', '--expected-failures', expected).catch((error: unknown) => {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`the suite failed:\n${stdout.slice(-4000)}\n${stderr.slice(-2000)}`);
  });
  expect(run.stdout).toContain('tools-call-with-progress');
});

it('fails when a listed failure passes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-conformance-'));
  try {
    const list = join(folder, 'stale.yml');
    await writeFile(list, 'server:\n  - tools-list\n');
    await expect(runSuite('--scenario', 'tools-list')).resolves.toBeDefined();
    await expect(runSuite('--scenario', 'tools-list', '--expected-failures', list)).rejects.toMatchObject({ code: 1 });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
