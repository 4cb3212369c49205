/** The command line has the same bounds as the server: hostile documents are linted in one process, which survives. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  hostileAgis,
  hostileJson,
  hostileOpenApi,
  hostileYaml,
} from '../../packages/server/src/hostile-documents.support.js';

const bin = fileURLToPath(new URL('../../packages/cli/bin/dragoman.js', import.meta.url));
const isLong = process.env.HOSTILE !== undefined;
const size = isLong ? 1_000_000 : 12_288;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-hostile-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes the texts; returns the names of their files. */
async function write(texts: Record<string, string>, extension: string): Promise<string[]> {
  const names = Object.keys(texts).map((name) => `${name.replaceAll(' ', '-')}.${extension}`);
  await Promise.all(Object.values(texts).map((text, at) => writeFile(join(folder, names[at] ?? ''), text)));
  return names;
}

it('lints hostile documents of every format and reports each', { timeout: isLong ? 600_000 : 120_000 }, async () => {
  const files = [
    ...(await write(hostileYaml(size), 'yaml')),
    ...(await write({ ...hostileJson(size), ...hostileOpenApi(size) }, 'json')),
    ...(await write(hostileAgis(size), 'agis')),
  ];
  const { PATH = '' } = process.env;
  const argv = [bin, 'lint', '--format', 'json', ...files];
  const child = spawn(process.execPath, argv, { cwd: folder, env: { PATH }, stdio: ['ignore', 'pipe', 'pipe'] });
  let report = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    report += text;
  });
  child.stderr.resume();
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect([code, signal]).toEqual([2, null]);
  const { documents } = JSON.parse(report) as { documents: { uri: string }[] };
  expect(documents.map(({ uri }) => uri).sort()).toEqual([...files].sort());
});
