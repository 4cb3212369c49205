/** How an agent uses the task tracker, the same on every framework. Every printed statement is asserted first. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CallRecord } from '@dragoman/middleware';
import { token } from './properties.js';

/** Creates the server of an application that passes its records to `log`. */
type StartServer = (log: (record: CallRecord) => void) => Server | Promise<Server>;

/** Runs the scenario against a listening server; throws if an assertion does not hold. */
export async function runScenario(start: StartServer): Promise<void> {
  const records: CallRecord[] = [];
  const server = await start((record) => records.push(record));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const api = createApi(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    await readTasks(api);
    await writeTasks(api);
    await writeManyTasks(api);
    await makeMistakes(api);
    await runExport(api);
    await readDescriptions(api);
    await checkLog(api, records);
    await runProbe(api);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function readTasks(api: Api): Promise<void> {
  const titles: unknown[] = [];
  let path: string | undefined = '/tasks?state=open&limit=2';
  for (let pages = 0; path !== undefined; pages += 1) {
    const { body } = await api.get(path);
    titles.push(...body.items.map(({ title }) => title));
    path = body.next_page;
    assert.ok(pages < 10);
  }
  assert.deepEqual([titles.length, new Set(titles).size], [5, 5]);
  console.log('Each page has a cursor to the next one; five tasks, no duplicates, and the filter is kept.');

  const { headers } = await api.get('/tasks/t_0001');
  assert.equal((await api.get('/tasks/t_0001', { 'If-None-Match': headers.get('etag') ?? '' })).status, 304);
  const { body } = await api.get('/tasks/t_0001?response_format=detailed');
  assert.deepEqual(body.note, { untrusted_text: 'The customer asked twice.', source: 'user:Ines' });
  console.log('An unchanged task returns 304; a note is marked as user text.');
}

async function writeTasks(api: Api): Promise<void> {
  const key = { 'Idempotency-Key': 'story-0001' };
  const first = await api.send('POST', '/tasks', { title: 'Water the plants' }, key);
  const again = await api.send('POST', '/tasks', { title: 'Water the plants' }, key);
  assert.deepEqual([first.status, first.body], [201, again.body]);
  const path = `/tasks/${first.body.task_id}`;
  console.log('Two requests with the same key created one task.');

  const etag = { 'If-Match': first.headers.get('etag') ?? '' };
  assert.equal((await api.send('PATCH', path, { state: 'done' }, etag)).status, 200);
  const stale = await api.send('PATCH', path, { priority: 'low' }, etag);
  assert.deepEqual([stale.status, stale.body.code], [412, 'PRECONDITION_FAILED']);
  console.log('A change based on an outdated version was rejected with 412.');

  const { body } = await api.send('DELETE', path, undefined, { 'X-Dry-Run': 'true' });
  assert.deepEqual([body.dry_run, body.would_change], [true, [`Removes ${first.body.task_id}, Water the plants.`]]);
  assert.equal((await api.get(path)).status, 200);
  assert.equal((await api.send('DELETE', path)).status, 200);
  assert.equal((await api.get(path)).status, 404);
  console.log('A dry run reported what would be removed and removed nothing; then the task was removed.');
}

async function writeManyTasks(api: Api): Promise<void> {
  const items = [{ title: 'Sweep the floor' }, { title: 'Order paper' }];
  const { status, body } = await api.send('POST', '/tasks/batch', { items });
  const [added, refused] = body.results;
  assert.deepEqual(
    [status, added?.status, refused],
    [200, 201, { index: 1, status: 409, code: 'TITLE_TAKEN', retryable: false }],
  );
  assert.equal((await api.send('DELETE', `/tasks/${added?.task_id}`)).status, 200);
  console.log('Of two tasks in one batch, one was added; the result of the other says why it was not.');
}

async function makeMistakes(api: Api): Promise<void> {
  const { status, body } = await api.send('POST', '/tasks', { titel: 'x', priority: 'urgent' });
  const fields = body.field_errors.map(({ field }) => field).sort();
  assert.deepEqual([status, body.retryable, fields], [400, false, ['priority', 'titel', 'title']]);
  console.log('A request with three errors got all three reported.');
}

async function runExport(api: Api): Promise<void> {
  const { status, headers } = await api.send('POST', '/exports', { state: 'open' });
  assert.equal(status, 202);
  let operation = await api.get(headers.get('location') ?? '');
  while (operation.body.retry_after !== undefined) {
    assert.equal(operation.headers.get('retry-after'), String(operation.body.retry_after));
    await wait(50);
    operation = await api.get(operation.body.links.self);
  }
  assert.equal(operation.body.state, 'succeeded');
  assert.equal((await api.get(operation.body.links.result)).body.task_count, 5);
  console.log('An export was started, polled until its end, and read.');
}

async function readDescriptions(api: Api): Promise<void> {
  const { headers } = await api.get('/todos/t_0001');
  assert.equal(headers.get('link'), '</tasks/t_0001>; rel="successor-version"');
  assert.ok(headers.has('deprecation') && headers.has('sunset'));
  const text = await (await fetch(`${api.origin}/llms.txt`)).text();
  assert.match(text, /\[tasks_find]\(\/tasks\): `GET \/tasks`/);
  console.log('The deprecated route links to its successor; /llms.txt lists the operations.');
}

async function checkLog(api: Api, records: readonly CallRecord[]): Promise<void> {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  await api.get('/tasks/t_0001', { traceparent: `00-${traceId}-00f067aa0ba902b7-01` });
  const record = records.find((each) => each.traceId === traceId);
  assert.deepEqual([record?.caller, record?.path, record?.status], ['Ines', '/tasks/t_0001', 200]);
  console.log('The log has the trace id and the identity of the caller.');
}

/** Runs the probe, which knows only the URL and the description that is served there. */
async function runProbe({ origin }: Api): Promise<void> {
  const attested = fileURLToPath(new URL('./dragoman-lint.yaml', import.meta.url));
  const { checks, label, score } = await probe([
    ...[origin, '--openapi', `${origin}/openapi.json`, '--config', attested],
    ...['--header', `Authorization: Bearer ${token}`],
    ...['--allow-writes', '--writes', 'task_create,tasks_create_batch,task_update,task_delete'],
    ...['--writes', 'export_start,operation_cancel'],
    ...['--rate', '200', '--max-requests', '1000', '--burst', '160', '--format', 'json'],
  ]);
  assert.deepEqual(
    checks.filter(({ verdict }) => verdict !== 'holds'),
    [],
  );
  console.log('"dragoman probe", including writes: every check holds.');
  assert.deepEqual([label.length, label.every(({ verdict }) => verdict === 'holds'), score.total], [14, true, 100]);
  console.log('All fourteen conditions of the label hold; the score is 100.');
}

interface Judged {
  verdict: string;
}

interface ProbeReport {
  checks: Judged[];
  label: Judged[];
  score: { total: number };
}

/** Runs the command as a CI job would. */
function probe(args: readonly string[]): Promise<ProbeReport> {
  const command = fileURLToPath(new URL('../../packages/cli/bin/dragoman.js', import.meta.url));
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [command, 'probe', ...args], { maxBuffer: 2 ** 26 }, (_error, stdout, stderr) => {
      const [report] = stdout === '' ? [] : (JSON.parse(stdout) as { documents: ProbeReport[] }).documents;
      if (report === undefined) reject(new Error(stderr));
      else resolve(report);
    });
  });
}

/** Body members that the scenario reads. */
interface Body {
  items: Body[];
  next_page?: string;
  results: { status: number; task_id?: string }[];
  task_id: string;
  title: string;
  note: unknown;
  dry_run: boolean;
  would_change: string[];
  code: string;
  retryable: boolean;
  field_errors: { field: string }[];
  state: string;
  retry_after?: number;
  task_count: number;
  links: { self: string; result: string };
}

interface Answer {
  status: number;
  headers: Headers;
  body: Body;
}

interface Api {
  origin: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  send(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
}

function createApi(origin: string): Api {
  const authorization = `Bearer ${token}`;
  const ask = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(origin + path, init);
    const text = await response.text();
    const body = (text === '' ? {} : JSON.parse(text)) as Body;
    return { status: response.status, headers: response.headers, body };
  };
  return {
    origin,
    get: (path, headers = {}) => ask(path, { headers: { authorization, ...headers } }),
    send(method, path, body, headers = {}) {
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const text = body === undefined ? {} : { body: JSON.stringify(body) };
      return ask(path, { method, headers: { authorization, ...type, ...headers }, ...text });
    },
  };
}
