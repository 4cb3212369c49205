/** Seconds of each step of a newcomer, from `npm start` with an empty store to a connected MCP client. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { openBrowser } from '../../tests/e2e/browser.js';
import { type NewcomerPlan, newcomerSteps, petstorePlan, startEcho } from '../../tests/e2e/console/newcomer-way.js';
import { freePort } from '../../tests/e2e/free-port.js';
import { corpusFolder } from '../corpus.js';
import type { Table } from '../measure.js';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** GitHub Enterprise Server 3.6 (MIT) in the corpus, else the document of the tests. */
function choosePlan(folder: string): NewcomerPlan {
  const packed = join(corpusFolder() ?? '', 'openapi/big/github__descriptions-next_ghes-3.6_ghes-3.6.json.gz');
  if (!existsSync(packed)) return petstorePlan;
  const file = join(folder, 'github.json');
  writeFileSync(file, gunzipSync(readFileSync(packed)));
  return {
    file,
    request: 'delete a repository',
    operation: /\brepos_delete\b/,
    sent: /^DELETE http:\S+\/repos\/octo\/hello$/,
    inputs: { owner: 'octo', repo: 'hello' },
  };
}

interface StartedServer {
  url: string;
  stop(): Promise<void>;
}

/** Runs `npm start` and waits until the server answers. */
async function npmStart(settings: Record<string, string>): Promise<StartedServer> {
  const port = await freePort();
  const env = { ...process.env, ...settings, DRAGOMAN_PORT: String(port) };
  // A process group of its own, because npm does not pass every signal on to the server.
  const child = spawn('npm', ['start'], { cwd: repository, env, stdio: 'ignore', detached: true });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) break;
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
    await sleep(25);
  }
  return {
    url,
    async stop() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}

/** Follows the way once. */
export async function measureNewcomer(folder: string): Promise<{ table: Table; figures: Record<string, number> }> {
  const browser = await openBrowser();
  if (browser === undefined) throw new Error('this bench needs Chromium: set CHROMIUM_PATH');
  const echo = await startEcho();
  const plan = choosePlan(folder);
  const rows: (string | number)[][] = [];
  const figures: Record<string, number> = {};
  const began = performance.now();
  let before = began;
  const finish = (name: string) => {
    const now = performance.now();
    rows.push([name, (now - before) / 1000, (now - began) / 1000]);
    figures[`console.newcomer.${name.replace(/\W+/g, '_')}_s`] = (now - before) / 1000;
    before = now;
  };
  const server = await npmStart({ ...echo.env, DRAGOMAN_STORE_PATH: join(folder, 'newcomer.db') });
  try {
    finish('npm start');
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(server.url);
    await page.getByRole('link', { name: /^Add an OpenAPI document/ }).waitFor();
    finish('open the console');
    for (const { name, run } of newcomerSteps(plan, echo.host.origin)) {
      await run(page);
      finish(name);
    }
  } finally {
    await browser.close();
    await server.stop();
    await echo.host.close();
  }
  const title = `A newcomer, driven by a script, with ${plan === petstorePlan ? 'a small document' : 'the document of GitHub Enterprise Server (809 operations)'}`;
  return { table: { title, columns: ['step', 'seconds', 'since the start'], rows }, figures };
}
