/** Runs the suite against a server on the official packages and against the gateway in front of it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startGatewayServer } from '../../tests/e2e/gateway-server.js';
import { startMcpServer } from '../../tests/e2e/mcp-servers.js';

/** The revisions that the suite has requirements for. */
export const revisions = ['2025-11-25', '2026-07-28'] as const;

/** One scenario and its checks. */
export interface ScenarioResult {
  scenario: string;
  passed: number;
  failed: number;
}

/** The results of one revision. */
export interface SuiteRun {
  revision: (typeof revisions)[number];
  server: ScenarioResult[];
  gateway: ScenarioResult[];
}

/** The programs of Node and of the suite. */
export interface Programs {
  node: string;
  suite: string;
}

/** Runs the requirements of a revision; the server of 2025-11-25 has sessions. */
export async function runBoth(revision: SuiteRun['revision'], programs: Programs): Promise<SuiteRun> {
  const upstream = await startMcpServer({ suite: true, sessions: revision === '2025-11-25' });
  const gateway = await startGatewayServer();
  try {
    const item = { url: `${upstream.url}/mcp`, curation: { id: 'everything' } };
    const { status, text } = await gateway.ask('POST', '/imports', { items: [item] });
    if (status >= 300) throw new Error(text);
    // The suite compares schemas and refusals with the server's own; by default lists are projected for model APIs, and
    // tasks are waited for.
    const address = `${gateway.url}/agents/everything/mcp?for=none&tasks=refuse`;
    return {
      revision,
      server: await runSuite(`${upstream.url}/mcp`, revision, programs),
      gateway: await runSuite(address, revision, programs),
    };
  } finally {
    await gateway.server.close();
    await upstream.stop();
  }
}

async function runSuite(url: string, revision: string, { node, suite }: Programs): Promise<ScenarioResult[]> {
  const child = spawn(node, [suite, 'server', '--url', url, '--requirements', revision], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(child, 'close');
  return readSummary(text);
}

/** The lines `✓ scenario: 3 passed, 0 failed` of the summary. */
export function readSummary(text: string): ScenarioResult[] {
  const summary = text.slice(text.search(/=== (?:SUITE )?SUMMARY ===/));
  const lines = summary.matchAll(/^\s*[✓✗] ([\w/-]+): (\d+) passed, (\d+) failed/gm);
  return [...lines].map(([, scenario = '', passed, failed]) => ({
    scenario,
    passed: Number(passed),
    failed: Number(failed),
  }));
}
