/** The probe command: exit codes, requests that it may send, hidden credentials, formats, and the lines of the guide. */
import { readFileSync } from 'node:fs';
import { checks } from '@dragoman/lint/probe';
import { describe, expect, it } from 'vitest';
import { createTaskApi } from '../../../lint/src/probe/task-api.support.js';
import { taskDescription } from '../../../lint/src/probe/task-description.support.js';
import { call } from '../cli.support.js';
import { splitWords } from '../command/split-words.js';

const base = 'http://127.0.0.1:8080';
const quick = ['--rate', '100000'];
const files = () => ({ 'openapi.yaml': taskDescription }) as Record<string, unknown>;
const probe = (argv: readonly string[], { fetch } = createTaskApi(), more: object = {}) =>
  call(['probe', ...argv, ...quick], { fetch, files: files(), ...more });

describe('probe', () => {
  it('exits with 0 when no check fails and with 1 when one does', async () => {
    const good = await probe([base, '--openapi', 'openapi.yaml']);
    expect(checks.length).toBeGreaterThan(40);
    expect([good.code, good.stdout]).toEqual([0, expect.stringContaining(' checks hold, 0 fail, ')]);
    const api = createTaskApi();
    const broken = {
      ...api,
      async fetch(input: string, init: RequestInit) {
        const response = await api.fetch(input, init);
        return response.status === 404 ? new Response('<h1>', { status: 404 }) : response;
      },
    };
    const found = await probe([base], broken);
    expect(found.code).toBe(1);
    expect(found.stdout).toMatch(
      /error: The API: the body of the 404 response is not a JSON object .*\[error-structured, PROF-ERR-01\]\n {4}GET \/exports\/e_none/,
    );
    expect(found.stdout).toContain('response body <h1>');
  });

  it('rejects invalid arguments', async () => {
    for (const argv of [
      [],
      ['nowhere', '--openapi', 'openapi.yaml'],
      [`http://user:secret@127.0.0.1:8080`, '--openapi', 'openapi.yaml'],
      [base, '--openapi', 'missing.yaml'],
      [`${base}/openapi.json`],
      [base, '--openapi', 'openapi.yaml', '--writes', 'task_create'],
      [base, '--openapi', 'openapi.yaml', '--allow-writes'],
      [base, '--openapi', 'openapi.yaml', '--allow-writes', '--writes', 'nothing'],
      [base, '--openapi', 'openapi.yaml', '--header', 'nonsense'],
      [base, '--openapi', 'openapi.yaml', '--breadth', '0'],
    ]) {
      expect([argv, (await probe(argv)).code]).toEqual([argv, 2]);
    }
  });

  it('exits with 1 for findings that reach --fail-on', async () => {
    const quiet = createTaskApi({
      injectFault: (_, answer) => {
        answer.headers.delete('ratelimit-remaining');
        return undefined;
      },
    });
    const argv = [base, '--openapi', 'openapi.yaml'];
    expect((await probe(argv, quiet)).code).toBe(0);
    const strict = await probe([...argv, '--fail-on', 'info', '--all'], quiet);
    expect([strict.code, strict.stdout]).toEqual([1, expect.stringContaining('[quota-signal, PROF-RATE-04]')]);
  });

  it('sends credentials with every request but the unauthenticated one, and never prints them', async () => {
    const key = 'dgm_very_secret_key';
    const api = createTaskApi({
      key,
      injectFault: ({ path }) => (path === '/tasks' ? new Response(`you sent ${key}`, { status: 500 }) : undefined),
    });
    for (const [argv, ...formats] of [
      [['--secret-env', 'TOKEN'], 'text', 'json', 'html', 'junit', 'sarif', 'github'],
      [['--header', `Authorization: Bearer ${key}`], 'text'],
      [['--key', key], 'json'],
    ] as const) {
      for (const format of formats) {
        const { stdout, stderr } = await probe([base, '--openapi', 'openapi.yaml', ...argv, '--format', format], api, {
          env: { TOKEN: key },
        });
        expect(stdout + stderr).not.toContain(key);
      }
    }
    expect(
      api.arrived.filter(({ headers }) => headers.get('authorization') === `Bearer ${key}`).length,
    ).toBeGreaterThan(50);
    const closed = createTaskApi({
      key,
      injectFault: ({ path, headers }) =>
        path === '/openapi.json' && !headers.has('authorization') ? new Response('', { status: 401 }) : undefined,
    });
    expect((await probe([base, '--key', key], closed)).code).toBe(0);
    expect((await probe([base], closed)).code).toBe(2);
    const own = createTaskApi();
    await probe([base, '--openapi', 'openapi.yaml'], own, { env: { DRAGOMAN_KEY: key } });
    expect(own.arrived.some(({ headers }) => headers.has('authorization'))).toBe(false);
  });

  it('writes to the given file, prints the requests of a dry run, and reports resources that it did not delete', async () => {
    const all = files();
    const api = createTaskApi();
    await call(['probe', base, '--format', 'junit', '--output', 'probe.xml', ...quick], {
      fetch: api.fetch,
      files: all,
    });
    expect(all['probe.xml']).toContain('<testsuites name="dragoman probe">');
    const dry = await probe([base, '--openapi', 'openapi.yaml', '--dry-run']);
    expect(dry.stdout).toBe('Dry run: nothing was sent, so no check was made.\n');
    expect(dry.stderr).toContain('would send GET /tasks\n');
    const undescribed = await probe([base], {
      ...createTaskApi(),
      fetch: async () => new Response('', { status: 404 }),
    });
    expect([undescribed.code, undescribed.stderr]).toEqual([
      2,
      expect.stringContaining('status 404; name the OpenAPI description with --openapi <file or URL>'),
    ]);
    const few = await probe([
      base,
      '--openapi',
      'openapi.yaml',
      '--allow-writes',
      '--writes',
      'task_update,task_delete',
    ]);
    expect(few.stdout).toMatch(/not called task_update, task_delete: the probe created nothing that it could change/);
    const left = await probe([base, '--openapi', 'openapi.yaml', '--allow-writes', '--writes', 'task_create']);
    expect(left.stdout).toMatch(/not deleted \/tasks\/t_\d+: task_delete was not allowed with --writes/);
  });

  it('accepts every command line of its guide', async () => {
    const guide = readFileSync(new URL('../../../../docs/guides/probe.md', import.meta.url), 'utf8');
    const lines = [...guide.matchAll(/^dragoman (probe .*)$/gm)].map(([, text = '']) => text.replace(/\s+#.*$/, ''));
    expect(lines.length).toBeGreaterThan(6);
    for (const text of lines) {
      const words = splitWords(text.replace('$API_KEY', 'k-1'));
      const { code, stderr } = await call([...words, ...quick], {
        fetch: createTaskApi().fetch,
        files: files(),
        env: { API_TOKEN: 'k-1' },
      });
      expect([text, code < 2, stderr.includes('Usage')]).toEqual([text, true, false]);
    }
  });
});
