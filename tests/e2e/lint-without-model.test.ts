/** `dragoman lint` without the model package: compares words only, reports it once, and works as usual otherwise. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const command = fileURLToPath(new URL('../../packages/cli/bin/dragoman.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'dragoman-lint-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const get = (operationId: string, summary: string) => ({
  get: { operationId, summary, responses: { '200': { description: 'OK' } } },
});
const described = (paths: object) => ({ openapi: '3.1.0', info: { title: 'Albums', version: '1' }, paths });

/** Node's error for a missing package. */
const uninstalled = `
import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(\`
export async function resolve(specifier, context, next) {
  if (specifier !== '@dragoman/embedder') return next(specifier, context);
  throw Object.assign(new Error("Cannot find package '@dragoman/embedder'"), { code: 'ERR_MODULE_NOT_FOUND' });
}\`));`;

interface Linted {
  stderr: string;
  reports: { likeness: string; findings: { rule: string; message: string }[] }[];
}

function lint(...nodeOptions: string[]): Promise<Linted> {
  const files = ['one.json', 'other.json'].map((name) => join(folder, name));
  writeFileSync(
    files[0] ?? '',
    JSON.stringify(
      described({
        '/photos': get('album_photos', 'Get the photos of an album'),
        '/pictures': get('album_pictures', 'Fetch the pictures in an album'),
        '/tasks': get('tasks_find', 'Find open tasks of a person by title'),
        '/todo': get('tasks_find_all', 'Find open tasks of a person by title, all'),
      }),
    ),
  );
  writeFileSync(files[1] ?? '', JSON.stringify(described({ '/tasks': get('tasks_find', 'Look for work to do') })));
  const args = [...nodeOptions, command, 'lint', ...files, '--format', 'json'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { maxBuffer: 2 ** 24 }, (_error, stdout, stderr) => {
      if (stdout === '') reject(new Error(stderr));
      else resolve({ stderr, reports: (JSON.parse(stdout) as { documents: Linted['reports'] }).documents });
    });
  });
}

const told = ({ reports }: Linted, rule: string) =>
  reports.flatMap(({ findings }) => findings.filter((each) => each.rule === rule)).map(({ message }) => message);

it('compares by words if the model is not installed, reports it, and has the same findings by words', async () => {
  const [whole, bare] = [
    await lint(),
    await lint('--import', `data:text/javascript,${encodeURIComponent(uninstalled)}`),
  ];
  expect(bare.stderr).toContain('Texts are compared by words only, because the built-in model cannot be opened');
  expect(whole.stderr).not.toContain('by their words alone');
  expect(bare.reports.map(({ likeness }) => likeness)).toEqual(['words', 'words']);
  expect(whole.reports[0]?.likeness).not.toBe('words');
  expect(told(bare, 'operations-too-similar')).toEqual([
    expect.stringContaining('tasks_find_all reads like tasks_find'),
  ]);
  expect(told(whole, 'operations-too-similar')).toEqual([
    expect.stringContaining('album_pictures reads like album_photos'),
    expect.stringContaining('tasks_find_all reads like tasks_find'),
  ]);
  expect(told(bare, 'cross-provider-collision')).toHaveLength(1);
});
