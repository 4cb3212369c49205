/**
 * Runs the authorization scenarios of the suite, which test a client. The suite starts a program for each; that program
 * only asks this process, where the gateway is loaded already.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { OauthScenario } from '../../tests/conformance/oauth-client.js';
import { runOauthClient } from '../../tests/conformance/oauth-client.js';
import type { Programs, ScenarioResult } from './run-suite.js';
import { readSummary } from './run-suite.js';

const program = fileURLToPath(new URL('./ask-client.mjs', import.meta.url));

/** The suites that have authorization scenarios, with those of extensions and of the first revision. */
const suites = ['auth', 'backcompat', 'draft', 'extensions'];

/** Milliseconds that one scenario may take. The suite runs them all at once, and its 30 seconds are too few on a busy machine. */
const timeout = '180000';

/** Runs all authorization scenarios. */
export async function runClientSuite({ node, suite }: Programs): Promise<ScenarioResult[]> {
  const runner = await startRunner();
  try {
    const { port } = runner.address() as AddressInfo;
    const command = `${process.execPath} ${program} http://127.0.0.1:${port}`;
    const found = new Map<string, ScenarioResult>();
    for (const name of suites) {
      const child = spawn(node, [suite, 'client', '--command', command, '--suite', name, '--timeout', timeout], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      for (const result of readSummary(await text(child.stdout))) {
        if (result.scenario.startsWith('auth/')) found.set(result.scenario, result);
      }
    }
    return [...found.values()];
  } finally {
    runner.close();
    runner.closeAllConnections();
  }
}

/** Answers each request with the outcome of its scenario. */
async function startRunner(): Promise<Server> {
  const server = createServer(async (request, response) => {
    try {
      await runOauthClient(JSON.parse(await text(request)) as OauthScenario);
      response.writeHead(204).end();
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
