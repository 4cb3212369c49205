/**
 * Scenario: a Mastra agent calls a tool of a service through the gateway, with a scripted model. Mastra is large and
 * needs Node 22.13, so it is installed only here, and the scenario runs only with MASTRA=1.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));

if (process.env.MASTRA === undefined) {
  console.log('Skipped: set MASTRA=1 to run this example; it needs Node 22.13 and `npm install` in examples/mastra.');
} else {
  assert.ok(existsSync(`${folder}node_modules/@mastra/core`), 'Run `npm install` in examples/mastra first.');
  await runScenario();
}

async function runScenario(): Promise<void> {
  const { startDesk } = await import('../../tests/e2e/frameworks/desk.js');
  const { startModelHost } = await import('../../tests/e2e/frameworks/model-host.js');
  const { createScript } = await import('../../tests/e2e/frameworks/script.js');
  const script = createScript([
    [['desk_get_berth', { id: 'B7' }]],
    (request) => (request.includes('Hel') ? 'The Hel is at B7.' : 'I do not know.'),
  ]);
  const desk = await startDesk();
  const model = await startModelHost(script);
  try {
    const { mcp, apiKey } = desk.settingOf('desk');
    const environment = { DRAGOMAN_MCP: mcp, DRAGOMAN_KEY: apiKey, MODEL_URL: `${model.origin}/v1`, MODEL_KEY: 'none' };
    const words = await runAgent(environment);
    assert.deepEqual(desk.arrived, ['GET /berths/B7']);
    assert.match(words, /The Hel is at B7\./);
    console.log('The agent found the vessel at B7 with a tool of the gateway.');
  } finally {
    await model.close();
    await desk.close();
  }
}

function runAgent(environment: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['agent.mjs'], { cwd: folder, env: { ...process.env, ...environment } });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });
}
