import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Situation } from '../cli.support.js';
import type { Command } from '../command/command.js';
import { commands } from './index.js';

/** Commands that run until they are stopped, or need a whole server. */
const staying = new Set(['serve', 'demo', 'mcp', 'events']);

const answering =
  (status: number, body: string, type = 'application/json') =>
  async () =>
    new Response(body, { status, headers: { 'content-type': type } });

/** Files that no command expects. */
const junk: Readonly<Record<string, unknown>> = {
  'prose.md': '# Not a description\n\nIt has *words*, and: colons\n',
  'null.json': null,
  'list.json': [1, 'two', null],
  'deep.json': `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  'half.json': '{"openapi": "3.1.0", "paths": {',
  'half.yaml': 'openapi: 3.1.0\npaths: [\n',
  'empty.json': '',
  'wrong.json': { openapi: 3.1, paths: [], cases: 7, tools: 'x', items: {}, agis: {}, members: 1 },
};

const worlds: Readonly<Record<string, Situation>> = {
  'nothing listens': {},
  'the registry returns null': { fetch: answering(200, 'null') as never },
  'the registry returns an empty object': { fetch: answering(200, '{}') as never },
  'the registry returns a list of nulls': { fetch: answering(200, '[null,null]') as never },
  'the registry returns an HTML page': { fetch: answering(200, '<html>hi</html>', 'text/html') as never },
  'the registry returns 500 without a body': { fetch: answering(500, '', 'text/plain') as never },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-hostile-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Commands that administer a store must not use the one in the current folder. */
const inFolder = () => ({ env: { DRAGOMAN_STORE_PATH: join(folder, 'store.db') } });

/** The command with `word` for each of its required arguments. */
function lineOf({ name, arguments: args }: Command, word: string): string[] {
  return [...name.split(' '), ...args.filter(({ required }) => required).map(({ choices }) => choices?.[0] ?? word)];
}

// Concurrent, because most of the time is spent waiting for retries.
describe.concurrent.each(commands.filter(({ name }) => !staying.has(name)))('$name', (command) => {
  it.each(Object.keys(junk))('reports a clear error for %s', async (file) => {
    const { code, stderr, stdout } = await call(lineOf(command, file), { ...inFolder(), files: { ...junk } });
    expect([code, stderr]).toEqual([
      expect.any(Number),
      expect.not.stringMatching(/^internal error:|TypeError|\n\s+at /m),
    ]);
    expect(stdout).not.toMatch(/TypeError|\n\s+at /);
  });

  it.each(Object.entries(worlds))('reports a clear error when %s', async (_, world) => {
    const { stderr } = await call(lineOf(command, 'some-id'), { ...inFolder(), ...world });
    expect(stderr).not.toMatch(/^internal error:|TypeError|\n\s+at /m);
  });
});
